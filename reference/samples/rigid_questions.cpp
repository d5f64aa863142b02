// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/rigid_questions.h"

#include <fmt/format.h>

#include "reference/hierarchy/shared/world.h"
#include "reference/model/numbers_of.h"
#include "reference/numeric/portable_angle.h"
#include "reference/skinning/shared/rigid_palette.h"

namespace bindpose::samples {

using namespace scenes;
namespace {

using bindpose::Rigid;

/// Largest entry of C^T C - I for a float32 matrix of a rotation.
constexpr double float32_rotation = 1e-5;

ArraySet mesh_question(const Scene& scene) {
  ArraySet question;
  add_mesh(question, scene.rig.mesh);
  add_influences(question, scene.rig.influences);
  return question;
}

/// A^-1 0, with 113 bits, so that numbers near 0 are the same on every machine.
Vec3<double> bind_position(const Affine<double>& inverse_bind) {
  const Affine<Quad> A = inverse_bind.cast<Quad>();
  const Vec3<Quad> c = cofactor(A.linear).transpose() * -A.translation / determinant(A.linear);
  return to_float32(Vec3<double>(c.unaryExpr([](const Quad& x) { return to_double(x); })));
}

}  // namespace

Expected<std::vector<Rigid<double>>> rigid_inverse_binds(const Skeleton& skeleton) {
  std::vector<Rigid<double>> rigid;
  for (std::size_t j = 0; j < skeleton.inverse_binds.size(); ++j) {
    const Affine<double>& A = skeleton.inverse_binds[j];
    const Mat3<double> excess = A.linear.transpose() * A.linear - Mat3<double>::Identity();
    if (!(excess.cwiseAbs().maxCoeff() <= float32_rotation) || determinant(A.linear) < 0)
      return fail("NOT_RIGID", fmt::format("inverse_binds[{}]", j), "expected a rotation and a translation");
    const Quat<double> q = quaternion_of(A.linear);
    rigid.push_back({to_float32(q.normalized()), A.translation});
  }
  return rigid;
}

Expected<std::vector<Rigid<double>>> rigid_palette(const Scene& scene) {
  BINDPOSE_TRY(const auto world,
               hierarchy::fk_quaternion<double>(scene.rig.skeleton.parents, scene.pose.locals));
  BINDPOSE_TRY(const auto inverse_binds, rigid_inverse_binds(scene.rig.skeleton));
  BINDPOSE_TRY(auto palette, hierarchy::palette<double>(world, inverse_binds));
  for (Rigid<double>& M : palette)
    M.rotation.normalize();
  return palette;
}

Expected<ArraySet> rigid_palette_question(const Scene& scene) {
  BINDPOSE_TRY(const auto palette, rigid_palette(scene));
  ArraySet question = mesh_question(scene);
  skinning::add_rigids(question, "palette", palette);
  return question;
}

Expected<ArraySet> rigid_pose_question(const Scene& scene) {
  BINDPOSE_TRY(const auto inverse_binds, rigid_inverse_binds(scene.rig.skeleton));
  ArraySet question = mesh_question(scene);
  add_pose(question, scene.rig.skeleton.parents, scene.pose.locals);
  skinning::add_rigids(question, "inverse_bind", inverse_binds);
  return question;
}

std::vector<Vec3<double>> bind_positions(const Skeleton& skeleton) {
  std::vector<Vec3<double>> positions;
  for (const Affine<double>& A : skeleton.inverse_binds)
    positions.push_back(bind_position(A));
  return positions;
}

void add_bind_positions(ArraySet& question, const Skeleton& skeleton) {
  question.add("bind_positions", {skeleton.inverse_binds.size(), 3}, numbers_of(bind_positions(skeleton)));
}

ArraySet rigid_crowd_question(const CrowdShape& shape, Random& random) {
  Crowd people = crowd(shape, random);
  const Quat<double> common = random.rotation();
  std::vector<Rigid<double>> palette;
  for (std::size_t j = 0; j < people.palette.size(); ++j) {
    // Separate statements, because the evaluation order of arguments is unspecified.
    const Vec3<double> axis = random.direction().normalized();
    const Quat<double> turn = portable_rotation(random.uniform(0, 0.7), axis);
    Quat<double> q = (turn * common).normalized();
    if (random.below(2) == 0) q.coeffs() = -q.coeffs();  // the same rotation
    palette.push_back({q, random.point(2)});
  }
  ArraySet question;
  add_mesh(question, people.mesh);
  add_influences(question, people.influences);
  skinning::add_rigids(question, "palette", palette);
  return question;
}

ArraySet sample_rigid_blend(std::size_t size, Random& random) {
  return rigid_crowd_question({.vertices = size, .influences = 4, .joints = 16}, random);
}

}  // namespace bindpose::samples
