// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/swing_twist.h"

#include <numbers>

#include <gtest/gtest.h>

#include "reference/testing/assert.h"
#include "reference/testing/surfaces.h"

namespace bindpose::skinning::swing_twist_test {

using namespace test;

using animation::AngleForm;

constexpr double pi = std::numbers::pi;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr AngleForm forms[] = {AngleForm::half_angle, AngleForm::arccosine};

const Implementation& implementation() {
  return find_algorithm("swing-twist")->implementation;
}

Quat<double> about(const Vec3<double>& axis, double angle) {
  return Quat<double>(Eigen::AngleAxisd(angle, axis.normalized()));
}

/// A rotation about a point.
Rigid<double> turn_about(const Vec3<double>& c, const Quat<double>& q) {
  return {q, c - q * c};
}

/// A forearm (joint 1) from (1, 2, 3), 4 m along y; its parent (joint 0) is below.
struct Forearm {
  Rigid<double> parent;
  Quat<double> relative = Quat<double>::Identity();  ///< rotation of the forearm about its head
  Influences influences{2, {0, 1}, {0.5, 0.5}};
  std::optional<std::vector<double>> e;

  std::vector<Rigid<double>> palette() const { return {parent, parent * turn_about({1, 2, 3}, relative)}; }
  Surface<double> skin(const Vec3<double>& x, AngleForm form = AngleForm::half_angle) const {
    const std::vector<Rigid<double>> M = palette();
    const std::vector<Bone<double>> bones{{{1, 0, 3}, {1, 2, 3}}, {{1, 2, 3}, {1, 6, 3}}};
    const std::vector<double> shares = e ? *e : std::vector<double>();
    return *deform_vertices(exact_mesh(one_vertex(x), influences, M), [&](const RestVertex<double>& rest) {
      return swing_twist(rest, *bend_at(rest, {-1, 0}, shares), M, bones, form);
    });
  }
  /// x after a rotation about the elbow, then the parent's motion.
  Vec3<double> expected(const Quat<double>& q, const Vec3<double>& x) const {
    const Vec3<double> y =
        bindpose::rotate<double>(turn_about({1, 2, 3}, q).rotation, x) + turn_about({1, 2, 3}, q).translation;
    return bindpose::rotate<double>(parent.rotation, y) + parent.translation;
  }
};

const Rigid<double> some_motion{about({1, -2, 0.5}, 1.2), {3, -1, 7}};
const Vec3<double> somewhere{1.5, 4, 2.5};

ArraySet small_question() {
  ArraySet question;
  add_mesh(question, one_vertex({1.5, 4, 2.5}));
  add_influences(question, {3, {0, 1, 2}, {0.25, 0.75, 0}});
  add_rigids(question, "palette",
             {some_motion, some_motion * turn_about({1, 2, 3}, about({1, 1, 0}, 1)), {}});
  question.add("parents", {3}, Array::Integers{-1, 0, 1});
  question.add("bone_heads", {3, 3}, Array::Reals{1, 0, 3, 1, 2, 3, 0, 0, 0});
  question.add("bone_tails", {3, 3}, Array::Reals{1, 2, 3, 1, 6, 3, 0, 1, 0});
  question.add("endpoint_weights", {1, 3}, Array::Reals{0.5, 0.5, 0});
  return question;
}

template <class Numbers, class Value>
ArraySet with(ArraySet question, const char* name, std::size_t i, Value value) {
  std::get<Numbers>(question.find(name)->data)[i] = value;
  return question;
}

ArraySet with(const char* name, std::size_t i, double value) {
  return with<Array::Reals>(small_question(), name, i, value);
}

void expect_error(const ArraySet& question, const char* code, const char* where) {
  test::expect_error(implementation().in_double(question, {}), code, where);
}

TEST(SwingTwist, weights_set_the_swing_and_endpoint_weights_the_twist) {
  Forearm arm;
  arm.parent = some_motion;
  const Vec3<double> swing_axis(1, 0, -2);  // at right angles to the bone
  for (const double swing : {0.0, 0.7, -2.5})
    for (const double twist : {0.0, 1.1, -3.0})
      for (const double w : {0.25, 0.75}) {
        arm.relative = about(swing_axis, swing) * about(Vec3<double>::UnitY(), twist);
        arm.influences.weights = {1 - w, w};
        for (const double e : {-0.5, 0.0, 0.5, 1.0}) {
          arm.e = {0.125, e};
          const Quat<double> q = about(swing_axis, w * swing) * about(Vec3<double>::UnitY(), e * twist);
          for (const AngleForm form : forms) {
            const auto surface = arm.skin(somewhere, form);
            EXPECT_LT((surface.positions[0] - arm.expected(q, somewhere)).norm(), 1e-14);
            const Quat<double> whole = some_motion.rotation * q;
            EXPECT_LT((surface.normals[0] - whole * Vec3<double>::UnitZ()).norm(), 1e-14);
            EXPECT_LT((surface.tangents[0].head<3>() - whole * Vec3<double>::UnitX()).norm(), 1e-14);
            EXPECT_EQ(surface.tangents[0][3], -1);
          }
        }
      }
}

TEST(SwingTwist, without_endpoint_weights_the_twist_follows_the_weight) {
  Forearm arm;
  arm.relative = about({3, 1, 2}, 2);
  const auto by_default = arm.skin(somewhere);
  arm.e = {0.9, 0.5};
  EXPECT_EQ(distance(by_default, arm.skin(somewhere)), 0);
}

TEST(SwingTwist, a_weight_of_1_is_stitching_unless_the_twist_is_spread) {
  Forearm arm;
  arm.parent = some_motion;
  arm.relative = about({1, 0, -2}, 1) * about(Vec3<double>::UnitY(), 2);
  const Vec3<double> stitched = arm.expected(arm.relative, somewhere);
  for (const Influences& alone : {Influences{2, {0, 1}, {0, 1}}, Influences{1, {1}, {1}}}) {
    arm.influences = alone;
    arm.e.reset();
    EXPECT_LT((arm.skin(somewhere).positions[0] - stitched).norm(), 1e-14);
    arm.e = std::vector<double>(alone.width, 1.0);
    EXPECT_LT((arm.skin(somewhere).positions[0] - stitched).norm(), 1e-14);
    arm.e = std::vector<double>(alone.width, 0.5);
    const Quat<double> half = about({1, 0, -2}, 1) * about(Vec3<double>::UnitY(), 1);
    EXPECT_LT((arm.skin(somewhere).positions[0] - arm.expected(half, somewhere)).norm(), 1e-14);
  }
  arm.influences = {1, {0}, {1}};
  arm.e = {0.5};
  EXPECT_LT((arm.skin(somewhere).positions[0] - arm.expected(about({1, 0, 0}, 0), somewhere)).norm(), 1e-14)
      << "a root has no parent to twist relative to";
}

TEST(SwingTwist, the_twist_goes_the_shorter_way) {
  Forearm arm;
  arm.e = {0, 0.5};
  for (const double sign : {1.0, -1.0}) {
    arm.relative = about(Vec3<double>::UnitY(), 200 * pi / 180);
    arm.relative.coeffs() *= sign;
    EXPECT_LT((arm.skin(somewhere).positions[0] -
               arm.expected(about(Vec3<double>::UnitY(), -80 * pi / 180), somewhere))
                  .norm(),
              1e-14);
  }
}

TEST(SwingTwist, a_half_turn_of_twist_is_undecided) {
  ArraySet question = small_question();
  const Quat<double> child = some_motion.rotation * about(Vec3<double>::UnitY(), pi * (1 - 1e-9));
  auto& rotations = std::get<Array::Reals>(question.find("palette_rotations")->data);
  std::copy(child.coeffs().begin(), child.coeffs().end(), rotations.begin() + 4);
  Branches::current() = {};
  ASSERT_TRUE(implementation().in_tracked(question, {}));
  EXPECT_GT(Branches::current().undecided, 0U);
  Branches::current() = {};
}

TEST(SwingTwist, only_spreading_the_twist_needs_the_parent_s_motion) {
  ArraySet question = with<Array::Reals>(with("weights", 0, 0), "palette_rotations", 1, nan);
  expect_error(question, "NOT_FINITE", "palette_rotations[0]");
  ArraySet stitched;
  for (const Array& array : question)
    if (array.name != "endpoint_weights") stitched.put(array);
  EXPECT_TRUE(implementation().in_double(stitched, {}));
}

TEST(SwingTwist, joints_other_than_parent_and_child_are_refused) {
  expect_error(with("weights", 2, 0.5), "NOT_APPLICABLE", "joints[0]");
  ArraySet question = small_question();
  question.put({"parents", {3}, Array::Integers{-1, -1, 1}});
  expect_error(question, "NOT_APPLICABLE", "joints[0]");
  question = small_question();
  question.put({"joints", {1, 3}, Array::Integers{0, 2, 1}});
  expect_error(question, "NOT_APPLICABLE", "joints[0]");
}

TEST(SwingTwist, wrong_inputs_are_refused) {
  ASSERT_TRUE(implementation().in_double(small_question(), {}));
  expect_error(with("bone_heads", 4, nan), "NOT_FINITE", "bone_heads[1]");
  expect_error(with("bone_tails", 4, nan), "NOT_FINITE", "bone_tails[1]");
  expect_error(with("bone_tails", 4, 2), "ZERO_BONE", "bone_tails[1]");
  expect_error(with("endpoint_weights", 1, nan), "NOT_FINITE", "endpoint_weights[0][1]");
  expect_error(with("palette_rotations", 4, 2), "NOT_UNIT", "palette_rotations[1]");
  expect_error(with("weights", 1, 1.5), "PARAMETER_RANGE", "weights[0][1]");
  ArraySet question = small_question();
  question.put({"parents", {2}, Array::Integers{-1, 0}});
  expect_error(question, "COUNT_MISMATCH", "parents");
  for (const bool spread : {true, false}) {
    ArraySet longer;
    for (const Array& array : question)
      if (spread || array.name != "endpoint_weights") longer.put(array);
    longer.put({"parents", {5}, Array::Integers{-1, 4, 1, 0, 0}});
    longer.put({"joints", {1, 3}, Array::Integers{2, 1, 2}});
    longer.put({"weights", {1, 3}, Array::Reals{0, 1, 0}});
    expect_error(longer, "COUNT_MISMATCH", "parents");
  }
  question.put({"parents", {3}, Array::Integers{1, 0, 0}});
  EXPECT_EQ(implementation().in_double(question, {}).error().code, "CYCLE");
  for (const char* name : {"bone_heads", "bone_tails", "endpoint_weights"}) {
    question = small_question();
    question.put({name, {1}, Array::Reals{1}});
    expect_error(question, "ARRAY_SHAPE", name);
  }
}

}  // namespace bindpose::skinning::swing_twist_test
