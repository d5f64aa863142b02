// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/nlerp.h"

#include <algorithm>
#include <numbers>

#include <gtest/gtest.h>

#include "reference/animation/slerp.h"
#include "reference/numeric/random.h"

namespace bindpose::animation::nlerp_test {

constexpr double pi = std::numbers::pi;

/// The angle in degrees between the rotations of nlerp and slerp, for ends that are `arc` radians apart.
template <class T>
T degrees_apart(const T& arc, const T& t) {
  using std::acos, std::atan2, std::cos, std::sin, std::sqrt;
  const Vec4<T> a(T(0), T(0), T(0), T(1)), b(T(sin(T(arc / 2))), T(0), T(0), T(cos(T(arc / 2))));
  const Vec4<T> p = nlerp<T>(a, b, t), q = slerp<T>(a, b, t);
  const Vec4<T> difference = p - q, sum = p + q;
  const T quarter = atan2(T(sqrt(difference.dot(difference))), T(sqrt(sum.dot(sum))));
  return quarter * 4 * 180 / acos(T(-1));
}

TEST(nlerp, the_greatest_angle_to_slerp_has_the_known_value) {
  using std::sqrt;
  const Quad arc = acos(Quad(-1));
  const Quad t = (Quad(1) - sqrt(Quad(4) / arc - Quad(1))) / 2;
  const Quad degrees = degrees_apart<Quad>(arc, t);
  EXPECT_LT(abs(degrees - Quad("8.14913719244551054115266942893263")), Quad(1e-28));
  EXPECT_LT(abs(t - Quad("0.23863839956146834243160144402364")), Quad(1e-30));
  // The angle is a maximum in t, and at the end of the range of arcs.
  const Quad step(1e-12);
  EXPECT_LT(degrees_apart<Quad>(arc, t - step), degrees);
  EXPECT_LT(degrees_apart<Quad>(arc, t + step), degrees);
  EXPECT_LT(degrees_apart<Quad>(arc - step, t), degrees);
  EXPECT_LT(abs(degrees_apart<Quad>(arc, Quad(1) - t) - degrees), Quad(1e-28)) << "symmetric in t";
}

TEST(nlerp, no_random_pair_exceeds_the_greatest_angle_to_slerp) {
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

TEST(nlerp, rotations_half_a_turn_apart_have_a_finite_blend) {
  const Vec4<double> i(1, 0, 0, 0), one(0, 0, 0, 1);
  EXPECT_LT((nlerp<double>(one, i, 0.5) - Vec4<double>(std::sqrt(0.5), 0, 0, std::sqrt(0.5))).norm(), 1e-15);
}

}  // namespace bindpose::animation::nlerp_test
