// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/colour_scale.h"

#include <cmath>

#include <gtest/gtest.h>

namespace bindpose::conformance {
namespace colour_scale_test {

/// CIE 1976 lightness of an sRGB colour, 0 to 100.
double lightness(const Colour& colour) {
  constexpr double weights[] = {0.2126, 0.7152, 0.0722};
  double luminance = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    const double x = colour[c] / 255.0;
    luminance += weights[c] * (x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4));
  }
  return luminance > 216.0 / 24389 ? 116 * std::cbrt(luminance) - 16 : luminance * 24389 / 27;
}

TEST(ColourScaleTest, ends_are_the_published_ones) {
  EXPECT_EQ(to_string(scale_colour(0)), "#440154");
  EXPECT_EQ(to_string(scale_colour(1)), "#fde725");
  EXPECT_EQ(scale_colour(-1), scale_colour(0));
  EXPECT_EQ(scale_colour(2), scale_colour(1));
}

TEST(ColourScaleTest, it_grows_lighter_all_the_way_and_about_evenly) {
  constexpr int steps = 64;
  const double whole = lightness(scale_colour(1)) - lightness(scale_colour(0));
  for (int i = 0; i < steps; ++i) {
    const double step = lightness(scale_colour((i + 1.0) / steps)) - lightness(scale_colour(1.0 * i / steps));
    EXPECT_GT(step, 0) << i;
    EXPECT_LT(step, 2.5 * whole / steps) << i;
  }
}

}  // namespace colour_scale_test
}  // namespace bindpose::conformance
