// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/lerp.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"

namespace bindpose::animation {

TEST(lerp, both_forms_give_the_exact_values) {
  for (const LerpForm form : {LerpForm::two_products, LerpForm::one_product}) {
    EXPECT_EQ(lerp(2.0, 10.0, 0.0, form), 2.0);
    EXPECT_EQ(lerp(2.0, 10.0, 0.25, form), 4.0);
    EXPECT_EQ(lerp(2.0, 10.0, 1.0, form), 10.0);
    EXPECT_EQ(lerp(2.0, 10.0, -0.5, form), -2.0);
    EXPECT_EQ(lerp(2.0, 10.0, 1.5, form), 14.0);
  }
}

TEST(lerp, clamped_results_stay_between_the_ends) {
  ArraySet question;
  question.add("a", {4, 1}, Array::Reals{2, 2, 2, 2}).add("b", {4, 1}, Array::Reals{10, 10, 10, 10});
  question.add("t", {4}, Array::Reals{-0.5, 0.25, 1, 1.5});
  const auto& in_double = find_algorithm("lerp")->implementation.in_double;
  EXPECT_EQ(in_double(question, {})->find("values")->values, (Array::Reals{-2, 4, 10, 14}));
  EXPECT_EQ(in_double(question, {{"range", "clamped"}})->find("values")->values,
            (Array::Reals{2, 4, 10, 10}));
}

TEST(lerp, two_products_reach_the_end_exactly_in_float) {
  EXPECT_EQ(lerp(1e8f, 0.1f, 1.0f), 0.1f);
  EXPECT_NE(lerp(1e8f, 0.1f, 1.0f, LerpForm::one_product), 0.1f);
}

}  // namespace bindpose::animation
