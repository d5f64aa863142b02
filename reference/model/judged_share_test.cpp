// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/judged_share.h"

#include <gtest/gtest.h>

#include "reference/numeric/float32.h"

namespace bindpose::judged_share_test {

TEST(JudgedShare, bounds_above_a_tenth_of_the_scale_become_infinite) {
  std::vector<double> bounds = {0, 0.1, 0.2, 0.201, 7, infinity};
  open_wide_bounds(bounds, 2);
  EXPECT_EQ(bounds, (std::vector<double>{0, 0.1, 0.2, infinity, infinity, infinity}));
  std::vector<double> of_zeros = {0, 1e-9};
  open_wide_bounds(of_zeros, 0);
  EXPECT_EQ(of_zeros, (std::vector<double>{0, 1e-9}));
}

TEST(JudgedShare, lengths_use_the_scale_of_the_input) {
  const Declaration declaration{
      .inputs = {real("positions", "p", "V 3", Kind::point(Space::mesh)), real("weights", "w", "V")},
      .outputs = {real("residuals", "r", "V", Kind::length()), real("values", "f", "V")}};
  ArraySet question;
  question.add("positions", {1, 3}, Array::Reals{1, -8, NAN});
  question.add("weights", {1}, Array::Reals{100});
  EXPECT_EQ(scale_of_answer(declaration, "residuals", {1e-9, -2e-9}, question), 8);
  EXPECT_EQ(scale_of_answer(declaration, "values", {1, -2, infinity, NAN}, question), 2);
}

}  // namespace bindpose::judged_share_test
