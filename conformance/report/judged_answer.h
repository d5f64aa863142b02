// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an output that was judged, with all that goes with it.
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
