// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: an untrusted program (cmd:) or library (lib:, through bindpose-host), run with the protocol of README.md.
#pragma once

#include "conformance/subjects/open.h"

namespace bindpose::conformance {

/// Starts the subject and reads its declaration. Errors: SUBJECT_SYNTAX, FILE_READ,
/// SANDBOX_MISSING, WORKER_START, SUBJECT_START (the subject's own text), PROTOCOL, CRASH, TIMEOUT.
Expected<std::unique_ptr<Subject>> open_foreign(const SubjectSpec& spec, const Sandbox& sandbox);

/// The results of a subject that did not start: one failing test (run/self_test_case.h), or an
/// error in each test.
enum class Broken { one_result, each_test };
/// Replaces a subject that does not start, whose declaration is unknown.
std::unique_ptr<Subject> broken_subject(const SubjectSpec& spec, const Error& error,
                                        Broken broken = Broken::one_result);
/// True if an error of open_any() is the subject's own fault.
bool is_own_fault(const Error& error);

}  // namespace bindpose::conformance
