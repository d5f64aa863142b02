// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/pose.h"

#include <limits>

#include <gtest/gtest.h>

#include "reference/testing/assert.h"

namespace bindpose::pose_test {

Track moving() {
  return {Interpolation::linear, false, 3, {0, 1}, {0, 0, 0, 1, 2, 3}};
}
Track turning() {
  return {Interpolation::linear, true, 4, {0, 1}, {0, 0, 0, 1, 0, 1, 0, 0}};
}

void expect_error(const Track& track, const char* code, const char* where) {
  test::expect_error(validate(track), code, where);
}

TEST(Pose, local_transforms_are_matrix_or_trs) {
  LocalTransform<double> local;
  local.trs.translation = {1, 2, 3};
  local.matrix.translation = {4, 5, 6};
  EXPECT_EQ(affine_from_local(local).translation, Vec3<double>(1, 2, 3));
  local.is_matrix = true;
  EXPECT_EQ(affine_from_local(local).translation, Vec3<double>(4, 5, 6));
}

TEST(Pose, valid_tracks_are_accepted) {
  EXPECT_TRUE(validate(moving()));
  EXPECT_TRUE(validate(turning()));
  EXPECT_TRUE(validate(Track{Interpolation::step, false, 1, {5}, {2}}));
  Track eight_bits = turning();
  eight_bits.values[3] = 126.0 / 127;
  EXPECT_TRUE(validate(eight_bits)) << "rotations stored in 8 bits are not exactly unit";
}

TEST(Pose, cubic_tangents_need_not_be_unit) {
  const Track cubic{Interpolation::cubicspline, true, 4, {0}, {9, 9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 0}};
  EXPECT_TRUE(validate(cubic));
}

TEST(Pose, wrong_track_counts_are_reported) {
  Track track = moving();
  track.values.pop_back();
  expect_error(track, "COUNT_MISMATCH", "values");
  track = moving();
  track.interpolation = Interpolation::cubicspline;
  expect_error(track, "COUNT_MISMATCH", "values");
  track = turning();
  track.width = 3;
  expect_error(track, "COUNT_MISMATCH", "values");
  expect_error(Track{Interpolation::linear, false, 3, {}, {}}, "COUNT_MISMATCH", "times");
  expect_error(Track{Interpolation::linear, false, 0, {1}, {}}, "COUNT_MISMATCH", "values");
}

TEST(Pose, track_times_must_increase_strictly) {
  Track track = moving();
  track.times = {1, 1};
  expect_error(track, "TIME_ORDER", "times[1]");
  track.times = {1, 0.5};
  expect_error(track, "TIME_ORDER", "times[1]");
}

TEST(Pose, track_numbers_must_be_finite) {
  Track track = moving();
  track.times[1] = std::numeric_limits<double>::quiet_NaN();
  expect_error(track, "NOT_FINITE", "times[1]");
  track = moving();
  track.values[4] = std::numeric_limits<double>::infinity();
  expect_error(track, "NOT_FINITE", "values[4]");
}

TEST(Pose, track_rotations_must_be_unit) {
  Track track = turning();
  track.values[5] = 0.9;
  expect_error(track, "NOT_UNIT", "values[1]");
  const Track cubic{Interpolation::cubicspline, true, 4, {0}, {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1}};
  expect_error(cubic, "NOT_UNIT", "values[0]");
}

}  // namespace bindpose::pose_test
