// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/spherical_joint_by_example.h"

#include <gtest/gtest.h>

#include "reference/samples/spherical_examples.h"
#include "reference/testing/rigid_laws.h"

namespace bindpose::examples::spherical_joint_by_example_test {

using Row = Array::Reals;
using Integers = Array::Integers;
using test::error_of, test::surface_of, test::with_array, test::with_motions;

constexpr const char* stem = "spherical_joint_by_example";
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Quat<double> about(const Vec3<double>& axis, double angle) {
  return Quat<double>(Eigen::AngleAxisd(angle, axis.normalized()));
}

/// An arm along x: the upper arm from the origin, the forearm from (1, 0, 0), the hand from (2, 0, 0). One vertex each
/// on the upper arm, elbow, forearm, wrist and hand.
using Bends = std::array<double, 3>;  ///< angles of the three joints about z, radians
std::vector<Rigid<double>> arm(const Bends& bends) {
  std::vector<Rigid<double>> M;
  for (std::size_t j = 0; j < 3; ++j) {
    const Quat<double> q = about(Vec3<double>::UnitZ(), bends[j]);
    const Vec3<double> c(static_cast<double>(j), 0, 0);
    const Rigid<double> own{q, c - q * c};
    M.push_back(j == 0 ? own : M.back() * own);
  }
  return M;
}

ArraySet arm_question(const Bends& bends, const std::vector<Bends>& examples, const Integers& counts) {
  ArraySet question;
  question.add("positions", {5, 3}, Row{0.5, 0.25, 0, 1, 0.25, 0, 1.5, 0.25, 0, 2, 0.25, 0, 2.5, 0.25, 0});
  question.add("normals", {5, 3}, Row{0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0});
  question.add("tangents", {5, 4}, Row{1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, -1, 1, 0, 0, -1});
  question.add("joints", {5, 2}, Integers{0, 0, 0, 1, 1, 1, 2, 1, 2, 2});
  question.add("weights", {5, 2}, Row{1, 0, 0.5, 0.5, 1, 0, 0.5, 0.5, 1, 0});
  question.add("parents", {3}, Integers{-1, 0, 1});
  question.add("bind_positions", {3, 3}, Row{0, 0, 0, 1, 0, 0, 2, 0, 0});
  question = with_motions(question, arm(bends));
  std::vector<std::vector<Rigid<double>>> motions;
  for (const Bends& each : examples)
    motions.push_back(arm(each));
  Random random("examples of an arm");
  samples::add_spherical_examples(question, motions, counts, random);
  // Not rounded to float32, so that an example is reproduced to the last digits.
  Row rotations, translations;
  for (std::size_t j = 0; j < 3; ++j)
    for (const auto& M : motions) {
      const Vec4<double> q = M[j].rotation.coeffs();
      rotations.insert(rotations.end(), q.begin(), q.end());
      translations.insert(translations.end(), M[j].translation.begin(), M[j].translation.end());
    }
  question.put({"example_rotations", {3, motions.size(), 4}, rotations});
  question.put({"example_translations", {3, motions.size(), 3}, translations});
  question.add("example_weights", {3, motions.size()}, Row(3 * motions.size(), 0.0));
  return question;
}

/// The same at level pose: each joint is the child of the one before and rotates about its own pivot.
ArraySet at_level_pose(ArraySet question, const Bends& bends) {
  for (const char* name : {"palette_rotations", "palette_translations", "example_weights"})
    question.remove(name);
  Row rotations, inverse_rotations, inverse_translations;
  for (std::size_t j = 0; j < 3; ++j) {
    const Quat<double> q = about(Vec3<double>::UnitZ(), bends[j]);
    rotations.insert(rotations.end(), {q.x(), q.y(), q.z(), q.w()});
    inverse_rotations.insert(inverse_rotations.end(), {0, 0, 0, 1});
    inverse_translations.insert(inverse_translations.end(), {-static_cast<double>(j), 0, 0});
  }
  question.add("local_rotations", {3, 4}, rotations);
  question.add("local_translations", {3, 3}, Row{0, 0, 0, 1, 0, 0, 1, 0, 0});
  question.add("local_scales", {3, 3}, Row(9, 1.0));
  question.add("inverse_bind_rotations", {3, 4}, inverse_rotations);
  question.add("inverse_bind_translations", {3, 3}, inverse_translations);
  question.add("bone_axes", {3, 3}, Row{nan, nan, nan, 1, 0, 0, 1, 0, 0});
  return question;
}

const std::vector<Bends> bent = {{0, 0.75, 0.5}, {0.25, -1, 1}};

Row stage(const ArraySet& question) {
  const auto result = find_algorithm(stem)->implementation.in_double(question, {});
  EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
  return result ? result->find("example_weights")->values : Row{};
}

Vec3<double> example_row(const ArraySet& question, const char* name, std::size_t k, std::size_t v) {
  return read_row<double, 3>(*question.find(name), 5 * k + v);
}

TEST(SphericalJointByExample, an_example_is_reproduced_within_its_supports) {
  for (std::size_t k = 0; k < bent.size(); ++k) {
    const ArraySet at_pose = at_level_pose(arm_question(bent[k], bent, {0, 2, 2}), bent[k]);
    ArraySet at_palette = arm_question(bent[k], bent, {0, 2, 2});
    Row weights(6, 0.0);
    weights[2 + k] = weights[4 + k] = 1;
    at_palette.put({"example_weights", {3, 2}, weights});
    const Surface<double> turned = surface_of("spherical_joint_blend", at_palette);
    for (const ArraySet& question : {at_palette, at_pose}) {
      const Surface<double> met = surface_of(stem, question);
      for (std::size_t v = 0; v < 4; ++v) {
        EXPECT_LT((met.positions[v] - example_row(question, "example_positions", k, v)).norm(), 1e-14) << v;
        const Vec3<double> n = example_row(question, "example_normals", k, v).normalized();
        EXPECT_LT((met.normals[v] - n).norm(), 1e-14) << v;
        EXPECT_LT((met.tangents[v] - turned.tangents[v]).norm(), 1e-14) << v;
      }
      // No child of the hand has examples.
      EXPECT_LT((met.positions[4] - turned.positions[4]).norm(), 1e-14);
    }
  }
}

TEST(SphericalJointByExample, nothing_changes_at_rest) {
  const ArraySet question = at_level_pose(arm_question({0, 0, 0}, bent, {0, 2, 1}), {0, 0, 0});
  for (const double a : stage(question))
    EXPECT_NEAR(a, 0, 1e-15);
  const Surface<double> surface = surface_of(stem, question);
  for (std::size_t v = 0; v < 5; ++v)
    EXPECT_LT((surface.positions[v] - read_row<double, 3>(*question.find("positions"), v)).norm(), 1e-15);
}

TEST(SphericalJointByExample, a_twist_about_the_bone_keeps_the_example_weights) {
  const ArraySet question = at_level_pose(arm_question({0, 0.5, 0}, bent, {0, 2, 0}), {0, 0.5, 0});
  ArraySet twisted = question;
  const Quat<double> q = about(Vec3<double>::UnitZ(), 0.5) * about(Vec3<double>::UnitX(), 1);
  Row& rotations = std::get<Row>(twisted.find("local_rotations")->data);
  std::copy_n(q.coeffs().data(), 4, rotations.begin() + 4);
  const Row a = stage(question), b = stage(twisted);
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_NEAR(a[i], b[i], 1e-14);
}

TEST(SphericalJointByExample, a_support_needs_the_parent_but_not_the_grandparent) {
  const std::vector<int> parents = {-1, 0, 1, 1, 2};
  using skinning::JointList;
  EXPECT_FALSE(is_in_support({0}, 0, parents));
  EXPECT_TRUE(is_in_support({0}, 1, parents));
  EXPECT_TRUE(is_in_support({1, 0}, 1, parents));
  EXPECT_FALSE(is_in_support({0, 1}, 2, parents));
  EXPECT_TRUE(is_in_support({1}, 2, parents));
  EXPECT_TRUE(is_in_support({2, 1}, 3, parents));
  EXPECT_FALSE(is_in_support({1, 2}, 4, parents));
  EXPECT_TRUE(is_in_support({2, 3}, 4, parents));
  EXPECT_FALSE(is_in_support({4}, 4, parents));
}

TEST(SphericalJointByExample, unread_values_may_be_anything) {
  const ArraySet question =
      at_level_pose(arm_question({0.25, 0.5, -0.75}, bent, {0, 2, 1}), {0.25, 0.5, -0.75});
  ArraySet other = question;
  for (const char* name : {"example_positions", "example_normals"}) {
    Row& x = std::get<Row>(other.find(name)->data);
    for (const std::size_t row :
         {4U, 7U, 8U, 9U})  // the hand; the forearm and the wrist in the second example
      std::fill_n(x.begin() + static_cast<std::ptrdiff_t>(3 * row), 3, nan);
  }
  const Surface<double> a = surface_of(stem, question), b = surface_of(stem, other);
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.normals, b.normals);
}

