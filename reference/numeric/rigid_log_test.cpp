// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/rigid_log.h"

#include <algorithm>
#include <numbers>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::rigid_log_test {

constexpr double pi = std::numbers::pi;

Quat<double> turn(const Vec3<double>& axis, double angle) {
  return Quat<double>(Eigen::AngleAxisd(angle, axis.normalized()));
}

Rigid<double> random_motion(Random& random, double angle, double reach) {
  return {turn(random.direction(), angle), random.point(reach)};
}

template <class T>
Rigid<T> rounded(const Rigid<double>& M) {
  Rigid<T> result;
  for (int i = 0; i < 4; ++i)
    result.rotation.coeffs()[i] = static_cast<T>(to_float32(M.rotation.coeffs()[i]));
  for (int i = 0; i < 3; ++i)
    result.translation[i] = static_cast<T>(to_float32(M.translation[i]));
  return result;
}

double distance(const Rigid<double>& a, const Rigid<double>& b) {
  const double rotations = std::min((a.rotation.coeffs() - b.rotation.coeffs()).norm(),
                                    (a.rotation.coeffs() + b.rotation.coeffs()).norm());
  return std::max(rotations, (a.translation - b.translation).norm());
}

/// Largest |float32 - value| / bound seen.
struct Fraction {
  double greatest = 0;
  void record(const Tracked& bound, float got) {
    const double error = std::fabs(static_cast<double>(got) - bound.value());
    if (error == 0) return;
    const double fraction = error / bound.error();
    greatest = std::isnan(fraction) ? INFINITY : std::max(greatest, fraction);
  }
};

constexpr double angles[] = {0, 1e-12, 1e-8, 3e-5, 1e-3, 0.05, 0.4, 0.9999, 1.0001, 1.7, 2.4, 3.1};

TEST(RigidLog, primitives_are_continuous_where_the_series_ends) {
  const Quad step = Quad(1) / Quad(1 << 30) / Quad(1 << 30);
  const Quad below = Quad(1) - step, above = Quad(1) + step;
  EXPECT_LT(to_double(abs(cubic_sine_excess(below) - cubic_sine_excess(above))), 1e-18);
  EXPECT_LT(to_double(abs(cubic_cosine_excess(below) - cubic_cosine_excess(above))), 1e-18);
  EXPECT_NEAR(cubic_sine_excess(0.9999999), cubic_sine_excess(1.0), 1e-8);
  EXPECT_NEAR(cubic_cosine_excess(0.9999999), cubic_cosine_excess(1.0), 1e-7);
  EXPECT_EQ(cubic_sine_excess(0.0), 1.0 / 6);
  EXPECT_EQ(cubic_cosine_excess(0.0), 1.0 / 3);
  EXPECT_EQ(sinc(0.0), 1);
  EXPECT_EQ(angle_over_sine(0.0, 1.0), 1);
}

TEST(RigidLog, the_logarithm_is_the_axis_times_half_the_angle) {
  const Vec3<double> axis = Vec3<double>(2, 3, 6) / 7;
  for (const double angle : angles) {
    EXPECT_LT((half_log(turn(axis, angle)) - angle / 2 * axis).norm(), 1e-15) << angle;
    EXPECT_LT((half_exp<double>(angle / 2 * axis).coeffs() - turn(axis, angle).coeffs()).norm(), 1e-15);
    Quat<double> flipped = turn(axis, angle);
    flipped.coeffs() *= -1;
    EXPECT_LT((half_log(flipped) - angle / 2 * axis).norm(), 1e-15) << "the sign does not matter";
  }
}

TEST(RigidLog, the_exponential_inverts_the_logarithm) {
  Random random("rigid_log.inverse");
  for (const double angle : angles)
    for (int round = 0; round < 20; ++round) {
      const Rigid<double> M = random_motion(random, angle, 5);
      EXPECT_LT(distance(rigid_exp(rigid_log(M)), M), 1e-14) << angle;
    }
}

