// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/lerp.h"

#include <limits>

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/model/algorithm.h"
#include "reference/testing/agreement.h"

namespace bindpose::animation {

using namespace test;

TEST(lerp, closed_form) {
  for (const LerpForm form : {LerpForm::two_products, LerpForm::one_product}) {
    EXPECT_EQ(lerp(2.0, 10.0, 0.0, form), 2.0);
    EXPECT_EQ(lerp(2.0, 10.0, 0.25, form), 4.0);
    EXPECT_EQ(lerp(2.0, 10.0, 1.0, form), 10.0);
    EXPECT_EQ(lerp(2.0, 10.0, -0.5, form), -2.0);
    EXPECT_EQ(lerp(2.0, 10.0, 1.5, form), 14.0);
  }
}

TEST(lerp, clamped_stays_between_the_ends) {
  ArraySet question;
  question.add("a", {4, 1}, Array::Reals{2, 2, 2, 2}).add("b", {4, 1}, Array::Reals{10, 10, 10, 10});
  question.add("t", {4}, Array::Reals{-0.5, 0.25, 1, 1.5});
  const auto& in_double = find_algorithm("lerp")->implementation.in_double;
  EXPECT_EQ(in_double(question, {})->find("values")->values, (Array::Reals{-2, 4, 10, 14}));
  EXPECT_EQ(in_double(question, {{"range", "clamped"}})->find("values")->values,
            (Array::Reals{2, 4, 10, 10}));
}

TEST(lerp, two_products_reach_the_end_in_float) {
  EXPECT_EQ(lerp(1e8f, 0.1f, 1.0f), 0.1f);
  EXPECT_NE(lerp(1e8f, 0.1f, 1.0f, LerpForm::one_product), 0.1f);
}

TEST(lerp, errors) {
  const auto answer = [](const ArraySet& question) {
    const auto result = find_algorithm("lerp")->implementation.in_double(question, {});
    return result ? std::string() : to_string(result.error());
  };
  ArraySet question;
  question.add("a", {1, 2}, Array::Reals{1, 2});
  EXPECT_EQ(answer(question).substr(0, 13), "ARRAY_MISSING");
  question.add("b", {1, 2}, Array::Reals{1, 2});
  question.add("t", {2}, Array::Reals{0, 1});
  EXPECT_EQ(answer(question).substr(0, 11), "ARRAY_SHAPE");
  question.put({"t", {1}, Array::Reals{0.5}});
  EXPECT_EQ(answer(question), "");
  question.put({"b", {1, 2}, Array::Reals{1, std::numeric_limits<double>::infinity()}});
  EXPECT_EQ(answer(question).substr(0, 16), "NOT_FINITE at b[");
}

TEST(lerp, float_evaluation_stays_within_the_bound) {
  const Agreement agreement = measure_agreement("lerp", 16, 500);
  EXPECT_LE(agreement.fraction, 1);
  EXPECT_GE(agreement.numbers, 16u * 3u * 500u);
  EXPECT_LT(agreement.quad, 1e-15);
}

}  // namespace bindpose::animation
