// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: mistakes that implementations make, known by their results.
//
// A mistake is named only where it explains every judged number of an answer within the bound of float32, and
// where making it changes the answer. Slugs are those of Case::catches.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "conformance/judge/explanations.h"
#include "conformance/judge/judge.h"

namespace bindpose::conformance {

struct Mistake {
  std::string_view slug;      ///< "ibm-ignored"
  std::string_view sentence;  ///< for a student: "your output equals what one gets when ..."
  /// The question whose right answer is the mistake's; nothing where the mistake cannot be made.
  std::optional<Question> (*transform)(const Question& question) = nullptr;
  /// The question holds stages computed in double: what float32 does to those is in the right answer's bounds.
  bool from_stages = false;
  /// In place of transform: whether the answer is a right one, misread or left half done.
  bool (*check)(const Question& question, const Expectation& expectation, const Answer& answer) = nullptr;
};

/// In the order in which they are tried.
const std::vector<Mistake>& known_mistakes();

/// The first that explains an answer that failed; null if none does.
const Mistake* find_mistake(const Question& question, const Expectation& expectation, const Answer& answer,
                            Explanations& explanations);

/// What the mistake's answer looks like; an error where it cannot be made or where nothing would change.
/// Errors NOT_APPLICABLE and the reference's own.
Expected<Expectation> expect_mistake(const Mistake& mistake, const Question& question,
                                     const Expectation& right);

}  // namespace bindpose::conformance
