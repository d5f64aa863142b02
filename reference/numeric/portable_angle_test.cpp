// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/portable_angle.h"

#include <numbers>

#include <gtest/gtest.h>

#include "reference/numeric/quad.h"

namespace bindpose {

TEST(PortableAngle, has_every_bit_near_multiples_of_half_pi) {
  EXPECT_EQ(portable_cos(std::numbers::pi / 2), 0x1.1a62633145c07p-54);
  EXPECT_EQ(portable_sin(std::numbers::pi), 0x1.1a62633145c07p-53);
  EXPECT_EQ(portable_sin(2 * std::numbers::pi), -0x1.1a62633145c07p-52);
}

TEST(PortableAngle, is_within_two_units_in_the_last_place) {
  const auto expect = [](double value, const Quad& exact) {
    const double unit = std::ldexp(1.0, std::ilogb(static_cast<double>(exact)) - 52);
    EXPECT_LE(abs(Quad(value) - exact), Quad(2 * unit));
  };
  for (double x = -20; x < 20; x += 0x1.3p-7) {
    expect(portable_sin(x), sin(Quad(x)));
    expect(portable_cos(x), cos(Quad(x)));
    expect(portable_sin(x * 0x1p25), sin(Quad(x * 0x1p25)));
  }
  EXPECT_EQ(portable_sin(-0.0), 0);
  EXPECT_EQ(portable_cos(0), 1);
}

TEST(PortableAngle, rotates_as_eigen_does) {
  const Vec3<double> axis = Vec3<double>(1, 2, -2) / 3;
  const Quat<double> turn(Eigen::AngleAxisd(0.7, axis));
  EXPECT_LE((portable_rotation(0.7, axis).coeffs() - turn.coeffs()).cwiseAbs().maxCoeff(), 0x1p-52);
}

}  // namespace bindpose
