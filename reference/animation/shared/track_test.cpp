// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/shared/track.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace bindpose::animation {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const std::vector<double> keys = {0.5, 0.75, 1.25};

double below(double t) {
  return std::nextafter(static_cast<float>(t), -1e9f);
}
double above(double t) {
  return std::nextafter(static_cast<float>(t), 1e9f);
}

Track one_key(Interpolation interpolation) {
  Track track{interpolation, false, 2, {0.5}, {3, 4}};
  if (interpolation == Interpolation::cubicspline) track.values = {100, 200, 3, 4, 300, 400};
  return track;
}

}  // namespace

TEST(track, find_key) {
  const auto place = [](double t) {
    const KeyPlace found = find_key(keys, t);
    return std::pair<int, bool>(static_cast<int>(found.key), found.between);
  };
  using P = std::pair<int, bool>;
  EXPECT_EQ(place(-infinity), P(0, false));
  EXPECT_EQ(place(below(0.5)), P(0, false));
  EXPECT_EQ(place(0.5), P(0, false));
  EXPECT_EQ(place(above(0.5)), P(0, true));
  EXPECT_EQ(place(below(0.75)), P(0, true));
  EXPECT_EQ(place(0.75), P(1, false));
  EXPECT_EQ(place(above(0.75)), P(1, true));
  EXPECT_EQ(place(below(1.25)), P(1, true));
  EXPECT_EQ(place(1.25), P(2, false));
  EXPECT_EQ(place(above(1.25)), P(2, false));
  EXPECT_EQ(place(infinity), P(2, false));
  EXPECT_EQ(place(NAN), P(0, false));
}

TEST(track, one_key_holds_for_ever) {
  for (const Interpolation interpolation :
       {Interpolation::step, Interpolation::linear, Interpolation::cubicspline})
    for (const double t : {-infinity, -1.0, 0.5, 2.0, infinity, double(NAN)})
      EXPECT_EQ(sample<double>(one_key(interpolation), t), (std::vector<double>{3, 4}));
}

TEST(track, clamps_outside) {
  Track track{Interpolation::linear, false, 1, keys, {5, 7, -1}};
  EXPECT_EQ(sample<double>(track, 0)[0], 5);
  EXPECT_EQ(sample<double>(track, 1.25)[0], -1);
  EXPECT_EQ(sample<double>(track, above(1.25))[0], -1);
  EXPECT_EQ(sample<double>(track, 1000)[0], -1);
  EXPECT_EQ(sample<double>(track, 1)[0], 3);
  track.interpolation = Interpolation::step;
  EXPECT_EQ(sample<double>(track, 1)[0], 7);
}

TEST(track, elapsed_time_is_bounded_by_one_rounding) {
  const double late = 1000, later = above(1000);
  EXPECT_EQ(elapsed<double>(late, later), later - late);
  EXPECT_EQ(elapsed<Tracked>(late, later).value(), later - late);
  EXPECT_LE(elapsed<Tracked>(late, later).error(), 0x1p-22 * (later - late));
  EXPECT_EQ(elapsed<Tracked>(0, 1.5).error(), 0);
  EXPECT_EQ(elapsed<Tracked>(0.5, 2e30).value(), 2e30 - 0.5);
}

TEST(track, every_scalar_samples) {
  const Track track{Interpolation::linear, false, 1, keys, {5, 7, -1}};
  EXPECT_EQ(sample<float>(track, 1)[0], 3.0f);
  EXPECT_EQ(to_double(sample<Quad>(track, 1)[0]), 3.0);
  EXPECT_EQ(sample<Tracked>(track, 1)[0].value(), 3.0);
  EXPECT_GT(sample<Tracked>(track, 1)[0].error(), 0);
}

}  // namespace bindpose::animation
