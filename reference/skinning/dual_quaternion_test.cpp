// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/dual_quaternion.h"

#include <gtest/gtest.h>

#include "reference/samples/rigid_questions.h"
#include "reference/scenes/bar.h"
#include "reference/scenes/cylinder.h"
#include "reference/skinning/shared/rigid_palette_bound.h"
#include "reference/testing/agreement.h"
#include "reference/testing/surfaces.h"

namespace bindpose::skinning::dual_quaternion_test {

using namespace test;

constexpr SignPivot pivots[] = {SignPivot::first_influence, SignPivot::largest_weight, SignPivot::first_slot,
                                SignPivot::running_sum};

// A named variable, because gcc 12 rejects {} for this type in an initialiser list.
const Rigid<double> at_rest;
const Rigid<Tracked> tracked_at_rest;

/// Applies the kernel to every vertex.
template <class T>
Surface<T> dual_quaternion(const Mesh& mesh, const Influences& influences,
                           const std::vector<Rigid<T>>& palette, const std::vector<Mat3<T>>& stretches = {},
                           SignPivot pivot = SignPivot::first_influence) {
  return *deform_vertices(exact_mesh(mesh, influences, palette), [&](const RestVertex<T>& rest) {
    return dual_quaternion(rest, palette, stretches, pivot, Turning::quaternion);
  });
}

/// Random vertices and random rigid motions.
struct Troupe {
  Mesh mesh;
  Influences influences;
  std::vector<Rigid<double>> palette;

