// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests, outputs of a subject with a deliberate fault for a built-in case.
#pragma once

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/judge/suspects.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {

/// The reference's float32 output for an existing case.
inline GivenAnswer given_answer(std::string_view name) {
  for (const Case& c : built_in_cases())
    if (c.name == name) {
      Question question{c.algorithm, c.level, c.options, *c.question()};
      const auto result = question.algorithm->implementation.in_float(question.arrays, question.options);
      return {question, *expect(question), as_answer(*result)};
    }
  ADD_FAILURE() << "no case " << name;
  return {};
}

/// An output with every row of an array changed: change(double* row, std::size_t index).
template <class Change>
GivenAnswer given_answer(std::string_view name, std::string_view array, Change change) {
  GivenAnswer given = given_answer(name);
  const Array* answered = given.answer.arrays.find(array);
  EXPECT_TRUE(change_rows(given.answer.arrays, array, answered->reals().size() / answered->shape[0], change));
  return given;
}

/// The reference's float32 output for another input than the case's.
inline GivenAnswer given_answer_to(std::string_view name, const Question& asked) {
  GivenAnswer given = given_answer(name);
  given.answer = as_answer(*asked.algorithm->implementation.in_float(asked.arrays, asked.options));
  return given;
}

}  // namespace bindpose::conformance
