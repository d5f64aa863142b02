// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a subject in a separate process: a driver that crashes or hangs fails one case instead of the run, and one
// run can judge EGL and OSMesa, which cannot share a process.
//
// The judge starts this program again as `bindpose worker SUBJECT`, with a socket as descriptor 3.
#pragma once

#include "conformance/subjects/open.h"

namespace bindpose::conformance {

/// Treatment of a device that opens and fails its self-test.
enum class Faulty {
  refused,  ///< not opened: returns the error of its self-test
  judged    ///< opened; info() has the error (self_test.h)
};

/// True if a worker tests a device after it has opened it.
enum class SelfTest { made, left_out };

/// Declares that this program serves as `PROGRAM worker SUBJECT`. start_worker() restarts no other
/// program: a program that opens subjects for any arguments, such as a test program, would start
/// itself endlessly.
void offer_worker();

/// Starts the worker and reads its name. program: the executable; empty: this one, after offer_worker(), else
/// WORKER_START. timeout_seconds: for the start and for each input; a worker that takes longer is killed. The start
/// of a device has at least 20 s. Errors: those of open_subject(), WORKER_START, CRASH, TIMEOUT. After a crash, a hang or a lost device,
/// another worker opens the device and tests it before the next input; the error of the failed input has the
/// result. A device that hangs three times in a row, or fifteen times in all, does not run again.
Expected<std::unique_ptr<Subject>> start_worker(const SubjectSpec& spec, const std::string& program = "",
                                                double timeout_seconds = usual_device_seconds,
                                                Faulty faulty = Faulty::refused);

/// The worker's side: serves requests on the socket until it closes. Returns the process's exit code.
int serve(const SubjectSpec& spec, int socket, SelfTest self_test = SelfTest::made);

}  // namespace bindpose::conformance
