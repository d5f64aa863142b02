// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests, an algorithm's output for an input in double, or its error.
#pragma once

#include <gtest/gtest.h>

#include "reference/algorithms.h"

namespace bindpose::test {

/// "CODE where" in double; empty if there is an output. id: the id or the stem.
inline std::string error_of(std::string_view id, const ArraySet& question, const Options& options = {}) {
  const auto answer = find_algorithm(id)->implementation.in_double(question, options);
  return answer ? "" : answer.error().code + " " + answer.error().where;
}

/// The input with one array changed.
inline std::string error_with(std::string_view id, ArraySet question, Array changed) {
  question.put(std::move(changed));
  return error_of(id, question);
}

/// One array of the output.
inline Array::Reals answered(std::string_view id, const ArraySet& question, const char* array,
                             const Options& options = {}) {
  const auto result = find_algorithm(id)->implementation.in_double(question, options);
  EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
  return result ? result->find(array)->values : Array::Reals{};
}

inline void expect_near(const Array::Reals& a, const Array::Reals& b, double within) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_NEAR(a[i], b[i], within) << i;
}

}  // namespace bindpose::test
