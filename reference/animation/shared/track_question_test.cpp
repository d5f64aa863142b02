// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/shared/track_question.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "reference/samples/sample.h"

namespace bindpose::animation {

TEST(TrackQuestion, reads_back_what_was_added) {
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
      << "three blocks per key are no plain values";
}

TEST(TrackQuestion, samples_are_valid_and_reach_outside_the_keys) {
  Random random("tracks");
  for (const Interpolation kind : {Interpolation::step, Interpolation::linear, Interpolation::cubicspline}) {
    std::size_t before = 0, after = 0;
    for (int n = 0; n < 100; ++n) {
      const ArraySet question = samples::sample_track(kind, 20, random);
      ASSERT_TRUE(check(track_declaration(kind), question));
      const auto track = read_track(question, kind);
      ASSERT_TRUE(track) << to_string(track.error());
      for (const double t : question.find("t")->reals()) {
        before += t < track->times.front() ? 1 : 0;
        after += t > track->times.back() ? 1 : 0;
      }
    }
    EXPECT_GT(before, 0U);
    EXPECT_GT(after, 0U);
  }
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
