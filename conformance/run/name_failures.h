// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: gives the failing tests of an algorithm the name of their common cause, so that all reports name the same
// cause.
#pragma once

#include "conformance/run/diagnosis.h"

namespace bindpose::conformance {

/// Names the likeliest defect of an algorithm in each of its failing tests whose wrong arrays have this
/// defect's number at their worst place. It replaces a precision class or a policy that was not accepted, and a
/// defect that explains fewer of the algorithm's numbers. If the diagnosis of the algorithm names no
/// defect, a name in fewer than half of its failing tests is removed. Runs no subject.
void name_failures(Suite& suite, std::size_t subject, const Diagnoses& diagnoses);

}  // namespace bindpose::conformance
