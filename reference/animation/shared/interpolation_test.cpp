// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/shared/interpolation.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace bindpose::animation {

ArraySet rows(double t, double w) {
  ArraySet question;
  question.add("a", {1, 4}, Array::Reals{0, 0, 0, 1}).add("b", {1, 4}, Array::Reals{0, 0, 0, w});
  question.add("t", {1}, Array::Reals{t});
  return question;
}

TEST(Interpolation, reads_sound_rows) {
  const ArraySet question = rows(0.5, 1);
  const auto read = InterpolationRows::read(question, ArraySet::any);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->count(), 1U);
  EXPECT_EQ(read->width(), 4U);
  EXPECT_TRUE(read->require_rotations());
}

TEST(Interpolation, refuses_with_code_and_row) {
  EXPECT_EQ(InterpolationRows::read(rows(0.5, 1), 3).error().code, "ARRAY_SHAPE");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(InterpolationRows::read(rows(nan, 1), 4).error().where, "t[0]");
  const ArraySet long_end = rows(0.5, 1.5), late = rows(1.25, 1);
  EXPECT_EQ(InterpolationRows::read(long_end, 4)->require_rotations().error().code, "NOT_UNIT");
  EXPECT_EQ(InterpolationRows::read(late, 4)->require_rotations().error().code, "PARAMETER_RANGE");
}

}  // namespace bindpose::animation
