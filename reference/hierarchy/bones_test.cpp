// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/bones.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/model/algorithm.h"
#include "reference/model/question.h"
#include "reference/numeric/random.h"
#include "reference/numeric/scalar.h"
#include "reference/samples/parts.h"

namespace bindpose::hierarchy {

namespace bones_test {

std::vector<Affine<double>> at(const std::vector<Vec3<double>>& positions) {
  std::vector<Affine<double>> world;
  for (const Vec3<double>& t : positions)
    world.push_back({Mat3<double>::Identity(), t});
  return world;
}

TEST(bones, from_each_joint_to_its_parent_in_listing_order) {
  const auto segments =
      bones<double>({2, -1, 1, -1, 2}, at({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}}));
  ASSERT_EQ(segments.size(), 3u);
  const double joint[] = {0, 2, 4}, parent[] = {2, 1, 2};
  for (std::size_t b = 0; b < 3; ++b) {
    EXPECT_EQ(segments[b][0][0], joint[b]);
    EXPECT_EQ(segments[b][1][0], parent[b]);
  }
}

TEST(bones, roots_have_none) {
  EXPECT_TRUE(bones<double>({-1, -1}, at({{1, 0, 0}, {2, 0, 0}})).empty());
  EXPECT_TRUE(bones<double>({}, {}).empty());
}

TEST(bones, lengths_survive_rigid_motion) {
  // Without scale a bone is as long as its joint's local translation.
  Random random("bones.lengths");
  const std::vector<int> parents = samples::sample_parents(30, random);
  std::vector<LocalTransform<double>> locals(30);
  for (LocalTransform<double>& local : locals)
    local.trs = samples::sample_rigid(random);
  ArraySet question;
  add_pose(question, parents, locals);
  const auto answer = find_algorithm("bones")->implementation.in_double(question, {});
  ASSERT_TRUE(answer);
  const ResultArray<double>* found = answer->find("bones");
  ASSERT_NE(found, nullptr);
  std::size_t b = 0;
  for (std::size_t j = 0; j < 30; ++j) {
    if (parents[j] < 0) continue;
    const double* ends = &found->values[6 * b++];
    const Vec3<double> along(ends[0] - ends[3], ends[1] - ends[4], ends[2] - ends[5]);
    EXPECT_NEAR(along.norm(), locals[j].trs.translation.norm(), 1e-6);  // rotations are unit in float32
  }
  EXPECT_EQ(found->shape, (Shape{b, 2, 3}));
}

}  // namespace bones_test
}  // namespace bindpose::hierarchy
