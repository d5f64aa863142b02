// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/shared/track.h"

#include <gtest/gtest.h>

namespace bindpose::animation::track_test {

const std::vector<double> keys = {0.5, 0.75, 1.25};

double above(double t) {
  return std::nextafter(static_cast<float>(t), 1e9f);
}

Track one_key(Interpolation interpolation) {
  Track track{interpolation, false, 2, {0.5}, {3, 4}};
  if (interpolation == Interpolation::cubicspline) track.values = {100, 200, 3, 4, 300, 400};
  return track;
}

TEST(track, one_key_holds_at_all_times) {
  for (const Interpolation interpolation :
       {Interpolation::step, Interpolation::linear, Interpolation::cubicspline})
    for (const double t : {-infinity, -1.0, 0.5, 2.0, infinity, double(NAN)})
      EXPECT_EQ(sample<double>(one_key(interpolation), t), (std::vector<double>{3, 4}));
}

TEST(track, times_outside_the_keys_are_clamped) {
  Track track{Interpolation::linear, false, 1, keys, {5, 7, -1}};
  EXPECT_EQ(sample<double>(track, 0)[0], 5);
  EXPECT_EQ(sample<double>(track, 1.25)[0], -1);
  EXPECT_EQ(sample<double>(track, above(1.25))[0], -1);
  EXPECT_EQ(sample<double>(track, 1000)[0], -1);
  EXPECT_EQ(sample<double>(track, 1)[0], 3);
  track.interpolation = Interpolation::step;
  EXPECT_EQ(sample<double>(track, 1)[0], 7);
}

TEST(track, every_scalar_type_can_be_sampled) {
  const Track track{Interpolation::linear, false, 1, keys, {5, 7, -1}};
  EXPECT_EQ(sample<float>(track, 1)[0], 3.0f);
  EXPECT_EQ(to_double(sample<Quad>(track, 1)[0]), 3.0);
  EXPECT_EQ(sample<Tracked>(track, 1)[0].value(), 3.0);
  EXPECT_GT(sample<Tracked>(track, 1)[0].error(), 0);
}

}  // namespace bindpose::animation::track_test
