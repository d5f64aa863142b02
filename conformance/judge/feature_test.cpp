// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/feature.h"

#include <array>
#include <set>

#include <gtest/gtest.h>

#include "conformance/defects/defect.h"
#include "conformance/defects/together.h"
#include "conformance/judge/expectation.h"
#include "reference/algorithms.h"
#include "reference/ik/shared/ik_chain.h"

namespace bindpose::conformance {
namespace feature_test {

/// Names of what a question at pose level has.
std::set<std::string> found(const ArraySet& arrays) {
  Question question{find_algorithm("lbs"), Level::pose, {}, arrays};
  std::set<std::string> names;
  for (const Feature& each : features())
    if (each.is_in(question)) names.emplace(each.name);
  return names;
}

using Names = std::set<std::string>;

TEST(FeatureTest, each_is_found_where_it_is) {
  EXPECT_EQ(found({}), Names{});
  ArraySet plain;
  plain.add("local_scales", {2, 3}, Array::Reals{1, 1, 1, 1, 1, 1})
      .add("local_is_matrix", {2}, Array::Integers{0, 0});
  EXPECT_EQ(found(plain), Names{});
  ArraySet scaled = plain;
  scaled.put({"local_scales", {2, 3}, Array::Reals{1, 1, 1, 2, 2, 2}});
  EXPECT_EQ(found(scaled), Names{"scale"});
  scaled.put({"local_scales", {2, 3}, Array::Reals{1, 1, 1, -2, 2, 2}});
  EXPECT_EQ(found(scaled), (Names{"scale", "non-uniform-scale", "reflections"}));
  ArraySet matrix = plain;
  matrix.put({"local_is_matrix", {2}, Array::Integers{0, 1}});
  EXPECT_EQ(found(matrix), Names{"matrix-joints"});
  matrix.add("local_matrices", {2, 3, 4}, Array::Reals(24, 0.0));
  Array::Reals& m = std::get<Array::Reals>(matrix.find("local_matrices")->data);
  for (const std::size_t i : {0, 5, 10})
    m[i] = 7;  // not used
  for (const std::size_t i : {12, 17, 22})
    m[i] = 1;
  EXPECT_EQ(found(matrix), Names{"matrix-joints"});
  m[13] = 0.5;
  EXPECT_EQ(found(matrix), (Names{"matrix-joints", "scale", "non-uniform-scale"}));
}

TEST(FeatureTest, keyframes) {
  ArraySet question;
  question.add("tracks", {2, 3}, Array::Integers{0, 1, 1, 0, 2, 1});
  question.add("track_1_values", {2, 3}, Array::Reals{1, 1, 1, 1, 1, 1});
  EXPECT_EQ(found(question), Names{"tracks"});
  question.put({"track_1_values", {2, 3}, Array::Reals{1, 1, 1, 3, 1, 1}});
  EXPECT_EQ(found(question), (Names{"tracks", "scale", "non-uniform-scale"}));
  ArraySet cubic;
  cubic.add("tracks", {1, 3}, Array::Integers{0, 0, 2});
  EXPECT_EQ(found(cubic), (Names{"tracks", "cubic-splines"}));
}

TEST(FeatureTest, a_palette_that_only_turns_and_moves_has_none) {
  ArraySet question;
  question.add("palette", {1, 3, 4}, Array::Reals{0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7});
  EXPECT_EQ(found(question), Names{});
  question.put({"palette", {1, 3, 4}, Array::Reals{0, -1, 0, 5, 1.0001, 0, 0, 6, 0, 0, 1, 7}});
  EXPECT_EQ(found(question), (Names{"scale", "non-uniform-scale"}));
}

TEST(FeatureTest, stretches_beside_motions_are_scales) {
  ArraySet question;
  question.add("palette_stretches", {2, 3, 3},
               Array::Reals{1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0, 0, 2, 0, 0, 0, 2});
  EXPECT_EQ(found(question), Names{"scale"});
  question.put({"palette_stretches", {1, 3, 3}, Array::Reals{1, 0, 0, 0, -2, 0, 0, 0, 1}});
  EXPECT_EQ(found(question), (Names{"scale", "non-uniform-scale", "reflections"}));
}

TEST(FeatureTest, directions_are_left_out_and_the_rest_is_refused) {
  Question question{find_algorithm("lbs"), Level::palette, {}, {}};
  question.arrays.add("normals", {1, 3}, Array::Reals{0, 0, 1})
      .add("tangents", {1, 4}, Array::Reals{1, 0, 0, 1});
  const auto left_out = leave_out({*find_feature("tangents"), *find_feature("tracks")}, question);
  ASSERT_TRUE(left_out);
  EXPECT_EQ(*left_out, std::vector<std::string>{"tangents"});
  EXPECT_TRUE(question.arrays.has("normals"));
  EXPECT_FALSE(question.arrays.has("tangents"));
  question.arrays.add("tracks", {0, 3}, Array::Integers{});
  const auto refused = leave_out({*find_feature("tracks")}, question);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "NOT_SUPPORTED");
  EXPECT_EQ(find_feature("tangent").error().code, "FEATURE_UNKNOWN");
}

TEST(FeatureTest, what_is_said_beside_a_solution_is_left_out_of_the_answer) {
  const Question skin{find_algorithm("lbs"), Level::palette, {}, {}};
  Question chain{find_algorithm("ik.ccd"), Level::pose, {}, {}};
  const Feature& reach = **find_feature("reach");
  EXPECT_FALSE(reach.is_in(skin));
  EXPECT_TRUE(reach.is_in(chain));
  EXPECT_EQ(leave_out({&reach}, chain), (std::vector<std::string>{"residual", "reachable", "nearest"}));
}

TEST(FeatureTest, what_is_left_out_of_the_answer_is_neither_asked_nor_expected) {
  Case c;
  c.algorithm = find_algorithm("ik.ccd");
  c.level = Level::pose;
  c.question = [] { return ik::ik_question(ik::bent_chain(3), {{0.5, 0.25, 1}}, 2); };
  const auto asked = asked_case(c, {}, {*find_feature("reach")});
  ASSERT_TRUE(asked);
  ASSERT_EQ(asked->question.answers.size(), 1U);
  EXPECT_EQ(asked->question.answers.front().name, "positions");
  ASSERT_EQ(asked->expectation.arrays.size(), 1U);
  const auto again = expect(asked->question);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->arrays.size(), 1U);
  ArraySet positions;
  const ExpectedArray& right = again->arrays.front();
  positions.add(right.name, right.shape, right.branch.values);
  for (const Defect& defect : defects()) {
    const auto wrong = answer_with(std::array{&defect}, asked->question, positions);
    EXPECT_TRUE(!wrong || wrong->has("positions")) << defect.id;
  }
}

}  // namespace feature_test
}  // namespace bindpose::conformance
