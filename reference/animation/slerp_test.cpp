// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/slerp.h"

#include <numbers>

#include <gtest/gtest.h>

#include "reference/animation/nlerp.h"
#include "reference/numeric/random.h"

namespace bindpose::animation::slerp_test {

constexpr double pi = std::numbers::pi;

/// The rotation by `angle` about a fixed skew axis.
Vec4<double> turn(double angle) {
  Vec4<double> q;
  q << std::sin(angle / 2) * Vec3<double>(2, 3, 6) / 7, std::cos(angle / 2);
  return q;
}

TEST(slerp, the_rotation_has_constant_speed) {
  for (const double angle : {1e-12, 1e-7, 1e-3, 0.1, 1.0, 2.0, 3.0, 3.14159})
    for (const double t : {0.0, 0.125, 0.5, 0.9, 1.0})
      for (const AngleForm form : {AngleForm::half_angle, AngleForm::arccosine})
        EXPECT_LT((slerp(turn(0.4), turn(0.4 + angle), t, form) - turn(0.4 + t * angle)).norm(), 2e-15)
            << angle << " at " << t;
}

TEST(slerp, rotations_half_a_turn_apart_take_the_plus_sign) {
  const Vec4<double> i(1, 0, 0, 0), one(0, 0, 0, 1);
  const Vec4<double> middle = slerp<double>(one, i, 0.5);
  EXPECT_LT((middle - Vec4<double>(std::sqrt(0.5), 0, 0, std::sqrt(0.5))).norm(), 1e-15);
  EXPECT_LT((slerp<double>(one, -i, 0.5) - Vec4<double>(-std::sqrt(0.5), 0, 0, std::sqrt(0.5))).norm(),
            1e-15);
}

TEST(slerp, equal_ends_give_the_first_end) {
  Random random("slerp.equal");
  for (int round = 0; round < 1000; ++round) {
    const Vec4<float> q = random.rotation().coeffs().cast<float>();
    for (const AngleForm form : {AngleForm::half_angle, AngleForm::arccosine})
      for (const Vec4<float>& other : {Vec4<float>(q), Vec4<float>(-q)})
        EXPECT_LT((slerp(q, other, 0.3f, form) - q).norm(), 2e-7f);
  }
}

TEST(slerp, an_undecided_sign_is_recorded) {
  const Vec4<Tracked> one(0, 0, 0, 1);
  const Vec4<Tracked> nearly_half = turn(pi - 1e-9).unaryExpr([](double x) { return Tracked(x); });
  const Vec4<Tracked> other = turn(0).unaryExpr([](double x) { return Tracked(x); });
  Branches::current() = {};
  slerp<Tracked>(other, nearly_half, Tracked(0.5));
  EXPECT_EQ(Branches::current().undecided, 0u);  // three products with 0 are exact
  slerp<Tracked>(turn(1).unaryExpr([](double x) { return Tracked(x); }),
                 turn(1 + pi - 1e-9).unaryExpr([](double x) { return Tracked(x); }), Tracked(0.5));
  EXPECT_EQ(Branches::current().undecided, 1u);
  Branches::current() = {};
}

TEST(slerp, both_arcs_are_right_for_half_a_turn) {
  const auto exact = [](double x, double y, double z, double w) { return Vec4<Tracked>(x, y, z, w); };
  Branches::current() = {};
  EXPECT_GT(slerp<Tracked>(exact(0, 0, 0, 1), exact(1, 0, 0, 0), Tracked(0.5))[0].value(), 0.7);
  EXPECT_EQ(Branches::current().undecided, 1U);
  Branches::current().take_other = true;
  EXPECT_LT(slerp<Tracked>(exact(0, 0, 0, 1), exact(1, 0, 0, 0), Tracked(0.5))[0].value(), -0.7);
  EXPECT_LT(nlerp<Tracked>(exact(0, 0, 0, 1), exact(1, 0, 0, 0), Tracked(0.5))[0].value(), -0.7);
  Branches::current() = {};
}

TEST(slerp, the_bound_is_small_for_close_rotations) {
  // Interval arithmetic through sin(theta) has no bound here.
  for (const double angle : {0.0, 1e-9, 1e-6, 1e-3}) {
    const auto tracked = [](const Vec4<double>& q) {
      return q.unaryExpr([](double x) { return Tracked(x); }).eval();
    };
    const Vec4<Tracked> q = slerp<Tracked>(tracked(turn(1)), tracked(turn(1 + angle)), Tracked(0.25));
    for (int i = 0; i < 4; ++i)
      EXPECT_LT(q[i].error(), 5e-6);
  }
}

}  // namespace bindpose::animation::slerp_test
