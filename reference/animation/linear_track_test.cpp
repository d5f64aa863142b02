// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/linear_track.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/animation/shared/track_question.h"

namespace bindpose::animation::linear_track_test {

const std::vector<double> keys = {0.5, 0.75, 1.25};
const Track numbers{Interpolation::linear, false, 2, keys, {1, 10, 3, -10, -5, 0}};

std::vector<double> at(const Track& track, double t, LinearForm form = LinearForm::two_products) {
  return linear_track<double>(track, t, form);
}

/// Rotations about x by 0, 30 and 100 degrees, the middle key with the given sign.
Track rotations(double sign) {
  const auto half = [](double degrees) { return degrees * M_PI / 360; };
  return {Interpolation::linear,
          true,
          4,
          keys,
          {0, 0, 0, 1, sign * std::sin(half(30)), 0, 0, sign * std::cos(half(30)), std::sin(half(100)), 0, 0,
           std::cos(half(100))}};
}

TEST(linear_track, nlerp_also_normalizes_at_and_outside_the_keys) {
  Track longer = rotations(1);
  for (double& x : longer.values)
    x *= 1.01;
  for (const double t : {0.0, 0.5, 0.75, 1.25, 7.0}) {
    const auto x = linear_track<double>(longer, t, LinearForm::two_products, RotationInterpolation::nlerp);
    const auto unit = at(rotations(1), t);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_NEAR(x[i], unit[i], 1e-15) << t;
    EXPECT_NE(at(longer, t), unit) << "slerp copies the key";
  }
}

TEST(linear_track, invalid_inputs_are_refused) {
  const auto code = [](const Track& track) {
    ArraySet question;
    add_track(question, track, {1});
    return find_algorithm("linear_track")->implementation.in_double(question, {}).error().code;
  };
  Track track = numbers;
  track.times[2] = 0.75;
  EXPECT_EQ(code(track), "TIME_ORDER");
  track = rotations(1);
  track.values[3] = 0.9;
  EXPECT_EQ(code(track), "NOT_UNIT");
}

/// Covers programs that clamp the time to the keys and then interpolate anyway.
TEST(linear_track, the_bound_at_a_key_covers_the_formulas_of_a_segment_end) {
  const Track track{Interpolation::linear, false, 1, {0, 1, 2}, {1e-3, 0.7, 0.1}};
  const auto held = [](const Track& of, double t) { return linear_track<Tracked>(of, t); };
  const float by_one_product = 0.7F + 1.0F * (0.1F - 0.7F);
  const Tracked last = held(track, 5)[0];
  EXPECT_NE(by_one_product, 0.1F);
  EXPECT_LE(std::fabs(by_one_product - last.value()), last.error());
  EXPECT_LT(last.error(), 1e-6);
  EXPECT_EQ(held(track, 0)[0].error(), 0) << "at u = 0 every form gives the first key";
  const Track alone{Interpolation::linear, false, 1, {0}, {0.3}};
  EXPECT_EQ(held(alone, 5)[0].error(), 0);

  const Track turning = rotations(-1);
  for (const double t : {0.0, 0.75, 7.0}) {
    const auto rotation = held(turning, t);
    const auto exact = linear_track<double>(turning, t);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(rotation[i].value(), exact[i]);
      EXPECT_LE(std::fabs(exact[i]) * 4 * 0x1p-24, rotation[i].error()) << "sin(theta) / sin(theta)";
      EXPECT_LT(rotation[i].error(), 1e-5);
    }
  }
}

}  // namespace bindpose::animation::linear_track_test
