// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/spherical_blend.h"

#include <gtest/gtest.h>

#include "reference/samples/pivot_questions.h"
#include "reference/testing/rigid_laws.h"

namespace bindpose::skinning::spherical_blend_test {

using namespace test;

constexpr const char* stem = "spherical_blend";

ArraySet forks(const char* seed, std::size_t width = 3) {
  Random random(seed);
  return with_unit_rotations(samples::sample_forks(60, width, random));
}

/// An input whose joints do not meet in one point.
ArraySet strangers(const char* seed) {
  Random random(seed);
  ArraySet question = with_unit_rotations(samples::sample_rigid_blend(60, random));
  Array::Reals positions;
  Array::Integers parents;
  for (int j = 0; j < 16; ++j) {
    const Vec3<double> c = random.point(2);
    positions.insert(positions.end(), c.begin(), c.end());
    parents.push_back(j - 1);
  }
  question.add("parents", {16}, parents).add("bind_positions", {16, 3}, positions);
  return question;
}

/// Mesh, joints and motions by `away` from the origin.
ArraySet shifted(const ArraySet& question, const Vec3<double>& away) {
  std::vector<Rigid<double>> motions = motions_of(question);
  for (Rigid<double>& M : motions)
    M.translation += away - bindpose::rotate(M.rotation, away);
  ArraySet moved = with_motions(question, motions);
  for (const char* name : {"positions", "bind_positions"}) {
    Array array = *moved.find(name);
    auto& numbers = std::get<Array::Reals>(array.data);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] += away[static_cast<Eigen::Index>(i % 3)];
    moved.put(array);
  }
  return moved;
}

double distance_when_shifted(const ArraySet& question, const Vec3<double>& away) {
  Surface<double> at_home = surface_of(stem, question);
  for (Vec3<double>& x : at_home.positions)
    x += away;
  return distance(surface_of(stem, shifted(question, away)), at_home);
}

/// The greatest bound on a position.
double bound_of(const ArraySet& question) {
  const auto answer = find_algorithm("skinning.spherical_blend")->implementation.in_tracked(question, {});
  double greatest = 0;
  for (const Tracked& x : answer->find("positions")->values)
    greatest = std::max(greatest, x.error());
  return greatest;
}

TEST(SphericalBlend, results_do_not_depend_on_the_origin) {
  EXPECT_LT(distance_when_shifted(forks("sbs.origin"), {100, -300, 200}), 1e-9);
  EXPECT_LT(distance_when_shifted(strangers("sbs.origin"), {100, -300, 200}), 1e-9);
}

TEST(SphericalBlend, a_twist_keeps_the_radius) {
  for (const double twist : {1e-6, 0.001, 0.5, 2.0, 3.0})
    EXPECT_LT(distance(surface_of(stem, twisted_ring(0.5, twist)), turned_ring(twist / 2)), 1e-12);
}

TEST(SphericalBlend, joints_that_meet_give_spherical_joint_blending) {
  for (const std::size_t width : {2U, 3U}) {
    const ArraySet question = forks("sbs.sjb", width);
    // Positions are rounded to float32, so the joints meet only up to this rounding. With three
    // joints, a direction along which they nearly agree is omitted: r is then not the point where
    // they meet, and x' is off by about 1/64 squared.
    EXPECT_LT(distance(surface_of(stem, question), surface_of("spherical_joint_blend", question)),
              width == 2 ? 2e-6 : 5e-4)
        << width << " joints";
  }
  EXPECT_GT(distance_when_shifted(with_array(forks("sbs.sum"), "weights", {60, 3}, Array::Reals(180, 0.25)),
                                  {100, 0, 0}),
            1)
      << "weights that sum to less than 1 pull towards the origin";
}

TEST(SphericalBlend, bounds_stay_useful_for_nearly_equal_rotations) {
  // The centre becomes unknown; the position of the vertex does not.
  for (const double twist : {1.0, 0.1, 0.02, 0.005, 1e-3, 1e-5, 0.0}) {
    ArraySet question = twisted_ring(0.5, twist);
    question = with_array(question, "bind_positions", {2, 3}, Array::Reals{0, 0, -2, 0, 0, 0});
    Branches::current() = {};
    EXPECT_LT(bound_of(question), 1e-4) << twist;
    EXPECT_EQ(Branches::current().undecided, 0U);
  }
}

TEST(SphericalBlend, a_joint_listed_twice_makes_no_pair) {
  const ArraySet once = twisted_ring(0.5, 1);
  Array::Integers joints;
  Array::Reals weights;
  for (int v = 0; v < 6; ++v) {
    joints.insert(joints.end(), {0, 1, 1});
    weights.insert(weights.end(), {0.5, 0.25, 0.25});
  }
  const ArraySet twice = with_array(with_array(once, "joints", {6, 3}, joints), "weights", {6, 3}, weights);
  EXPECT_LT(distance(surface_of(stem, twice), surface_of(stem, once)), 1e-15);
}

}  // namespace bindpose::skinning::spherical_blend_test
