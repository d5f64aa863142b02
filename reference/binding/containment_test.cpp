// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/containment.h"

#include <gtest/gtest.h>

#include "reference/testing/answers.h"
#include "reference/testing/weights.h"

namespace bindpose::binding::containment_test {

using Row = std::vector<double>;
using Points = std::vector<Vec3<double>>;

/// Two joints with given volumes; their bones are not used.
ArraySet question(const Points& x, const Array::Integers& kinds, const Array::Integers& joints,
                  const Points& a, const Points& b, const Array::Reals& r) {
  ArraySet asked;
  asked.add("positions", {x.size(), 3}, numbers_of(x));
  asked.add("parents", {2}, Array::Integers{-1, 0});
  asked.add("pivots", {2, 3}, Array::Reals(6, 0));
  if (kinds.empty()) return asked;
  asked.add("volume_kinds", {kinds.size()}, kinds);
  asked.add("volume_joints", {joints.size()}, joints);
  asked.add("volume_starts", {a.size(), 3}, numbers_of(a));
  asked.add("volume_ends", {b.size(), 3}, numbers_of(b));
  asked.add("volume_radii", {r.size()}, r);
  return asked;
}

std::vector<Row> bound(const ArraySet& asked, const Options& options = {}) {
  return test::joint_weights("bind.containment", asked, options);
}

TEST(Containment, the_first_of_equally_deep_volumes_wins) {
  EXPECT_EQ(
      bound(question({{1, 0, 0}}, {3, 3}, {1, 0}, {{0, 0, 0}, {2, 0, 0}}, {{0, 0, 0}, {2, 0, 0}}, {2, 2}))[0],
      (Row{0, 1}));
}

TEST(Containment, a_vertex_outside_all_volumes_follows_the_option) {
  const ArraySet asked =
      question({{5, 0, 0}}, {3, 3}, {0, 1}, {{0, 0, 0}, {2, 0, 0}}, {{0, 0, 0}, {2, 0, 0}}, {1, 1});
  const auto answer = find_algorithm("bind.containment")->implementation.in_double(asked, {});
  ASSERT_EQ(answer->undefined.size(), 1U);
  EXPECT_EQ(answer->undefined[0].code, "OUTSIDE_VOLUMES");
  EXPECT_EQ(bound(asked, {{"outside", "nearest"}})[0], (Row{0, 1}));
  EXPECT_EQ(bound(asked, {{"outside", "nearest"}, {"weighing", "by-depth"}})[0], (Row{0, 1}));
}

TEST(Containment, invalid_inputs_are_refused) {
  EXPECT_EQ(test::error_of("bind.containment", question({{0, 0, 0}}, {}, {}, {}, {}, {})), "NO_BONE pivots");
  const Points at = {{1, 0, 0}};
  EXPECT_EQ(test::error_of("bind.containment", question({{0, 0, 0}}, {0}, {0}, at, at, {1})),
            "ZERO_BONE volume_ends[0]");
  EXPECT_EQ(test::error_of("bind.containment", question({{0, 0, 0}}, {2}, {0}, at, at, {1})),
            "ZERO_BONE volume_ends[0]");
}

}  // namespace bindpose::binding::containment_test
