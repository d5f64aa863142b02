// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/morph/dense.h"

#include <gtest/gtest.h>

#include "reference/testing/answers.h"

namespace bindpose::morph::dense_test {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Two vertices with normals and tangents, two targets.
ArraySet two_targets(const std::vector<double>& weights) {
  Mesh base{{{1, 2, 3}, {4, 5, 6}}, {{0, 0, 1}, {0, 1, 0}}, {{1, 0, 0, 1}, {0, 0, 1, -1}}, {}};
  const MorphTarget first{{{1, 0, 0}, {0, 0, 0}}, {{0, 1, 0}, {0, 0, 0}}, {{0, 0, 1}, {0, 0, 0}}};
  const MorphTarget second{{{0, 2, 0}, {0, 0, -4}}, {{0, 0, 0}, {0, -1, 0}}, {{0, 0, 0}, {2, 0, 0}}};
  ArraySet question;
  add_mesh(question, base);
  add_targets(question, base, weights, {first, second});
  return question;
}

using Row = Array::Reals;

Row values(const char* name, const ArraySet& question, const Options& options = {}) {
  return test::answered("morph.dense", question, name, options);
}

TEST(dense, an_option_leaves_directions_unnormalised) {
  const ArraySet question = two_targets({0.75, 0.5});
  const Options later = {{"normalise", "later"}};
  EXPECT_EQ(values("normals", question, later), (Row{0, 0.75, 1, 0, 0.5, 0}));
  EXPECT_EQ(values("tangents", question, later), (Row{1, 0, 0.75, 1, 1, 0, 1, -1})) << "same handedness";
  const Row n = values("normals", question), t = values("tangents", question);
  for (const auto& [i, expected] :
       {std::pair{0U, 0.0}, {1U, 0.6}, {2U, 0.8}, {3U, 0.0}, {4U, 1.0}, {5U, 0.0}})
    EXPECT_NEAR(n[i], expected, 1e-15);
  EXPECT_NEAR(t[0], 0.8, 1e-15);
  EXPECT_EQ(t[7], -1);
}

TEST(dense, targets_without_weight_are_not_read) {
  ArraySet question = two_targets({0, 1});
  for (const char* name : {"target_positions", "target_normals", "target_tangents"})
    std::fill_n(std::get<Row>(question.find(name)->data).begin(), 6, not_a_number);
  EXPECT_EQ(values("positions", question), (Row{1, 4, 3, 4, 5, 2}));
  EXPECT_EQ(values("normals", question, {{"normalise", "later"}}), (Row{0, 0, 1, 0, 0, 0}));
}

TEST(dense, directions_that_cancel_are_undefined) {
  const auto& in_double = find_algorithm("morph.dense")->implementation.in_double;
  const auto result = in_double(two_targets({0, 1}), {});
  ASSERT_TRUE(result);
  ASSERT_EQ(result->undefined.size(), 1U);
  EXPECT_EQ(result->undefined[0].array, "normals");
  EXPECT_EQ(result->undefined[0].row, 1U);
  EXPECT_EQ(result->undefined[0].code, "ZERO_NORMAL");
  EXPECT_TRUE(in_double(two_targets({0, 1}), {{"normalise", "later"}})->undefined.empty());
}

TEST(dense, meshes_and_targets_may_lack_directions) {
  ArraySet question = two_targets({1, 1});
  question.remove("target_normals");
  EXPECT_EQ(values("normals", question), (Row{0, 0, 1, 0, 1, 0}));
  question.remove("tangents");  // target_tangents are not read
  const auto result = find_algorithm("morph.dense")->implementation.in_double(question, {});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->find("tangents"), nullptr);
}

}  // namespace bindpose::morph::dense_test
