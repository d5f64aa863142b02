// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/point_to_line.h"

#include <gtest/gtest.h>

#include "reference/testing/answers.h"
#include "reference/testing/weights.h"

namespace bindpose::binding::point_to_line_test {

using Row = std::vector<double>;
using Points = std::vector<Vec3<double>>;

/// A root at the origin, an elbow at (2, 0, 0) with two fingers at (3, 1, 0) and (3, -1, 0).
const Array::Integers parents = {-1, 0, 1, 1};
const Points pivots = {{0, 0, 0}, {2, 0, 0}, {3, 1, 0}, {3, -1, 0}};
const Options smooth = {{"weighing", "inverse-distance"}}, points = {{"leaf_joints", "point"}};

ArraySet question(const Points& x, const Array::Integers& of = parents, const Points& at = pivots) {
  ArraySet asked;
  asked.add("positions", {x.size(), 3}, numbers_of(x));
  asked.add("parents", {of.size()}, of);
  asked.add("pivots", {at.size(), 3}, numbers_of(at));
  return asked;
}

std::vector<Row> bound(const ArraySet& asked, const Options& options = {}) {
  return test::joint_weights("bind.point-to-line", asked, options);
}

TEST(PointToLine, the_lowest_joint_of_equally_near_bones_wins) {
  EXPECT_EQ(bound(question({{2, 0, 5}}))[0], (Row{1, 0, 0, 0})) << "beyond both ends, at the elbow";
  // The same skeleton with the elbow as joint 0.
  EXPECT_EQ(bound(question({{2, 0, 5}}, {1, -1}, {{2, 0, 0}, {0, 0, 0}}), points)[0], (Row{1, 0}));
}

TEST(PointToLine, an_option_makes_leaf_bones_points) {
  EXPECT_EQ(bound(question({{4, 1.5, 0}}), points)[0], (Row{0, 1, 0, 0}))
      << "as near as the bone that ends there";
  EXPECT_EQ(bound(question({{3, 1, 0}}, {-1, 0}, {{0, 0, 0}, {3, 1, 0}}), points)[0], (Row{1, 0}));
  EXPECT_EQ(test::error_of("bind.point-to-line", question({{0, 0, 0}}, {-1, -1}, {{0, 0, 0}, {1, 0, 0}})),
            "NO_BONE parents");
  EXPECT_EQ(bound(question({{0.75, 0, 0}}, {-1, -1}, {{0, 0, 0}, {1, 0, 0}}), points)[0], (Row{0, 1}));
}

TEST(PointToLine, a_bone_has_all_weight_of_a_vertex_on_it) {
  EXPECT_EQ(bound(question({{1, 0, 0}, {0, 0, 0}, {2, 0, 0}}), smooth),
            (std::vector<Row>{{1, 0, 0, 0}, {1, 0, 0, 0}, {0.5, 0.5, 0, 0}}));
}

TEST(PointToLine, a_bone_without_length_is_a_point) {
  const auto w = bound(question({{1, 0, 1}}, {-1, 0, 1}, {{0, 0, 0}, {0, 0, 0}, {4, 0, 0}}), smooth);
  EXPECT_NEAR(w[0][0], (1 / std::sqrt(2)) / (1 / std::sqrt(2) + 1), 1e-15);
}

}  // namespace bindpose::binding::point_to_line_test
