// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/bones.h"

#include <gtest/gtest.h>

namespace bindpose::hierarchy::bones_test {

std::vector<Affine<double>> at(const std::vector<Vec3<double>>& positions) {
  std::vector<Affine<double>> world;
  for (const Vec3<double>& t : positions)
    world.push_back({Mat3<double>::Identity(), t});
  return world;
}

TEST(bones, bones_lead_from_each_joint_to_its_parent_in_order) {
  const auto segments =
      bones<double>({2, -1, 1, -1, 2}, at({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}}));
  ASSERT_EQ(segments.size(), 3u);
  const double joint[] = {0, 2, 4}, parent[] = {2, 1, 2};
  for (std::size_t b = 0; b < 3; ++b) {
    EXPECT_EQ(segments[b][0][0], joint[b]);
    EXPECT_EQ(segments[b][1][0], parent[b]);
  }
}

TEST(bones, roots_have_no_bones) {
  EXPECT_TRUE(bones<double>({-1, -1}, at({{1, 0, 0}, {2, 0, 0}})).empty());
  EXPECT_TRUE(bones<double>({}, {}).empty());
}

}  // namespace bindpose::hierarchy::bones_test
