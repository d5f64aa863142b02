// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/point_to_line.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/model/numbers_of.h"
#include "reference/testing/agreement.h"
#include "reference/testing/errors.h"
#include "reference/testing/weights.h"

namespace bindpose::binding {
namespace point_to_line_test {

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

TEST(PointToLine, the_nearest_bone_has_the_vertex) {
  EXPECT_EQ(bound(question({{1, 1, 0}, {-5, 1, 0}, {3, 2, 0}, {3, -2, 1}, {2, 0.5, 0}})),
            (std::vector<Row>{{1, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0}}));
}

TEST(PointToLine, of_equally_near_bones_the_lowest_joint) {
  EXPECT_EQ(bound(question({{2, 0, 5}}))[0], (Row{1, 0, 0, 0})) << "beyond both ends, at the elbow";
  // The same skeleton with the elbow as joint 0.
  EXPECT_EQ(bound(question({{2, 0, 5}}, {1, -1}, {{2, 0, 0}, {0, 0, 0}}), points)[0], (Row{1, 0}));
}

TEST(PointToLine, a_leaf_has_its_point_where_that_is_asked) {
  EXPECT_EQ(bound(question({{4, 1.5, 0}}), points)[0], (Row{0, 1, 0, 0}))
      << "as near as the bone that ends there";
  EXPECT_EQ(bound(question({{3, 1, 0}}, {-1, 0}, {{0, 0, 0}, {3, 1, 0}}), points)[0], (Row{1, 0}));
  EXPECT_EQ(test::error_of("bind.point-to-line", question({{0, 0, 0}}, {-1, -1}, {{0, 0, 0}, {1, 0, 0}})),
            "NO_BONE parents");
  EXPECT_EQ(bound(question({{0.75, 0, 0}}, {-1, -1}, {{0, 0, 0}, {1, 0, 0}}), points)[0], (Row{0, 1}));
}

TEST(PointToLine, inverse_distances_by_hand) {
  // 1 from the upper bone, 2 from the point where the lower ones begin.
  ArraySet asked = question({{0, 1, 0}}, {-1, 0, 1}, {{-1, 0, 0}, {0, -1, 0}, {0, -3, 0}});
  const double d_0 = std::sqrt(2), d_1 = 2;
  const auto w = bound(asked, smooth)[0];
  EXPECT_NEAR(w[0], 1 / d_0 / (1 / d_0 + 1 / d_1), 1e-15);
  EXPECT_EQ(w[2], 0);
  asked.add("exponent", {1}, Array::Integers{4});
  EXPECT_NEAR(bound(asked, smooth)[0][0], 0.25 / (0.25 + 1.0 / 16), 1e-15);
}

TEST(PointToLine, on_a_bone_it_has_all_of_the_vertex) {
  EXPECT_EQ(bound(question({{1, 0, 0}, {0, 0, 0}, {2, 0, 0}}), smooth),
            (std::vector<Row>{{1, 0, 0, 0}, {1, 0, 0, 0}, {0.5, 0.5, 0, 0}}));
}

TEST(PointToLine, a_bone_without_length_is_a_point) {
  const auto w = bound(question({{1, 0, 1}}, {-1, 0, 1}, {{0, 0, 0}, {0, 0, 0}, {4, 0, 0}}), smooth);
  EXPECT_NEAR(w[0][0], (1 / std::sqrt(2)) / (1 / std::sqrt(2) + 1), 1e-15);
}

TEST(PointToLine, a_leg_beside_a_leg_is_told_by_distance_alone) {
  // A vertex of the left leg's inside that is nearer to the right leg's bone: the binder's known weakness, and what it says.
  const ArraySet asked =
      question({{0.6, -1, 0}}, {-1, 0, -1, 2}, {{0, 0, 0}, {0, -2, 0}, {1, 0, 0}, {1, -2, 0}});
  EXPECT_EQ(bound(asked)[0], (Row{0, 0, 1, 0}));
}

TEST(PointToLine, float_stays_within_the_bound_and_double_near_quad) {
  const auto agreement = test::measure_agreement("point_to_line", 24, 200);
  EXPECT_LE(agreement.fraction, 1);
  EXPECT_LT(agreement.quad, 1e-12);
  Random random("point to line, smooth");
  const auto& implementation = find_algorithm("bind.point-to-line")->implementation;
  for (int i = 0; i < 50; ++i) {
    const ArraySet asked = implementation.sample(24, random);
    const auto bounds = *implementation.in_tracked(asked, smooth);
    const auto floats = *implementation.in_float(asked, smooth);
    for (std::size_t n = 0; n < floats.arrays[0].values.size(); ++n) {
      const Tracked& number = bounds.arrays[0].values[n];
      EXPECT_LE(std::fabs(static_cast<double>(floats.arrays[0].values[n]) - number.value()), number.error());
    }
    test::expect_weights(bound(asked, smooth));
  }
}

}  // namespace point_to_line_test
}  // namespace bindpose::binding
