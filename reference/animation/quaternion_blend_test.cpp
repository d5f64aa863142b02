// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/quaternion_blend.h"

#include <numbers>

#include <gtest/gtest.h>

#include "reference/animation/nlerp.h"
#include "reference/testing/answers.h"
#include "reference/testing/assert.h"

namespace bindpose::animation::quaternion_blend_test {

using Rotations = std::vector<Vec4<double>>;
using Weights = std::vector<double>;
constexpr BlendForm forms[] = {BlendForm::sum_then_normalise, BlendForm::weights_first};
const Vec4<double> i(1, 0, 0, 0), j(0, 1, 0, 0), one(0, 0, 0, 1);

/// Unit quaternions within 30 degrees of each other on the sphere.
Rotations cluster(std::size_t count, Random& random) {
  const Vec4<double> centre = random.rotation().coeffs();
  Rotations q;
  for (std::size_t k = 0; k < count; ++k)
    q.push_back((centre + 0.25 * Vec4<double>(random.rotation().coeffs())).normalized());
  return q;
}

TEST(quaternion_blend, two_rotations_are_blended_by_nlerp) {
  Random random("quaternion_blend.nlerp");
  for (int round = 0; round < 500; ++round) {
    const Vec4<double> a = random.rotation().coeffs().normalized(),
                       b = random.rotation().coeffs().normalized();
    const double t = random.unit();
    for (const BlendForm form : forms) {
      BINDPOSE_ASSERT(const auto q, quaternion_blend<double>({a, b}, {3 * (1 - t), 3 * t}, 0, form));
      EXPECT_LT((q - nlerp(a, b, t)).norm(), 1e-14);
    }
  }
}

TEST(quaternion_blend, only_the_sign_of_the_lead_matters) {
  Random random("quaternion_blend.signs");
  for (int round = 0; round < 100; ++round) {
    const Rotations q = cluster(4, random);
    const Weights w = {0.4, 0.3, 0.2, 0.1};
    for (std::size_t lead = 0; lead < 4; ++lead) {
      const Vec4<double> expected = *quaternion_blend<double>(q, w, lead);
      for (std::size_t k = 0; k < 4; ++k) {
        Rotations flipped = q;
        flipped[k] = -flipped[k];
        const double sign = k == lead ? -1 : 1;
        EXPECT_LT((sign * *quaternion_blend<double>(flipped, w, lead) - expected).norm(), 1e-15);
      }
    }
  }
}

TEST(quaternion_blend, only_ratios_of_weights_matter) {
  Random random("quaternion_blend.ratios");
  const Rotations q = cluster(3, random);
  const Vec4<double> expected = *quaternion_blend<double>(q, {0.5, 0.25, 0.25}, 0);
  for (const double scale : {1e-6, 0.98, 2.0, 1e6})
    for (const BlendForm form : forms)
      EXPECT_LT((*quaternion_blend<double>(q, {0.5 * scale, 0.25 * scale, 0.25 * scale}, 0, form) - expected)
                    .norm(),
                1e-15);
  EXPECT_LT((*quaternion_blend<double>(q, {0, 7, 0}, 0) - q[1]).norm(), 1e-15);
}

TEST(quaternion_blend, a_dot_product_of_zero_takes_the_plus_sign) {
  BINDPOSE_ASSERT(const auto q, quaternion_blend<double>({one, i}, {0.5, 0.5}, 0));
  EXPECT_LT((q - Vec4<double>(std::sqrt(0.5), 0, 0, std::sqrt(0.5))).norm(), 1e-15);
}

TEST(quaternion_blend, a_sum_of_zero_has_no_blend) {
  for (const BlendForm form : forms) {
    EXPECT_FALSE(quaternion_blend<double>({one, i, -i}, {0, 0.5, 0.5}, 0, form));
    EXPECT_FALSE(quaternion_blend<double>({one, i}, {0, 0}, 0, form));
    EXPECT_TRUE(quaternion_blend<double>({one, i, j}, {0, 0.5, 0.5}, 0, form));
    EXPECT_FALSE(quaternion_blend<Tracked>({Vec4<Tracked>(one.cast<Tracked>())}, {Tracked(0)}, 0, form));
  }
  ArraySet question;
  question.add("rotations", {1, 3, 4}, Array::Reals{0, 0, 0, 1, 1, 0, 0, 0, -1, 0, 0, 0});
  question.add("weights", {1, 3}, Array::Reals{0, 0.5, 0.5}).add("leads", {1}, Array::Integers{0});
  const auto answer = find_algorithm("quaternion_blend")->implementation.in_double(question, {});
  ASSERT_TRUE(answer);
  ASSERT_EQ(answer->undefined.size(), 1u);
  EXPECT_EQ(answer->undefined[0].code, "ZERO_BLEND");
  EXPECT_EQ(answer->arrays[0].values, std::vector<double>(4, 0.0));
}

TEST(quaternion_blend, an_undecided_sign_is_recorded) {
  const auto turn = [](double degrees) {
    const double half = degrees * std::numbers::pi / 360;
    Vec4<double> q;
    q << std::sin(half) * Vec3<double>(2, 3, 6) / 7, std::cos(half);
    return Vec4<Tracked>(q.cast<Tracked>());
  };
  Branches::current() = {};
  (void)quaternion_blend<Tracked>({turn(20), turn(80)}, {Tracked(0.5), Tracked(0.5)}, 0);
  EXPECT_EQ(Branches::current().undecided, 0u);
  const auto near = quaternion_blend<Tracked>({turn(20), turn(200)}, {Tracked(0.5), Tracked(0.25)}, 0);
  EXPECT_EQ(Branches::current().undecided, 1u);
  Branches::current() = {0, true};
  const auto far = quaternion_blend<Tracked>({turn(20), turn(200)}, {Tracked(0.5), Tracked(0.25)}, 0);
  Branches::current() = {};
  EXPECT_GT(std::fabs((*near)[3].value() - (*far)[3].value()), 0.1) << "the other sign gives another output";
}

TEST(quaternion_blend, invalid_inputs_are_refused) {
  const auto error = [](const Array::Reals& rotations, const Array::Reals& weights, int lead) {
    ArraySet question;
    question.add("rotations", {1, 2, 4}, rotations);
    question.add("weights", {1, weights.size()}, weights).add("leads", {1}, Array::Integers{lead});
    return test::error_of("quaternion_blend", question);
  };
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Array::Reals good = {0, 0, 0, 1, 1, 0, 0, 0}, second_nan = {0, 0, 0, 1, nan, 0, 0, 0},
                     second_long = {0, 0, 0, 1, 1.03, 0, 0, 0};
  EXPECT_EQ(error(good, {0.5, 0.5}, 0), "");
  EXPECT_EQ(error(second_nan, {0.5, 0.5}, 0), "NOT_FINITE rotations[0][1]");
  EXPECT_EQ(error(second_nan, {0.5, 0}, 0), "") << "not read";
  EXPECT_EQ(error(second_nan, {0.5, 0}, 1), "NOT_FINITE rotations[0][1]") << "read as the lead";
  EXPECT_EQ(error(second_long, {0.5, 0.5}, 0), "NOT_UNIT rotations[0][1]");
}

}  // namespace bindpose::animation::quaternion_blend_test
