// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/shared/track_question.h"

#include <gtest/gtest.h>

namespace bindpose::animation {

TEST(TrackQuestion, an_added_track_is_read_back) {
  Track track{Interpolation::cubicspline, false, 1, {0.5, 2}, {1, 2, 3, 4, 5, 6}};
  ArraySet question;
  add_track(question, track, {0, 1, 3});
  const auto read = read_track(question, Interpolation::cubicspline);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->times, track.times);
  EXPECT_EQ(read->values, track.values);
  EXPECT_EQ(read->width, 1U);
  EXPECT_TRUE(check(track_declaration(Interpolation::cubicspline), question));
  EXPECT_FALSE(check(track_declaration(Interpolation::linear), question))
      << "three blocks per key are not plain values";
}

TEST(TrackQuestion, a_rotation_of_length_zero_is_undefined) {
  Track track{Interpolation::step, true, 4, {0}, {0, 0, 0, 1}};
  ArraySet question;
  add_track(question, track, {0, 1});
  const Declaration declared = track_declaration(Interpolation::step);
  const Options none;
  const Inputs<double> in(declared, question, none, check(declared, question).value());
  const auto answer = answer_track(in, Interpolation::step, [](const Track&, double t) {
    return t > 0 ? std::vector<double>(4, 0.0) : std::vector<double>{0, 0, 0, 1};
  });
  ASSERT_TRUE(answer) << to_string(answer.error());
  ASSERT_EQ(answer->undefined.size(), 1U);
  EXPECT_EQ(answer->undefined[0].row, 1U);
}

}  // namespace bindpose::animation
