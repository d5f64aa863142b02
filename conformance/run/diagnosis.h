// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: one name for what is wrong with a subject, from its wrong answers to many questions at once.
#pragma once

#include <string>

#include "conformance/judge/suspects.h"
#include "conformance/run/suite.h"

namespace bindpose::conformance {

struct Diagnosis {
  std::size_t tests = 0;          ///< failing ones that were looked at
  std::size_t numbers = 0;        ///< of these, outside their bounds
  std::vector<Suspect> suspects;  ///< the likeliest first
};

/// Asks a subject once more for its wrong answers, few of each algorithm and level, and matches them against all registered
/// mistakes. Call when all records have run.
Diagnosis diagnose(Suite& suite, std::size_t subject);

/// "ibm-ignored explains 98 % of 1234 wrong numbers in 12 tests: <sentence>", and the next best; "" where nothing explains a half.
std::string diagnosis_text(const Diagnosis& diagnosis);

}  // namespace bindpose::conformance
