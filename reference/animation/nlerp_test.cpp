// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/nlerp.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "reference/animation/slerp.h"
#include "reference/model/algorithm.h"
#include "reference/numeric/random.h"
#include "reference/numeric/scalar.h"

namespace bindpose::animation {

namespace nlerp_test {

constexpr double pi = std::numbers::pi;

Vec4<double> turn(double angle) {
  Vec4<double> q;
  q << std::sin(angle / 2) * Vec3<double>(2, 3, 6) / 7, std::cos(angle / 2);
  return q;
}

/// By how many degrees the rotations nlerp and slerp differ, the turn that carries one into the other, for
/// ends that are `arc` radians of rotation apart.
template <class T>
T degrees_apart(const T& arc, const T& t) {
  using std::acos, std::atan2, std::cos, std::sin, std::sqrt;
  const Vec4<T> a(T(0), T(0), T(0), T(1)), b(T(sin(T(arc / 2))), T(0), T(0), T(cos(T(arc / 2))));
  const Vec4<T> p = nlerp<T>(a, b, t), q = slerp<T>(a, b, t);
  const Vec4<T> difference = p - q, sum = p + q;
  const T quarter = atan2(T(sqrt(difference.dot(difference))), T(sqrt(sum.dot(sum))));
  return quarter * 4 * 180 / acos(T(-1));
}

struct Farthest {
  double degrees = 0, arc = 0, t = 0;
};

/// The greatest difference on one arc, by a grid over 0 .. 1/2 (1 - t gives the same) and nested thirds
/// around its best point.
Farthest farthest_on(double arc) {
  Farthest found{-1, arc, 0};
  const auto look = [&](double t) {
    const double degrees = degrees_apart(arc, t);
    if (degrees > found.degrees) found = {degrees, arc, t};
    return degrees;
  };
  constexpr int steps = 100;
  for (int i = 0; i <= steps; ++i)
    look(0.5 * i / steps);
  double low = found.t - 0.5 / steps, high = found.t + 0.5 / steps;
  for (int round = 0; round < 60; ++round) {
    const double third = (high - low) / 3;
    if (look(low + third) < look(high - third))
      low += third;
    else
      high -= third;
  }
  return found;
}

TEST(nlerp, greatest_angle_to_slerp_over_all_arcs_and_parameters) {
  // The literature says "about 8 degrees".
  Farthest found;
  double widest_before = -1;
  for (int step = 1; step <= 720; ++step) {
    const Farthest on_arc = farthest_on(pi * step / 720);
    EXPECT_GT(on_arc.degrees, widest_before) << "grows with the arc: the greatest is at its end";
    widest_before = on_arc.degrees;
    if (on_arc.degrees > found.degrees) found = on_arc;
  }
  EXPECT_NEAR(found.degrees, 8.149137192445511, 1e-9);
  EXPECT_NEAR(found.arc, pi, 1e-15);
  EXPECT_NEAR(found.t, 0.238638399561468, 1e-6);
  EXPECT_NEAR(farthest_on(2 * pi / 3).degrees, 2.2339726367, 1e-9);
  EXPECT_NEAR(farthest_on(170 * pi / 180).degrees, 6.7575779995, 1e-9);
}

TEST(nlerp, greatest_angle_to_slerp_with_113_bits) {
  using std::sqrt;
  const Quad arc = acos(Quad(-1));
  const Quad t = (Quad(1) - sqrt(Quad(4) / arc - Quad(1))) / 2;
  const Quad degrees = degrees_apart<Quad>(arc, t);
  EXPECT_LT(abs(degrees - Quad("8.14913719244551054115266942893263")), Quad(1e-28));
  EXPECT_LT(abs(t - Quad("0.23863839956146834243160144402364")), Quad(1e-30));
  // A maximum in t, and at the end of the range of arcs.
  const Quad step(1e-12);
  EXPECT_LT(degrees_apart<Quad>(arc, t - step), degrees);
  EXPECT_LT(degrees_apart<Quad>(arc, t + step), degrees);
  EXPECT_LT(degrees_apart<Quad>(arc - step, t), degrees);
  EXPECT_LT(abs(degrees_apart<Quad>(arc, Quad(1) - t) - degrees), Quad(1e-28)) << "symmetric in t";
}

TEST(nlerp, no_random_pair_is_farther_from_slerp) {
  Random random("nlerp.farthest");
  double greatest = 0;
  for (int round = 0; round < 200000; ++round) {
    const Vec4<double> a = random.rotation().coeffs().normalized(),
                       b = random.rotation().coeffs().normalized();
    const double t = random.unit();
    const Vec4<double> p = nlerp(a, b, t), q = slerp(a, b, t);
    greatest = std::max(greatest, 4 * std::atan2((p - q).norm(), (p + q).norm()) * 180 / pi);
  }
  EXPECT_LT(greatest, 8.149137192445511);
  EXPECT_GT(greatest, 8);
}

TEST(nlerp, same_path_as_slerp) {
  Random random("nlerp.path");
  for (int round = 0; round < 1000; ++round) {
    const Vec4<double> a = random.rotation().coeffs().normalized(),
                       b = random.rotation().coeffs().normalized();
    const Vec4<double> q = nlerp(a, b, random.unit());
    EXPECT_NEAR(q.norm(), 1, 1e-15);
    // q is in the plane of a and b: no part is left when both are taken out.
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

}  // namespace nlerp_test
}  // namespace bindpose::animation
