// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/scene.h"

#include "reference/hierarchy/shared/world.h"
#include "reference/numeric/portable_angle.h"

namespace bindpose::scenes {
namespace {

/// The mesh with every vertex in its joint's space at bind time; joints [#vertices].
Mesh mesh_in_joint_space(const Rig& rig, const std::vector<std::uint32_t>& joints) {
  Mesh mesh = rig.mesh;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const Affine<double>& A = rig.skeleton.inverse_binds[joints[v]];
    mesh.positions[v] = to_float32(Vec3<double>(A * mesh.positions[v]));
    if (!mesh.normals.empty())
      mesh.normals[v] = to_float32(Vec3<double>((A.linear * mesh.normals[v]).normalized()));
    if (!mesh.tangents.empty())
      mesh.tangents[v].head<3>() =
          to_float32(Vec3<double>((A.linear * mesh.tangents[v].head<3>()).normalized()));
  }
  return mesh;
}

ArraySet surface_question(const Mesh& mesh, const Influences& influences) {
  ArraySet question;
  add_mesh(question, mesh);
  add_influences(question, influences);
  return question;
}

}  // namespace

Expected<ArraySet> palette_question(const Scene& scene) {
  // With 113 bits, so that numbers near 0 are also the same on every machine.
  BINDPOSE_TRY(const auto posed, pose_question(scene));
  BINDPOSE_TRY(const auto locals, read_locals<Quad>(posed, scene.rig.skeleton.joint_count()));
  BINDPOSE_TRY(const auto world, hierarchy::fk_matrix<Quad>(scene.rig.skeleton.parents, locals));
  BINDPOSE_TRY(const auto inverse_binds, read_affines<Quad>(posed, "inverse_binds"));
  BINDPOSE_TRY(const auto palette, hierarchy::palette<Quad>(world, inverse_binds));
  std::vector<Affine<double>> rounded;
  for (const Affine<Quad>& M : palette)
    rounded.push_back(M.cast<double>());
  ArraySet question = surface_question(scene.rig.mesh, scene.rig.influences);
  add_affines(question, "palette", rounded);
  return question;
}

Expected<ArraySet> pose_question(const Scene& scene) {
  ArraySet question = surface_question(scene.rig.mesh, scene.rig.influences);
  add_pose(question, scene.rig.skeleton.parents, scene.pose.locals);
  add_affines(question, "inverse_binds", scene.rig.skeleton.inverse_binds);
  return question;
}

Expected<ArraySet> parts_palette_question(const Scene& scene) {
  BINDPOSE_TRY(const auto world, hierarchy::fk_matrix<double>(scene.rig.skeleton.parents, scene.pose.locals));
  const Influences rigid = rigid_influences(scene.rig.influences);
  ArraySet question = surface_question(mesh_in_joint_space(scene.rig, rigid.joints), rigid);
  add_affines(question, "palette", world);
  return question;
}

Expected<ArraySet> parts_pose_question(const Scene& scene) {
  const Influences rigid = rigid_influences(scene.rig.influences);
  ArraySet question = surface_question(mesh_in_joint_space(scene.rig, rigid.joints), rigid);
  add_pose(question, scene.rig.skeleton.parents, scene.pose.locals);
  return question;
}

Expected<ArraySet> with_triangles(Expected<ArraySet> question, const Scene& scene) {
  if (question) add_triangles(*question, scene.rig.mesh.triangles);
  return question;
}

Influences rigid_influences(const Influences& influences) {
  Influences rigid{1, {}, {}};
  for (std::size_t row = 0; row < influences.joints.size(); row += influences.width) {
    const auto first = influences.weights.begin() + static_cast<std::ptrdiff_t>(row);
    const auto strongest = std::max_element(first, first + static_cast<std::ptrdiff_t>(influences.width));
    rigid.joints.push_back(
        influences.joints[static_cast<std::size_t>(strongest - influences.weights.begin())]);
    rigid.weights.push_back(1);
  }
  return rigid;
}

Vec3<double> to_float32(const Vec3<double>& v) {
  return v.unaryExpr([](double x) { return bindpose::to_float32(x); });
}

Quat<double> to_float32(const Quat<double>& q) {
  return Quat<double>(Vec4<double>(q.coeffs().unaryExpr([](double x) { return bindpose::to_float32(x); })));
}

Affine<double> to_float32(const Affine<double>& map) {
  return {map.linear.unaryExpr([](double x) { return bindpose::to_float32(x); }),
          to_float32(map.translation)};
}

double dyadic_weight(double w) {
  return std::round(std::clamp(w, 0.0, 1.0) * 0x1p16) * 0x1p-16;
}

Quat<double> rotation_about(const Vec3<double>& axis, double angle) {
  return to_float32(portable_rotation(angle, axis.normalized()));
}

Expected<void> bind_at_rest(Rig& rig, const std::vector<LocalTransform<double>>& rest) {
  BINDPOSE_TRY(const auto world, hierarchy::fk_matrix<double>(rig.skeleton.parents, rest));
  BINDPOSE_TRY(const auto inverse_binds, hierarchy::inverse_bind<double>(world));
  rig.skeleton.inverse_binds.clear();
  for (const Affine<double>& A : inverse_binds)
    rig.skeleton.inverse_binds.push_back(to_float32(A));
  return {};
}

}  // namespace bindpose::scenes