  explicit Troupe(const char* name) {
    Random random(name);
    scenes::Crowd crowd = scenes::crowd({200, 4, 16}, random);
    mesh = std::move(crowd.mesh);
    influences = std::move(crowd.influences);
    for (std::size_t j = 0; j < 16; ++j)
      palette.push_back({random.rotation().normalized(), random.point(3)});
  }
  Surface<double> skinned(SignPivot pivot = SignPivot::first_influence) const {
    return dual_quaternion<double>(mesh, influences, palette, {}, pivot);
  }
};

/// A sample input with random stretches.
ArraySet stretched_sample(std::size_t size, Random& random) {
  ArraySet question = samples::sample_rigid_blend(size, random);
  const std::size_t joint_count = question.find("palette_rotations")->shape[0];
  Array::Reals stretches;
  for (std::size_t i = 0; i < 9 * joint_count; ++i)
    stretches.push_back(i % 9 % 4 == 0 ? random.uniform(0.75, 1.25) : random.uniform(-0.25, 0.25));
  question.add("palette_stretches", {joint_count, 3, 3}, std::move(stretches));
  return question;
}

TEST(DualQuaternion, every_blend_is_a_rigid_motion) {
  // Vertices with the same influences keep their distances.
  Troupe troupe("dual_quaternion.rigid");
  for (std::size_t i = 4; i < troupe.influences.joints.size(); ++i) {
    troupe.influences.joints[i] = troupe.influences.joints[i % 4];
    troupe.influences.weights[i] = troupe.influences.weights[i % 4];
  }
  for (const SignPivot pivot : pivots) {
    const Surface<double> surface = troupe.skinned(pivot);
    for (std::size_t v = 1; v < 200; ++v)
      EXPECT_NEAR((surface.positions[v] - surface.positions[v - 1]).norm(),
                  (troupe.mesh.positions[v] - troupe.mesh.positions[v - 1]).norm(), 1e-12);
  }
}

TEST(DualQuaternion, the_sum_of_weights_does_not_matter) {
  const Troupe troupe("dual_quaternion.sum");
  Troupe scaled = troupe;
  for (double& w : scaled.influences.weights)
    w *= 0.125;
  EXPECT_LT(distance(scaled.skinned(), troupe.skinned()), 1e-13);
}

TEST(DualQuaternion, stretches_come_before_the_motion) {
  Troupe troupe("dual_quaternion.stretch");
  Random random("dual_quaternion.stretches");
  std::vector<Mat3<double>> stretches(16);
  for (Mat3<double>& S : stretches)
    for (int r = 0; r < 3; ++r)
      S.row(r) = random.point(0.3) + Vec3<double>::Unit(r);
  const Surface<double> surface =
      dual_quaternion<double>(troupe.mesh, troupe.influences, troupe.palette, stretches);
  std::vector<Affine<double>> as_matrices;
  for (const Mat3<double>& S : stretches)
    as_matrices.push_back({S, {0, 0, 0}});
  const auto stretched =
      test::linearly_blended(troupe.mesh, troupe.influences, as_matrices, NormalRule::inverse_transpose);
  troupe.mesh.positions = stretched->positions;
  troupe.mesh.normals = stretched->normals;
  troupe.mesh.tangents = stretched->tangents;
  EXPECT_LT(distance(surface, troupe.skinned()), 1e-12);
}

TEST(DualQuaternion, a_half_turn_has_two_outputs_without_nan) {
  const auto ask = [](bool other) {
    Branches::current() = {0, other};
    const Rigid<Tracked> half_turn =
        in_any_form({quaternion_xyzw<Tracked>(0, 0, 1, 0), Vec3<Tracked>::Zero()});
    const auto surface = dual_quaternion<Tracked>(one_vertex({1, 0, 0}), {2, {0, 1}, {0.5, 0.5}},
                                                  {tracked_at_rest, half_turn});
    const std::uint64_t open = Branches::current().undecided;
    Branches::current() = {};
    EXPECT_EQ(open, 1U);
    for (const Tracked& x : surface.positions[0])
      EXPECT_TRUE(std::isfinite(x.error()));
    return surface.positions[0][1].value();
  };
  EXPECT_NEAR(ask(false), 1, 1e-15);
  EXPECT_NEAR(ask(true), -1, 1e-15);
}

TEST(DualQuaternion, vertices_with_several_half_turns_are_undecided) {
  const Rigid<Tracked> half_turn = in_any_form({quaternion_xyzw<Tracked>(0, 0, 1, 0), Vec3<Tracked>::Zero()});
  const auto surface = dual_quaternion<Tracked>(one_vertex({1, 0, 0}), {3, {0, 1, 1}, {0.5, 0.25, 0.25}},
                                                {tracked_at_rest, half_turn});
  Branches::current() = {};
  EXPECT_TRUE(std::isinf(surface.positions[0][1].error()));
  EXPECT_TRUE(std::isinf(surface.tangents[0][0].error()));
}

TEST(DualQuaternion, the_stretch_of_a_joint_without_weight_may_be_anything) {
  Random random("dual_quaternion.stretch");
  ArraySet question = stretched_sample(50, random);
  const Array::Integers& joints = question.find("joints")->integers();
  for (std::size_t i = 0; i < joints.size(); ++i)
    if (joints[i] == 3) (*reals_of(question, "weights"))[i] = 0;
  const Surface<double> before = *test::skinned("dqs", question);
  std::fill_n(reals_of(question, "palette_stretches")->begin() + 27, 9, NAN);
  EXPECT_EQ(distance(*test::skinned("dqs", question), before), 0);
}

TEST(DualQuaternion, float_stays_within_the_bound_and_double_is_near_quad) {
  Implementation plain = find_algorithm("dqs")->implementation, stretched = plain;
  stretched.sample = &stretched_sample;
  for (const auto& [name, f] :
       {std::pair{"dual_quaternion", plain}, std::pair{"dual_quaternion.stretched", stretched}}) {
    const test::Agreement agreement = test::measure_agreement(name, f, 50, 40);
    EXPECT_LE(agreement.fraction, 1);
    EXPECT_GE(agreement.numbers, 50U * 10U * 40U);
    EXPECT_LT(agreement.bound, 1e-4);
    EXPECT_LT(agreement.quad, 1e-14);
  }
}

}  // namespace bindpose::skinning::dual_quaternion_test
