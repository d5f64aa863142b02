// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/stitching.h"

#include <fmt/format.h>

#include "reference/skinning/shared/entry.h"
#include "reference/skinning/shared/inverse_transpose.h"

namespace bindpose::skinning {
namespace {

/// False, and a zero direction, where the rule has no answer.
template <class T>
bool carry_normal(const Mat3<T>& C, RigidNormalRule rule, const Vec3<T>& n, Vec3<T>& y) {
  if (rule == RigidNormalRule::direction) {
    y = C * n;
    return true;
  }
  return inverse_transpose_of(C, n, y);
}

}  // namespace

template <class T>
Expected<Surface<T>> stitching(const Mesh& mesh, const std::vector<std::uint32_t>& joints,
                               const std::vector<Affine<T>>& matrices, RigidNormalRule normal_rule) {
  const Influences influences{1, joints, std::vector<double>(joints.size(), 1.0)};
  if (auto ok = validate(mesh, influences, matrices.size()); !ok) return tl::unexpected(ok.error());

  Surface<T> surface;
  surface.positions.resize(mesh.positions.size());
  surface.normals.resize(mesh.normals.size());
  surface.tangents.resize(mesh.tangents.size());
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const Affine<T>& M = matrices[joints[v]];
    surface.positions[v] = M * Vec3<T>(mesh.positions[v].cast<T>());
    if (!mesh.normals.empty()) {
      Vec3<T>& n = surface.normals[v];
      if (!carry_normal<T>(M.linear, normal_rule, mesh.normals[v].cast<T>(), n))
        surface.undefined.push_back({"normals", v, "SINGULAR_MATRIX"});
      else
        normalize_row(n, "normals", v, "ZERO_NORMAL", surface.undefined);
    }
    if (!mesh.tangents.empty()) {
      Vec3<T> t = M.linear * mesh.tangents[v].template head<3>().cast<T>();
      normalize_row(t, "tangents", v, "ZERO_TANGENT", surface.undefined);
      surface.tangents[v] << t, T(mesh.tangents[v][3]);
    }
  }
  return surface;
}

const std::vector<OptionSpec>& rigid_options() {
  static const std::vector<OptionSpec> declared = {
      {"normal_rule",
       {"direction", "inverse-transpose"},  // as in RigidNormalRule
       OptionSpec::Kind::policy,
       "which matrix carries the normal"}};
  return declared;
}

namespace {

struct Stitching {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    return answer_rigid<T>(question, chosen, PaletteKind::skinning_matrices);
  }
};

}  // namespace

Implementation stitching_implementation() {
  return implement<Stitching>(rigid_options());
}

#define BINDPOSE_INSTANTIATE(T)                                                           \
  template Expected<Surface<T>> stitching(const Mesh&, const std::vector<std::uint32_t>&, \
                                          const std::vector<Affine<T>>&, RigidNormalRule);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
