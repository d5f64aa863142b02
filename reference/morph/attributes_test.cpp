// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/morph/attributes.h"

#include <gtest/gtest.h>

#include "reference/testing/answers.h"

namespace bindpose::morph::attributes_test {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

using Row = Array::Reals;

/// One vertex, two targets.
ArraySet one_vertex(const Row& weights) {
  ArraySet question;
  question.add("target_weights", {2}, weights);
  question.add("colours", {1, 4}, Row{0.5, 0.25, 0, 1});
  question.add("target_colours", {2, 1, 4}, Row{1, 0, 0, -1, -1, 0.25, 0, 0.5});
  question.add("texture_coordinates", {1, 2}, Row{0.25, 0.75});
  question.add("target_texture_coordinates", {2, 1, 2}, Row{1, 1, 0, -2});
  question.add("wrinkles", {1}, Row{0});
  question.add("target_wrinkles", {2, 1}, Row{1, 3});
  return question;
}

Row values(const char* name, const ArraySet& question, const Options& options = {}) {
  return test::answered("morph.attributes", question, name, options);
}

TEST(attributes, colours_are_clamped_after_the_last_target) {
  const ArraySet question = one_vertex({1, 1});
  EXPECT_EQ(values("colours", question, {{"colour_range", "clamped"}}), (Row{0.5, 0.5, 0, 0.5}))
      << "red is 1.5 before the last target";
  const ArraySet beyond = one_vertex({2, -1});
  EXPECT_EQ(values("colours", beyond), (Row{3.5, 0, 0, -1.5}));
  EXPECT_EQ(values("colours", beyond, {{"colour_range", "clamped"}}), (Row{1, 0, 0, 0}));
  EXPECT_EQ(values("texture_coordinates", beyond, {{"colour_range", "clamped"}}), (Row{2.25, 4.75}));
  EXPECT_EQ(values("wrinkles", beyond, {{"colour_range", "clamped"}}), (Row{-1}));
}

TEST(attributes, a_clamped_number_keeps_its_error) {
  const Tracked x = Tracked::uncertain(1.25, 0.5);
  EXPECT_EQ(in_unit_range(x).value(), 1);
  EXPECT_NEAR(in_unit_range(x).error(), 0.5, 1e-5) << "the exact number may be 0.75";
  EXPECT_EQ(in_unit_range(0.25), 0.25);
  EXPECT_EQ(in_unit_range(-0.25F), 0.0F);
}

TEST(attributes, targets_without_weight_are_not_read) {
  ArraySet question = one_vertex({0, 1});
  std::get<Row>(question.find("target_colours")->data)[2] = not_a_number;
  std::get<Row>(question.find("target_wrinkles")->data)[0] = not_a_number;
  EXPECT_EQ(values("colours", question), (Row{-0.5, 0.5, 0, 1.5}));
  EXPECT_EQ(values("wrinkles", question), (Row{3}));
}

TEST(attributes, wrong_inputs_are_reported) {
  const auto error = [](const ArraySet& question) { return test::error_of("morph.attributes", question); };
  ArraySet question = one_vertex({1, 1});
  std::get<Row>(question.find("target_colours")->data)[2] = not_a_number;
  EXPECT_EQ(error(question), "NOT_FINITE target_colours[0][0]");
  question.remove("target_colours");
  EXPECT_EQ(error(question), "ARRAY_MISSING target_colours");
  question.remove("colours");
  EXPECT_EQ(error(question), "") << "an attribute may be missing";
  question.remove("texture_coordinates");
  question.remove("wrinkles");
  EXPECT_EQ(error(question), "ARRAY_MISSING colours") << "at least one attribute is required";
}

}  // namespace bindpose::morph::attributes_test
