// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/step_track.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/animation/shared/track_question.h"

namespace bindpose::animation::step_track_test {

const Track steps{Interpolation::step, false, 2, {0.5, 0.75, 1.25}, {1, 2, 3, 4, 5, 6}};

double first_at(double t) {
  return step_track<double>(steps, t)[0];
}

TEST(step_track, a_value_changes_at_its_key) {
  EXPECT_EQ(first_at(std::nextafter(0.75f, 0.0f)), 1);
  EXPECT_EQ(first_at(0.75), 3);
  EXPECT_EQ(first_at(std::nextafter(0.75f, 1.0f)), 3);
  EXPECT_EQ(first_at(std::nextafter(1.25f, 0.0f)), 3);
  EXPECT_EQ(first_at(1.25), 5);
}

TEST(step_track, values_are_copied_exactly) {
  const Track track{Interpolation::step, true, 4, {0, 1}, {0, 0, 0, 1.01, 0.01, 0, 0, -1}};
  const std::vector<Tracked> tracked = step_track<Tracked>(track, 1);
  for (const Tracked& x : tracked)
    EXPECT_EQ(x.error(), 0);
  EXPECT_EQ(step_track<double>(track, 0.5), (std::vector<double>{0, 0, 0, 1.01}));
  EXPECT_EQ(step_track<double>(track, 1), (std::vector<double>{0.01, 0, 0, -1}));
}

TEST(step_track, invalid_inputs_are_refused) {
  const auto code = [](const Track& track) {
    ArraySet question;
    add_track(question, track, {0});
    const auto answer = find_algorithm("step_track")->implementation.in_double(question, {});
    return answer ? std::string() : answer.error().code + " " + answer.error().where;
  };
  EXPECT_EQ(code({Interpolation::step, false, 1, {}, {}}), "COUNT_MISMATCH times");
  EXPECT_EQ(validate(Track{Interpolation::step, false, 1, {0, 1}, {1, 2, 3}}).error().code, "COUNT_MISMATCH");
  EXPECT_EQ(code({Interpolation::step, true, 3, {0}, {1, 2, 3}}), "COUNT_MISMATCH values");
  EXPECT_EQ(code({Interpolation::step, false, 0, {0}, {}}), "COUNT_MISMATCH values");
  EXPECT_EQ(code({Interpolation::step, true, 4, {0}, {0, 0, 0, 2}}), "NOT_UNIT values[0]");
}

}  // namespace bindpose::animation::step_track_test
