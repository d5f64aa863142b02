// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a judged output with its case, test and verdict.
#pragma once

#include "conformance/judge/judge.h"

namespace bindpose::conformance {

struct JudgedAnswer {
  const std::string& test;  ///< its name
  const Case& from;
  const Question& question;
  const Expectation& right;
  const Answer& answer;
  const Verdict& verdict;
};

}  // namespace bindpose::conformance