TEST(RigidLog, the_exponential_is_the_limit_of_many_small_steps) {
  // (I + X / n)^n by squaring, X the twist's 4x4 matrix: independent of every closed form.
  RigidLog<double> log;
  log.h = {0.3, -0.5, 0.7};
  log.nu = {2, -1, 3};
  Eigen::Matrix4d X = Eigen::Matrix4d::Zero();
  X << 0, -2 * log.h[2], 2 * log.h[1], log.nu[0], 2 * log.h[2], 0, -2 * log.h[0], log.nu[1], -2 * log.h[1],
      2 * log.h[0], 0, log.nu[2], 0, 0, 0, 0;
  const Eigen::Matrix4d Y = X / (1 << 20);
  Eigen::Matrix4d power = Eigen::Matrix4d::Identity() + Y + Y * Y / 2 + Y * Y * Y / 6;
  for (int i = 0; i < 20; ++i)
    power = (power * power).eval();
  const Rigid<double> M = rigid_exp(log);
  EXPECT_LT((power.block<3, 3>(0, 0) - rotation_matrix(M.rotation)).norm(), 1e-9);
  EXPECT_LT((power.block<3, 1>(0, 3) - M.translation).norm(), 1e-9);
}

TEST(RigidLog, half_turns_leave_the_axis_undecided) {
  Branches::current() = {};
  const Quat<Tracked> nearly =
      quaternion_xyzw<Tracked>(Tracked::uncertain(1, 1e-7), 0, 0, Tracked::uncertain(1e-9, 1e-7));
  const Vec3<Tracked> h = half_log(nearly);
  EXPECT_EQ(Branches::current().undecided, 1u);
  Branches::current() = {0, true};
  const Vec3<Tracked> other = half_log(nearly);
  EXPECT_NEAR(h[0].value(), pi / 2, 1e-8);
  EXPECT_NEAR(other[0].value(), -pi / 2, 1e-8);
  EXPECT_LT(other[0].error(), 1e-5);
  Branches::current() = {};
}

TEST(RigidLog, the_bound_is_small_at_every_angle) {
  for (const double angle : angles) {
    const Rigid<Tracked> M = rounded<Tracked>({turn({1, 2, 3}, angle), {1, 2, -1}});
    const RigidLog<Tracked> log = rigid_log(M);
    const Rigid<Tracked> back = rigid_exp(log);
    for (int i = 0; i < 3; ++i) {
      EXPECT_LT(log.h[i].error(), 8e-6) << angle;
      EXPECT_LT(log.nu[i].error(), 1e-4) << angle;
      EXPECT_LT(back.translation[i].error(), 4e-4) << angle;
    }
  }
}

TEST(RigidLog, float_stays_within_the_bound) {
  Random random("rigid_log.float");
  Fraction h, nu, q, t;
  for (int round = 0; round < 20000; ++round) {
    const double angle = round % 2 == 0 ? random.uniform(0, 3.1) : std::ldexp(random.unit(), -round % 40);
    const Rigid<double> M = random_motion(random, angle, 4);
    const RigidLog<Tracked> bound = rigid_log(rounded<Tracked>(M));
    const RigidLog<float> got = rigid_log(rounded<float>(M));
    const Rigid<Tracked> bound_back = rigid_exp(bound);
    const Rigid<float> back = rigid_exp(got);
    for (int i = 0; i < 3; ++i) {
      h.record(bound.h[i], got.h[i]);
      nu.record(bound.nu[i], got.nu[i]);
      t.record(bound_back.translation[i], back.translation[i]);
    }
    for (int i = 0; i < 4; ++i)
      q.record(bound_back.rotation.coeffs()[i], back.rotation.coeffs()[i]);
  }
  fmt::print("rigid_log: float32 within {:.3f} (h), {:.3f} (nu), {:.3f} (q), {:.3f} (t) of the bound\n",
             h.greatest, nu.greatest, q.greatest, t.greatest);
  for (const Fraction& fraction : {h, nu, q, t}) {
    EXPECT_LE(fraction.greatest, 1);
    EXPECT_GT(fraction.greatest, 0.05);
  }
}

TEST(RigidLog, direct_differences_stay_within_the_bound) {
  Random random("rigid_log.direct");
  Fraction sine, cosine;
  for (int round = 0; round < 20000; ++round) {
    const float x = static_cast<float>(random.uniform(0.5, 3.2));
    const float y = static_cast<float>(random.uniform(1, 6.4));
    cosine.record(cubic_cosine_excess(Tracked(static_cast<double>(x))),
                  (std::sin(x) - x * std::cos(x)) / (x * x * x));
    sine.record(cubic_sine_excess(Tracked(static_cast<double>(y))), (y - std::sin(y)) / (y * y * y));
  }
  EXPECT_LE(sine.greatest, 1);
  EXPECT_LE(cosine.greatest, 1);
  EXPECT_GT(cosine.greatest, 0.02);
}

}  // namespace bindpose::rigid_log_test
