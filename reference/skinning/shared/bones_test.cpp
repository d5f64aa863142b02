// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/bones.h"

#include <gtest/gtest.h>

#include "reference/model/common_arrays.h"

namespace bindpose::skinning::bones_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Bones, directions_are_unit_and_point_at_the_tail) {
  const Vec3<double> d = direction_of(Bone<double>{{1, 1, 1}, {1, 5, -2}});
  EXPECT_LT((d - Vec3<double>(0, 0.8, -0.6)).norm(), 1e-15);
}

TEST(Bones, a_bone_without_length_has_no_direction) {
  EXPECT_FALSE(has_direction(Bone<double>{{1, 2, 3}, {1, 2, 3}}));
  EXPECT_FALSE(has_direction(Bone<double>{{0, 0, 0}, {0, 0x1p-63, 0}}));
  EXPECT_TRUE(has_direction(Bone<double>{{0, 0, 0}, {0, 0x1p-62, 0}}));
  EXPECT_FALSE(has_direction(Bone<double>{{0, 0, 0}, {0, nan, 0}}));
  EXPECT_EQ(direction_of(Bone<double>{{1, 2, 3}, {1, 2, 3}}), Vec3<double>(0, 0, 0));
  EXPECT_TRUE(require_direction(Bone<double>{{0, 0, 0}, {0, 1, 0}}, 3));
  const auto error = require_direction(Bone<double>{{1, 2, 3}, {1, 2, 3}}, 3);
  ASSERT_FALSE(error);
  EXPECT_EQ(error.error().code, "ZERO_BONE");
  EXPECT_EQ(error.error().where, "bone_tails[3]");
}

TEST(Bones, directions_keep_their_bound_far_from_the_origin) {
  const Bone<Tracked> near{{Tracked(0), Tracked(0), Tracked(0)}, {Tracked(0), Tracked(2), Tracked(1)}};
  const Bone<Tracked> far{{Tracked(1e6), Tracked(0), Tracked(0)}, {Tracked(1e6), Tracked(2), Tracked(1)}};
  for (int c = 0; c < 3; ++c)
    EXPECT_LE(direction_of(far)[c].error(), direction_of(near)[c].error());
  EXPECT_GT(direction_of(far)[1].error(), 0);
}

TEST(Bones, arrays_are_checked) {
  const Declaration declared{{bone_heads(), bone_tails()}, {}, {}, {}};
  ArraySet question;
  EXPECT_EQ(check(declared, question).error().code, "ARRAY_MISSING");
  question.add("bone_heads", {2, 3}, Array::Reals{1, 2, 3, 4, 5, 6});
  question.add("bone_tails", {1, 3}, Array::Reals{1, 2, 3});
  EXPECT_EQ(check(declared, question).error().code, "ARRAY_SHAPE");
  question.put({"bone_tails", {2, 3}, Array::Reals{7, 8, 9, nan, 5, 6}});
  const auto read = bones(Inputs<double>(declared, question, {}, *check(declared, question)));
  EXPECT_EQ(read[1].head, Vec3<double>(4, 5, 6));
  EXPECT_EQ(read[0].tail, Vec3<double>(7, 8, 9));
  EXPECT_TRUE(require_direction(read[0], 0));
  EXPECT_EQ(require_direction(read[1], 1).error().where, "bone_tails[1]");
}

TEST(Bones, only_weighted_slots_need_endpoint_weights) {
  const Declaration declared{
      influence_arrays() + ArrayList{endpoint_weights(), real("palette", "", "J 3")}, {}, {}, {}};
  ArraySet question;
  add_influences(question, {2, {0, 1, 1, 0}, {1, 0, 0.5, 0.5}});
  question.add("palette", {2, 3}, Array::Reals(6));
  EXPECT_EQ(check(declared, question).error().code, "ARRAY_MISSING");
  question.add("endpoint_weights", {2, 2}, Array::Reals{0.5, nan, 1, nan});
  const auto checked = check(declared, question);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().where, "endpoint_weights[1][1]") << "slot [0][1] has the weight 0";
  question.put({"endpoint_weights", {2, 1}, Array::Reals{0.5, 1}});
  EXPECT_EQ(check(declared, question).error().code, "ARRAY_SHAPE");
}

}  // namespace bindpose::skinning::bones_test
