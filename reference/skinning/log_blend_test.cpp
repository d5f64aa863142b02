// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/log_blend.h"

#include <numbers>

#include <gtest/gtest.h>

#include "reference/samples/rigid_questions.h"
#include "reference/testing/rigid_laws.h"

namespace bindpose::skinning::log_blend_test {

using namespace test;

constexpr const char* stem = "log_blend";

ArraySet people(const char* seed) {
  Random random(seed);
  return with_unit_rotations(samples::sample_rigid_blend(60, random));
}

Rigid<double> some_motion(const char* seed) {
  Random random(seed);
  return {random.rotation().normalized(), random.point(5)};
}

Rigid<double> inverse(const Rigid<double>& M) {
  const Quat<double> q = bindpose::conjugate(M.rotation);
  return {q, -bindpose::rotate(q, M.translation)};
}

ArraySet with_weights(const ArraySet& question, double first, double second) {
  Array::Reals weights;
  for (int v = 0; v < 6; ++v)
    weights.insert(weights.end(), {first, second});
  return with_array(question, "weights", {6, 2}, weights);
}

TEST(LogBlend, results_depend_on_the_bind_pose_but_not_on_the_frame) {
  const ArraySet question = people("log.frame");
  const Rigid<double> motion = some_motion("log.by");
  EXPECT_GT(distance_when_moved(stem, question, motion), 0.01) << "blending does not commute with a motion";
  // Mesh and joints in another frame: S M S^-1 on S x.
  std::vector<Rigid<double>> motions = after(motion, motions_of(question));
  for (Rigid<double>& M : motions)
    M = M * inverse(motion);
  const Mesh mesh = *read_mesh(question);
  Array::Reals x;
  for (const Vec3<double>& p : mesh.positions) {
    const Vec3<double> y = bindpose::rotate(motion.rotation, p) + motion.translation;
    x.insert(x.end(), y.begin(), y.end());
  }
  const ArraySet other =
      with_array(with_motions(question, motions), "positions", {mesh.vertex_count(), 3}, x);
  EXPECT_LT(distance(surface_of(stem, other).positions,
                     moved(bindpose::affine_from_rigid(motion), surface_of(stem, question)).positions),
            1e-12);
}

TEST(LogBlend, a_twist_keeps_the_radius_and_turns_by_the_weight) {
  for (const double twist : {1e-9, 0.5, 2.0, 3.0, 3.1415})
    for (const double w : {0.25, 0.5})
      EXPECT_LT(distance(surface_of(stem, twisted_ring(w, twist)), turned_ring(w * twist)), 1e-14);
}

TEST(LogBlend, half_a_screw_motion_applied_twice_is_the_whole) {
  // exp(log(M) / 2) is the square root of M.
  ArraySet question = with_weights(twisted_ring(0, 0), 0, 0.5);
  Random random("log.root");
  for (int round = 0; round < 20; ++round) {
    const Rigid<double> M{
        Quat<double>(Eigen::AngleAxisd(random.uniform(0, 3), random.direction().normalized())),
        random.point(4)};
    const Surface<double> once = surface_of(stem, with_motions(question, {M, M}));
    Array::Reals x;
    for (const Vec3<double>& p : once.positions)
      x.insert(x.end(), p.begin(), p.end());
    const Surface<double> twice =
        surface_of(stem, with_motions(with_array(question, "positions", {6, 3}, x), {M, M}));
    const Mesh mesh = *read_mesh(question);
    for (std::size_t v = 0; v < 6; ++v)
      EXPECT_LT(
          (twice.positions[v] - (bindpose::rotate(M.rotation, mesh.positions[v]) + M.translation)).norm(),
          1e-13);
  }
}

TEST(LogBlend, half_turns_may_go_either_way) {
  // The axis is skew. A matrix of this rotation does not keep the sign of w.
  ArraySet question = twisted_ring(0.5, 0);
  std::vector<Rigid<double>> motions(2);
  const Vec3<double> axis = Vec3<double>(2, 3, 6) / 7;
  motions[1].rotation = scenes::to_float32(Quat<double>(1e-9, axis[0], axis[1], axis[2]));
  question = with_motions(question, motions);
  Vec3<double> x[2];
  for (const bool other : {false, true}) {
    Branches::current() = {0, other};
    const auto answer = find_algorithm("skinning.log_blend")->implementation.in_tracked(question, {});
    EXPECT_EQ(Branches::current().undecided, 6U);
    for (int c = 0; c < 3; ++c) {
      const Tracked& number = answer->find("positions")->values[static_cast<std::size_t>(c)];
      x[other ? 1 : 0][c] = number.value();
      EXPECT_LT(number.error(), 1e-4);
    }
  }
  Branches::current() = {};
  const Vec3<double> rest(1, 0, 0.25);
  const double pi = std::numbers::pi;
  EXPECT_LT((x[0] - Eigen::AngleAxisd(pi / 2, axis) * rest).norm(), 1e-6);
  EXPECT_LT((x[1] - Eigen::AngleAxisd(-pi / 2, axis) * rest).norm(), 1e-6);
}

}  // namespace bindpose::skinning::log_blend_test
