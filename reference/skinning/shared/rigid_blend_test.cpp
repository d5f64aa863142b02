// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/rigid_blend.h"

#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::skinning::rigid_blend_test {

std::vector<Rigid<double>> turns_about_z(std::initializer_list<double> angles) {
  std::vector<Rigid<double>> palette;
  for (const double angle : angles)
    palette.push_back({Quat<double>(std::cos(angle / 2), 0, 0, std::sin(angle / 2)), Vec3<double>::Zero()});
  return palette;
}

/// Half the rotation angle of q about z.
double half_angle(const Quat<double>& q) {
  return std::atan2(q.z(), q.w());
}

TEST(RigidBlend, signs_of_the_input_do_not_matter) {
  Random random("rigid_blend.signs");
  for (int round = 0; round < 100; ++round) {
    std::vector<Rigid<double>> palette(3);
    for (Rigid<double>& M : palette)
      M.rotation = random.rotation();
    const std::vector<Influence<double>> influences = {{0, 0.5}, {1, 0.25}, {2, 0.25}};
    Quat<double> q, flipped;
    ASSERT_TRUE(blend_rotations<double>(influences, palette, 1, q));
    for (const std::size_t j : {0U, 1U, 2U}) {
      palette[j].rotation.coeffs() *= -1;
      ASSERT_TRUE(blend_rotations<double>(influences, palette, 1, flipped));
      EXPECT_NEAR(std::fabs(quaternion_dot(q, flipped)), 1, 1e-14);
    }
  }
}

TEST(RigidBlend, the_lead_decides_which_arcs_are_blended) {
  // Rotations by 0, 130 and -130 degrees. Relative to the first, the others cancel; relative to the
  // second, the third is a rotation by 230 degrees.
  const auto palette = turns_about_z({0, 2.27, -2.27});
  const std::vector<Influence<double>> influences = {{1, 0.3}, {2, 0.3}, {0, 0.4}};
  Quat<double> from_first, from_second;
  ASSERT_TRUE(blend_rotations<double>(influences, palette, 0, from_first));
  ASSERT_TRUE(blend_rotations<double>(influences, palette, 1, from_second));
  EXPECT_NEAR(half_angle(from_first), 0, 1e-15);
  EXPECT_GT(half_angle(from_second), 0.5);
}

TEST(RigidBlend, a_blend_that_cancels_gives_no_rotation) {
  const auto palette = turns_about_z({0, 3.141592653589793238, 2, -2});
  Quat<double> q;
  EXPECT_FALSE(blend_rotations<double>({{0, 0.0}, {1, 0.0}}, palette, 0, q));
  EXPECT_TRUE(blend_rotations<double>({{2, 0.5}, {3, 0.5}}, palette, 2, q)) << "the lead has a weight";
}

TEST(RigidBlend, rotations_half_a_turn_apart_leave_the_sign_undecided) {
  std::vector<Rigid<Tracked>> palette(2);
  const double c = to_float32(std::sqrt(0.5));
  palette[0].rotation = Quat<Tracked>(Tracked(c), Tracked(0), Tracked(0), Tracked(c));
  palette[1].rotation = Quat<Tracked>(Tracked(c), Tracked(0), Tracked(0), Tracked(-c));
  Branches::current() = {};
  Quat<Tracked> q;
  ASSERT_TRUE(blend_rotations<Tracked>({{0, Tracked(0.5)}, {1, Tracked(0.5)}}, palette, 0, q));
  EXPECT_EQ(Branches::current().undecided, 1u);
  EXPECT_LT(q.w().error(), 1e-5);
  Branches::current() = {};
}

}  // namespace bindpose::skinning::rigid_blend_test
