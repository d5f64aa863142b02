// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/tolerance.h"

#include <cmath>

#include <gtest/gtest.h>

namespace bindpose::gltf::tolerance_test {

/// The largest error in length of a unit vector of n components, each rounded to a multiple of 1 / 127.
double worst_rounding(int n) {
  return std::sqrt(static_cast<double>(n)) * 0.5 / 127;
}

TEST(tolerance, the_length_tolerance_is_about_the_rounding_of_bytes) {
  EXPECT_GT(kUnitTolerance3, worst_rounding(3) * 0.98);
  EXPECT_LT(kUnitTolerance3, worst_rounding(3));
  EXPECT_GT(kUnitTolerance4, worst_rounding(4) * 0.97);
  EXPECT_LT(kUnitTolerance4, worst_rounding(4));
}

TEST(tolerance, the_weight_tolerance_covers_the_rounding_of_float32) {
  EXPECT_GT(kWeightSumTolerance, 0x1p-23);
  EXPECT_LT(kWeightSumTolerance, 0x1p-22);
}

}  // namespace bindpose::gltf::tolerance_test
