// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/surfaces.h"

#include <gtest/gtest.h>

namespace bindpose::test {

TEST(Surfaces, distance_detects_every_difference) {
  const std::vector<Vec3<double>> a = {{1, 2, 3}, {4, 5, 6}}, b = {{1, 2, 3}, {4, 5, 6.5}};
  EXPECT_EQ(distance(a, a), 0);
  EXPECT_EQ(distance(a, b), 0.5);
  EXPECT_TRUE(std::isinf(distance(a, std::vector<Vec3<double>>{{1, 2, 3}})));
  const std::vector<Vec3<double>> broken = {{1, 2, 3}, {4, std::numeric_limits<double>::quiet_NaN(), 6}};
  EXPECT_TRUE(std::isinf(distance(a, broken)));
}

TEST(Surfaces, motions_move_palettes_and_surfaces) {
  Affine<double> motion = scaling(1, 1, 1);
  motion.translation = {1, 2, 3};
  EXPECT_EQ(moved(motion, std::vector<Affine<double>>(1))[0].translation, motion.translation);
  Surface<double> surface;
  surface.positions = {{0, 0, 0}};
  EXPECT_EQ(moved(motion, surface).positions[0], motion.translation);
}

}  // namespace bindpose::test