TEST(SphericalJointByExample, degenerate_rows_are_undefined) {
  ArraySet question = arm_question({0, 0, 0}, {{0, 0, 0}}, {0, 1, 0});
  Row n = question.find("normals")->reals();
  n[1] = -1;
  question.put({"example_normals", {1, 5, 3}, n});
  question.put({"example_weights", {3, 1}, Row{0, 0.5, 0}});
  Row& w = std::get<Row>(question.find("weights")->data);
  w[4] = 0;
  w[6] = w[7] = 1e-200;
  const Surface<double> surface = surface_of(stem, question);
  ASSERT_EQ(surface.undefined.size(), 7U);
  EXPECT_EQ(surface.undefined[0].code, "ZERO_NORMAL");
  EXPECT_EQ(surface.undefined[1].code, "NO_INFLUENCE");
  EXPECT_EQ(surface.undefined[4].code, "ZERO_BLEND");
}

TEST(SphericalJointByExample, bad_input_is_refused) {
  const Bends bends = {0.25, 0.5, -0.75};
  const ArraySet question = arm_question(bends, bent, {0, 2, 1});
  const ArraySet posed = at_level_pose(question, bends);
  EXPECT_EQ(error_of(stem, question), "");
  EXPECT_EQ(error_of(stem, posed), "");
  for (const Integers& counts : {Integers{1, 0, 0}, Integers{-1, 0, 0}})
    EXPECT_EQ(error_of(stem, with_array(question, "example_counts", {3}, counts)),
              "PARAMETER_RANGE example_counts[0]");
  for (const Integers& counts : {Integers{0, 1, 3}, Integers{0, 2, -1}})
    EXPECT_EQ(error_of(stem, with_array(question, "example_counts", {3}, counts)),
              "PARAMETER_RANGE example_counts[2]");
  ArraySet siblings = with_array(question, "parents", {3}, Integers{-1, 0, 0});
  siblings = with_array(siblings, "joints", {5, 2}, Integers{0, 0, 0, 1, 1, 1, 2, 2, 2, 2});
  EXPECT_EQ(error_of(stem, siblings), "SUPPORTS_OVERLAP joints[0]");
  EXPECT_EQ(error_of(stem, with_array(siblings, "example_counts", {3}, Integers{0, 2, 0})), "");
  ArraySet apart = with_array(question, "parents", {3}, Integers{-1, 0, 0});
  apart = with_array(apart, "example_counts", {3}, Integers{0, 2, 0});
  EXPECT_EQ(error_of(stem, apart), "NO_COMMON_PIVOT joints[3]");
  EXPECT_EQ(error_of(stem, with_array(posed, "sigma", {1}, Row{0})), "PARAMETER_RANGE sigma");
  EXPECT_EQ(error_of(stem, with_array(posed, "bone_axes", {3, 3}, Row{1, 0, 0, 1, 0, 0, 1, 1, 0})),
            "NOT_UNIT bone_axes[2]");
  EXPECT_EQ(error_of(stem, with_array(question, "example_weights", {3, 2}, Row{nan, 0, 0, nan, 0, 0})),
            "NOT_FINITE example_weights[1][1]");
  EXPECT_EQ(error_of(stem, with_array(question, "example_translations", {3, 2, 3}, Row(18, nan))),
            "NOT_FINITE example_translations[0][0]");
  EXPECT_EQ(error_of(stem, with_array(question, "example_rotations", {3, 2, 4}, Row(24, 1.0))),
            "NOT_UNIT example_rotations[0][0]");
  for (const char* name : {"example_positions", "example_normals"}) {
    ArraySet holed = question;
    std::get<Row>(holed.find(name)->data)[3 * 6 + 1] = nan;
    EXPECT_EQ(error_of(stem, holed), std::string("NOT_FINITE ") + name + "[1][1]");
  }
  EXPECT_EQ(error_of(stem, arm_question(bends, {}, {0, 0, 0})), "COUNT_MISMATCH example_positions");
  EXPECT_EQ(error_of(stem, at_level_pose(arm_question(bends, {bent[0], bent[0]}, {0, 2, 0}), bends)),
            "COINCIDENT_POSES example_rotations[1]");
  EXPECT_EQ(error_of(stem, at_level_pose(arm_question(bends, {{0, 0, 1}}, {0, 0, 1}), bends)), "");
  EXPECT_EQ(error_of(stem, at_level_pose(arm_question(bends, {{1, 0, 1}}, {0, 1, 0}), bends)),
            "COINCIDENT_POSES example_rotations[1]");
  EXPECT_EQ(error_of(stem, at_level_pose(arm_question(bends, {{1, 1e-7, 1}}, {0, 1, 0}), bends)),
            "SINGULAR_SYSTEM example_rotations[1]");
}

}  // namespace bindpose::examples::spherical_joint_by_example_test
