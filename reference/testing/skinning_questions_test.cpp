// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/skinning_questions.h"

#include <gtest/gtest.h>

namespace bindpose::test {
namespace skinning_questions_test {

/// Three vertices, two slots, four joints.
ArraySet question(const char* palette) {
  ArraySet q;
  q.add("positions", {3, 3}, Array::Reals{1, 2, 3, 4, 5, 6, 7, 8, 9});
  q.add("joints", {3, 2}, Array::Integers{0, 1, 1, 2, 2, 3});
  q.add("weights", {3, 2}, Array::Reals{1, 0, 0.5, 0.5, 0.25, 0.75});
  q.add("lengths", {4}, Array::Reals{1, 2, 3, 4});
  if (std::string(palette) == "palette") {
    const Affine<double> shifted{Mat3<double>::Identity(), {1, 0, 0}};
    add_affines(q, "palette", std::vector<Affine<double>>(4, shifted));
  } else {
    add_rigids(q, "palette", std::vector<Rigid<double>>(4, {Quat<double>::Identity(), {1, 0, 0}}));
  }
  return q;
}

TEST(Questions, arrays_are_told_apart_by_shape) {
  for (const char* palette : {"palette", "rigid"}) {
    const ArraySet q = question(palette);
    EXPECT_EQ(joint_count(q), 4U);
    EXPECT_EQ(slot_count(q), 2U);
    EXPECT_EQ(vertex_count(q), 3U);
    EXPECT_TRUE(has_joints(q));
    EXPECT_TRUE(has_slots(q));
    EXPECT_TRUE(by_joint(q, *q.find("lengths")));
    EXPECT_FALSE(by_joint(q, *q.find("weights")));
    EXPECT_TRUE(by_slot(q, *q.find("weights")));
    EXPECT_TRUE(by_slot(q, *q.find("joints")));
    EXPECT_FALSE(by_slot(q, *q.find("positions")));
    EXPECT_EQ(rigid_palette(q), std::string(palette) == "rigid");
  }
  EXPECT_FALSE(has_joints(ArraySet()));
}

TEST(Questions, rows_are_gathered) {
  const ArraySet q = question("rigid");
  const ArraySet swapped = rebuilt(q, by_joint, [](Array& array) {
    gather(array, {3, 2, 1, 0}, row_size(array, 1));
  });
  EXPECT_EQ(swapped.find("lengths")->reals(), (Array::Reals{4, 3, 2, 1}));
  EXPECT_EQ(swapped.find("weights")->reals(), q.find("weights")->reals());
  Array joints = *q.find("joints");
  gather(joints, {1, 1, 0}, 2);
  EXPECT_EQ(joints.integers(), (Array::Integers{1, 2, 1, 2, 0, 1}));
}

TEST(Questions, both_palettes_move_alike) {
  const Rigid<double> motion{Quat<double>(0.5, 0.5, 0.5, 0.5), {0, 0, 5}};  // x to y
  const ArraySet matrices = moved(motion, question("palette")), rigid = moved(motion, question("rigid"));
  const auto M = *read_affines<double>(matrices, "palette");
  const auto q = *read_rigids<double>(rigid, "palette");
  for (std::size_t j = 0; j < 4; ++j) {
    EXPECT_EQ(M[j].translation, Vec3<double>(0, 1, 5));
    EXPECT_EQ(q[j].translation, Vec3<double>(0, 1, 5));
    EXPECT_EQ(M[j].linear, rotation_matrix(q[j].rotation));
  }
}

}  // namespace skinning_questions_test
}  // namespace bindpose::test
