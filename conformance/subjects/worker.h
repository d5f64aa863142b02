// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a subject in a process of its own, so that a driver that crashes or hangs costs one case and not the
// run, and so that EGL and OSMesa, which cannot share a process, can be judged in one run.
//
// The judge starts this program again as `bindpose worker SUBJECT`, with a socket as descriptor 3.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// How long a worker may take for one question before it is killed: TIMEOUT.
inline constexpr double worker_seconds = 120;

/// Starts the worker and asks it who it is. program: this executable; empty: /proc/self/exe.
/// Errors: those of open_subject(), WORKER_START, CRASH.
Expected<std::unique_ptr<Subject>> start_worker(const SubjectSpec& spec, const std::string& program = "",
                                                double timeout_seconds = worker_seconds);

/// The worker's side: answers on the socket until it closes. Returns the process's exit code.
int serve(const SubjectSpec& spec, int socket);

}  // namespace bindpose::conformance
