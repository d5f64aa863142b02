// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: finds the common cause of an algorithm's failing tests and gives them its name, so that all reports name
// the same cause.
#pragma once

#include <functional>

#include "conformance/run/diagnosis.h"

namespace bindpose::conformance {

/// Diagnoses a subject's failures without refuted policies, with one of the functions diagnose() for this subject.
/// Names the likeliest defect of an algorithm in each of its failing tests whose wrong arrays have this
/// defect's number at their worst place. It replaces a precision class or a policy that was not accepted, and a
/// defect that explains fewer of the algorithm's numbers. If the diagnosis of the algorithm names no
/// defect, a name in at most half of its failing tests is removed. Only `diagnose` runs the subject.
Diagnoses diagnose_and_name(Suite& suite, std::size_t subject, const std::function<Diagnoses()>& diagnose);

}  // namespace bindpose::conformance
