// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/agreement.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "reference/testing/implement.h"

namespace bindpose::test {

/// Answers x with x, but float32 with x + 1: wrong, or double with x + 1.
template <bool float_is_wrong, bool double_is_wrong>
struct Echo {
  static OptionList options() { return {}; }

  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options&) const {
    Result<T> result;
    result.arrays.push_back({"x", {1}, {static_cast<T>(question.find("x")->reals()[0]) * T(3)}});
    if (float_is_wrong && std::is_same_v<T, float>) result.arrays[0].values[0] += T(1);
    if (double_is_wrong && std::is_same_v<T, double>) result.arrays[0].values[0] += T(1);
    return result;
  }
};

ArraySet one_number(std::size_t, Random& random) {
  ArraySet question;
  question.add("x", {1}, Array::Reals{random.uniform(1, 2)});
  return question;
}

TEST(Agreement, right_answers_agree) {
  const Agreement all = measure_agreement("echo", implement<Echo<false, false>>(&one_number), 1, 50);
  EXPECT_GT(all.numbers, 0U);
  EXPECT_LE(all.fraction, 1);
  EXPECT_LT(all.quad, 1e-15);
}

TEST(Agreement, wrong_answers_do_not) {
  EXPECT_GT(measure_agreement("float off", implement<Echo<true, false>>(&one_number), 1, 5).fraction, 1);
  EXPECT_GT(measure_agreement("double off", implement<Echo<false, true>>(&one_number), 1, 5).quad, 0.1);
}

}  // namespace bindpose::test
