// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how far each registered mistake goes in explaining wrong answers, of one question and of many.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "conformance/defects/defect.h"
#include "conformance/judge/judge.h"

namespace bindpose::conformance {

/// What speaks for a mistake, and what against it, in numbers of answers.
struct Evidence {
  std::size_t explained = 0;  ///< failing numbers that the mistake gives
  std::size_t against = 0;    ///< failing ones that it does not give, right ones that it would make wrong

  double share() const;
  Evidence& operator+=(const Evidence& more);
};

/// Numbers outside their bounds.
std::size_t failing_numbers(const Expectation& right, const Answer& answer);

/// Of an answer that can be compared: every array is there, in its shape, finite. Where the mistake cannot be made every failing
/// number is against it.
Evidence evidence_for(const Defect& defect, const Question& question, const Expectation& right,
                      const Answer& answer);

/// A wrong answer to a question.
struct WrongAnswer {
  Question question;
  Expectation right;
  Answer answer;
};

struct Suspect {
  const Defect* defect = nullptr;
  Evidence evidence;
};

/// What all these answers together say: mistakes that explain a part of them, those that explain most first. Mistakes of which the
/// first answers to an algorithm show nothing are not made in the others.
std::vector<Suspect> suspects(std::span<const WrongAnswer> answers);

}  // namespace bindpose::conformance
