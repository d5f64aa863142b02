// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/pose_loop.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"

namespace bindpose::animation::pose_loop_test {

struct PoseLoop {
  std::vector<double> times;  ///< [#keys]
  double period = 0;
  std::vector<Vec3<double>> translations;  ///< translations of one joint [#keys]
  std::vector<Vec4<double>> rotations;     ///< (x, y, z, w) [#keys]
};

/// An elbow at 0, 30, 60 and 90 degrees about z, by default one key per second. Its x is the number of the key.
PoseLoop elbow(std::vector<double> times = {0, 1, 2, 3}, double period = 4) {
  PoseLoop loop{std::move(times), period, {}, {}};
  for (std::size_t k = 0; k < loop.times.size(); ++k) {
    const double half = static_cast<double>(k) * M_PI / 12;
    loop.translations.emplace_back(static_cast<double>(k), 5, 0);
    loop.rotations.emplace_back(0, 0, std::sin(half), std::cos(half));
  }
  return loop;
}

ArraySet question_of(const PoseLoop& loop, double t) {
  Array::Reals translations, rotations;
  for (const Vec3<double>& x : loop.translations)
    translations.insert(translations.end(), x.begin(), x.end());
  for (const Vec4<double>& q : loop.rotations)
    rotations.insert(rotations.end(), q.begin(), q.end());
  ArraySet question;
  question.add("times", {loop.times.size()}, loop.times).add("period", {1}, Array::Reals{loop.period});
  question.add("translations", {loop.translations.size(), 1, 3}, std::move(translations));
  question.add("rotations", {loop.rotations.size(), 1, 4}, std::move(rotations));
  question.add("t", {1}, Array::Reals{t});
  return question;
}

const Implementation& pose_loop() {
  return find_algorithm("pose_loop")->implementation;
}

/// Elbow angle in degrees.
double degrees_at(const PoseLoop& loop, double t) {
  const std::vector<double> q =
      pose_loop().in_double(question_of(loop, t), {}).value().find("rotations")->values;
  return 2 * std::atan2(q[2], q[3]) * 180 / M_PI;
}

double x_at(const PoseLoop& loop, double t) {
  return pose_loop().in_double(question_of(loop, t), {}).value().find("translations")->values[0];
}

TEST(pose_loop, the_last_key_leads_back_to_the_first) {
  const PoseLoop loop = elbow();
  EXPECT_NEAR(degrees_at(loop, 0), 0, 1e-12);
  EXPECT_NEAR(degrees_at(loop, 0.5), 15, 1e-12);
  EXPECT_NEAR(degrees_at(loop, 2.25), 67.5, 1e-12);
  EXPECT_NEAR(degrees_at(loop, 3), 90, 1e-12);
  EXPECT_NEAR(degrees_at(loop, 3.5), 45, 1e-12);
  EXPECT_NEAR(degrees_at(loop, 3.75), 22.5, 1e-12);
  EXPECT_NEAR(degrees_at(loop, 4), 0, 1e-12);
  EXPECT_EQ(x_at(loop, 3.5), 1.5);
}

TEST(pose_loop, the_first_key_can_hold_until_its_time) {
  const auto x = [](double t, const Options& options) {
    return (*pose_loop().in_double(question_of(elbow({1, 2, 3}, 4), t), options))
        .find("translations")
        ->values[0];
  };
  const Options holds = {{"before_first_key", "holds"}};
  EXPECT_DOUBLE_EQ(x(0.5, {}), 0.5) << "three quarters of the way from 2 back to 0";
  EXPECT_EQ(x(0.5, holds), 0);
  EXPECT_EQ(x(1.5, holds), 0.5);
  EXPECT_DOUBLE_EQ(x(3.5, {}), 1.5);
  EXPECT_DOUBLE_EQ(x(3.5, holds), 1);
}

TEST(pose_loop, the_loop_repeats_in_both_directions) {
  const PoseLoop loop = elbow();
  for (double t = 0; t < 4; t += 0.125)
    for (const double turns : {-8.0, -4.0, 4.0, 400.0})
      EXPECT_EQ(x_at(loop, t + turns), x_at(loop, t));
}

TEST(pose_loop, the_loop_is_continuous_across_its_end) {
  const PoseLoop loop = elbow({0.5, 0.75, 1.25, 2.5}, 4);
  EXPECT_NEAR(x_at(loop, std::nextafter(4.0, 0.0)), x_at(loop, 4), 1e-14);
  EXPECT_NEAR(x_at(loop, std::nextafter(0.0, -1.0)), x_at(loop, 0), 1e-14);
  EXPECT_NEAR(x_at(loop, std::nextafter(0.5, 0.0)), x_at(loop, 0.5), 1e-14);
}

TEST(pose_loop, a_loop_of_one_key_does_not_move) {
  const PoseLoop loop = elbow({1}, 2);
  for (const double t : {-3.0, 0.0, 1.0, 1.5})
    EXPECT_EQ(x_at(loop, t), 0);
}

TEST(pose_loop, the_bound_grows_with_time) {
  const auto error = [](double t) {
    return pose_loop()
        .in_tracked(question_of(elbow(), t), {})
        .value()
        .find("translations")
        ->values[0]
        .error();
  };
  EXPECT_LT(error(2.25), 3e-6);
  EXPECT_GT(error(40002.25), 1e-3);
}

TEST(pose_loop, invalid_inputs_are_refused) {
  const auto code = [](const PoseLoop& loop) {
    const auto pose = pose_loop().in_double(question_of(loop, 0), {});
    return pose ? std::string() : pose.error().code + " " + pose.error().where;
  };
  EXPECT_EQ(code(elbow({}, 1)), "COUNT_MISMATCH times");
  EXPECT_EQ(code(elbow({0, 1}, 0)), "TIME_RANGE period");
  EXPECT_EQ(code(elbow({0, 1}, 1)), "TIME_RANGE times[1]");
  EXPECT_EQ(code(elbow({-1, 1}, 2)), "TIME_RANGE times[0]");
}

}  // namespace bindpose::animation::pose_loop_test
