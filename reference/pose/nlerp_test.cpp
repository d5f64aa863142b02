// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/pose/nlerp.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "reference/core/algorithm.h"
#include "reference/core/random.h"
#include "reference/pose/agreement.h"
#include "reference/pose/slerp.h"

namespace bindpose::pose {

Implementation nlerp_implementation();

namespace {

constexpr double pi = std::numbers::pi;

Vec4<double> turn(double angle) {
  Vec4<double> q;
  q << std::sin(angle / 2) * Vec3<double>(2, 3, 6) / 7, std::cos(angle / 2);
  return q;
}

/// The angle in degrees of the rotation that carries one rotation into the other.
double degrees_between(const Vec4<double>& a, const Vec4<double>& b) {
  return 4 * std::atan2((a - b).norm(), (a + b).norm()) * 180 / pi;
}

struct Farthest {
  double degrees = 0, arc = 0, t = 0;
};

Farthest farthest(double arc_low, double arc_high, double arc_step) {
  Farthest found;
  for (double arc = arc_low; arc <= arc_high; arc += arc_step)
    for (int i = 0; i <= 2000; ++i) {
      const double t = i / 4000.0;  // symmetric about 1/2
      const Vec4<double> a = turn(0), b = turn(arc * pi / 180);
      const double d = degrees_between(nlerp(a, b, t), slerp(a, b, t));
      if (d > found.degrees) found = {d, arc, t};
    }
  return found;
}

}  // namespace

TEST(nlerp, greatest_angle_to_slerp) {
  // The literature says "about 8 degrees".
  const Farthest found = farthest(0, 180, 1);
  EXPECT_NEAR(found.degrees, 8.149, 0.0005);
  EXPECT_EQ(found.arc, 180);
  EXPECT_NEAR(found.t, (1 - std::sqrt(4 / pi - 1)) / 2, 3e-4);
  EXPECT_NEAR(farthest(120, 120, 1).degrees, 2.234, 0.0005);
  EXPECT_NEAR(farthest(170, 170, 1).degrees, 6.758, 0.0005);
}

TEST(nlerp, same_path_as_slerp) {
  Random random("nlerp.path");
  for (int round = 0; round < 1000; ++round) {
    const Vec4<double> a = random.rotation().coeffs().normalized(),
                       b = random.rotation().coeffs().normalized();
    const Vec4<double> q = nlerp(a, b, random.unit());
    EXPECT_NEAR(q.norm(), 1, 1e-15);
    // q lies in the plane of a and b: no part is left when both are taken out.
    const Vec4<double> c = (b - a.dot(b) * a).normalized();
    EXPECT_LT((q - q.dot(a) * a - q.dot(c) * c).norm(), 1e-14);
  }
}

TEST(nlerp, closed_form) {
  const double angle = 2.0, t = 0.3;
  const double turned = 2 * std::atan2(t * std::sin(angle / 2), 1 - t + t * std::cos(angle / 2));
  EXPECT_LT((nlerp(turn(0.4), turn(0.4 + angle), t) - turn(0.4 + turned)).norm(), 1e-15);
  EXPECT_LT((nlerp<double>(turn(0.4), -turn(0.4 + angle), t) - turn(0.4 + turned)).norm(), 1e-15);
  EXPECT_LT((nlerp(turn(0.4), turn(0.4 + angle), 0.5) - turn(0.4 + angle / 2)).norm(), 1e-15);
}

TEST(nlerp, normalises_ends_too) {
  const Vec4<double> a = 1.01 * turn(1), b = 0.99 * turn(2);
  EXPECT_LT((nlerp(a, b, 0.0) - turn(1)).norm(), 1e-15);
  EXPECT_LT((nlerp(a, b, 1.0) - turn(2)).norm(), 1e-15);
}

TEST(nlerp, half_a_turn_apart_is_finite) {
  const Vec4<double> i(1, 0, 0, 0), one(0, 0, 0, 1);
  EXPECT_LT((nlerp<double>(one, i, 0.5) - Vec4<double>(std::sqrt(0.5), 0, 0, std::sqrt(0.5))).norm(), 1e-15);
}

TEST(nlerp, errors) {
  ArraySet question;
  question.add("a", {1, 4}, Array::Reals{0, 0, 0, 1}).add("b", {1, 4}, Array::Reals{0, 0, 0, 2});
  question.add("t", {1}, Array::Reals{0});
  const auto result = nlerp_implementation().in_double(question, {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, "NOT_UNIT");
  EXPECT_EQ(result.error().where, "b[0]");
}

TEST(nlerp, float_evaluation_stays_within_the_bound) {
  const Agreement agreement = measure_agreement("nlerp", nlerp_implementation(), 8, 4000);
  EXPECT_LE(agreement.fraction, 1);
  EXPECT_GE(agreement.numbers, 8u * 4u * 4000u);
  EXPECT_LT(agreement.quad, 1e-15);
}

}  // namespace bindpose::pose
