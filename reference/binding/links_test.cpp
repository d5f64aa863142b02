// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/links.h"

#include <gtest/gtest.h>

#include "reference/model/rows.h"
#include "reference/testing/answers.h"
#include "reference/testing/weights.h"

namespace bindpose::binding::links_test {

constexpr double pi = 3.14159265358979323846;

/// A limb along y with two joints, at 0 and 2 metres, and circles of vertices with a radius of 1 metre.
struct Limb {
  Quat<double> q = Quat<double>::Identity();
  double range = 0;
  std::int32_t twists = 0;
  std::vector<Vec3<double>> x = {};
  Array::Reals w = {};  ///< weights of the two joints

  void add_circle(double y, double w_child) {
    for (int i = 0; i < 12; ++i) {
      const double phi = 2 * pi * i / 12;
      x.emplace_back(std::cos(phi), y, std::sin(phi));
      w.insert(w.end(), {1 - w_child, w_child});
    }
  }
  ArraySet question() const {
    ArraySet asked;
    asked.add("parents", {2}, Array::Integers{-1, 0});
    asked.add("pivots", {2, 3}, Array::Reals{0, 0, 0, 0, 2, 0});
    asked.add("rotations", {2, 4}, Array::Reals{0, 0, 0, 1, q.x(), q.y(), q.z(), q.w()});
    asked.add("ranges", {2}, Array::Reals{0, range});
    asked.add("twist_joints", {2}, Array::Integers{0, twists});
    asked.add("positions", {x.size(), 3}, numbers_of(x));
    Array::Integers joints;
    for (std::size_t v = 0; v < x.size(); ++v)
      joints.insert(joints.end(), {0, 1});
    asked.add("joints", {x.size(), 2}, std::move(joints));
    asked.add("weights", {x.size(), 2}, Array::Reals(w));
    return asked;
  }
  std::vector<std::vector<double>> rows(const char* array) const {
    return test::answer_rows("links", array, question());
  }
};

Quat<double> about_axis(const Vec3<double>& axis, double angle) {
  return Quat<double>(Eigen::AngleAxis<double>(angle, axis));
}

std::string error_of(const ArraySet& question) {
  return test::error_of("links", question);
}

TEST(Links, every_60_degrees_need_one_more_swing) {
  EXPECT_EQ(swings_within(0), 1);
  EXPECT_EQ(swings_within(pi / 3), 1);
  EXPECT_EQ(swings_within(static_cast<double>(static_cast<float>(pi / 3))), 1);
  EXPECT_EQ(swings_within(pi / 3 + 0.001), 2);
  EXPECT_EQ(swings_within(pi), 3);
  EXPECT_EQ(swings_within(6.5), 7);
}

TEST(Links, weights_keep_their_sum_and_sign) {
  Random random("links.sums");
  for (int trial = 0; trial < 50; ++trial) {
    const ArraySet question = find_algorithm("links")->implementation.sample(20, random);
    test::expect_weights(test::answer_rows("links", "link_weights", question));
  }
}

TEST(Links, a_skeleton_without_links_gives_linear_blending) {
  Random random("links.none");
  Limb limb{.q = random.rotation().normalized()};
  limb.add_circle(1.5, 0.25);
  limb.add_circle(3, 1);
  const auto x = limb.rows("positions");
  const Affine<double> M = turn_about(limb.q, Vec3<double>(0, 2, 0));
  for (std::size_t v = 0; v < x.size(); ++v) {
    const double w = limb.w[2 * v + 1];
    const Vec3<double> expected = (1 - w) * limb.x[v] + w * (M * limb.x[v]);
    EXPECT_LT((Vec3<double>(x[v][0], x[v][1], x[v][2]) - expected).norm(), 1e-14);
  }
  EXPECT_EQ(limb.rows("link_weights")[0], (std::vector<double>{0.75, 0.25}));
}

TEST(Links, the_rest_pose_stays_with_all_links) {
  Random random("links.last");
  Limb limb{.q = random.rotation().normalized(), .range = 3, .twists = 3};
  limb.add_circle(1, 0.25);
  const auto M = limb.rows("link_palette");  // rows of 3 numbers
  EXPECT_EQ(M.size() / 4, 2U + 3 + 2);
  limb.q = Quat<double>::Identity();
  const auto x = limb.rows("positions");
  for (std::size_t v = 0; v < x.size(); ++v)
    EXPECT_LT((Vec3<double>(x[v][0], x[v][1], x[v][2]) - limb.x[v]).norm(), 1e-14);
}

TEST(Links, invalid_inputs_are_refused) {
  Limb limb{.twists = 2};
  limb.add_circle(1, 0.25);
  const ArraySet question = limb.question();
  EXPECT_EQ(error_of(question), "");
  ArraySet short_bone = question;
  (*reals_of(short_bone, "pivots"))[4] = 0;
  EXPECT_EQ(error_of(short_bone), "ZERO_BONE pivots[1]");
  limb.q = about_axis({1, 0, 0}, 0);
  limb.q.coeffs() = Vec4<double>(1, 0, 0, 0);
  EXPECT_EQ(error_of(limb.question()), "SWING_HALF_TURN rotations[1]");
  ArraySet two = question;
  two.put({"parents", {3}, Array::Integers{-1, 0, 0}});
  two.put({"pivots", {3, 3}, Array::Reals{0, 0, 0, 0, 2, 0, 1, 0, 0}});
  two.put({"rotations", {3, 4}, Array::Reals{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}});
  two.put({"ranges", {3}, Array::Reals{0, 0, 0}});
  two.put({"twist_joints", {3}, Array::Integers{0, 1, 1}});
  EXPECT_EQ(error_of(two), "TWO_TWISTS twist_joints[2]");
}

}  // namespace bindpose::binding::links_test
