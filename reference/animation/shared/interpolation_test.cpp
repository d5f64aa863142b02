// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/shared/interpolation.h"

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace bindpose::animation {
namespace interpolation_test {

/// "CODE where" of a question of one row.
std::string error_of(double t, const Array::Reals& b) {
  ArraySet question;
  question.add("a", {1, 4}, Array::Reals{0, 0, 0, 1}).add("b", {1, b.size()}, b);
  question.add("t", {1}, Array::Reals{t});
  const auto checked = check(Declaration{rotation_pair_arrays(), {}, {}, {}}, question);
  return checked ? std::string() : checked.error().code + " " + checked.error().where;
}

TEST(Interpolation, accepts_sound_rows) {
  EXPECT_EQ(error_of(0.5, {0, 0, 0, 1}), "");
}

TEST(Interpolation, refuses_with_code_and_row) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(error_of(0.5, {0, 0, 1}).substr(0, 11), "ARRAY_SHAPE");
  EXPECT_EQ(error_of(nan, {0, 0, 0, 1}), "NOT_FINITE t[0]");
  EXPECT_EQ(error_of(0.5, {0, 0, nan, 1}), "NOT_FINITE b[0]");
  EXPECT_EQ(error_of(0.5, {0, 0, 0, 1.5}), "NOT_UNIT b[0]");
  EXPECT_EQ(error_of(1.25, {0, 0, 0, 1}), "PARAMETER_RANGE t[0]");
}

}  // namespace interpolation_test
}  // namespace bindpose::animation
