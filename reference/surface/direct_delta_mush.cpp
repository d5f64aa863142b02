// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/direct_delta_mush.h"

#include <fmt/format.h>

#include "reference/model/common_arrays.h"
#include "reference/surface/direct_delta_mush_omegas.h"

namespace bindpose::surface {
namespace {

const Declaration& declaration() {
  static const Declaration declared{
      .inputs =
          mesh_arrays() +
          ArrayList{integer("joints", "j", "V K").means("joint of each slot").index_into("J"),
                    real("omegas", "Omega_j", "V K 10")
                        .in("mesh space; metres^2, metres, 1")
                        .means("moments of each slot, the upper triangle row by row: xx xy xz x yy yz y zz z "
                               "1; the last number at least 0; used as given")} +
          palette_or_pose_arrays(),
      .stages = palette_stages(),
      .outputs = surface_arrays(),
      .options = {}};
  return declared;
}

/// Errors NOT_FINITE, NEGATIVE_WEIGHT with the slot.
Expected<void> require_moments(const Array::Reals& omegas, std::size_t width) {
  for (std::size_t i = 0; i < omegas.size(); ++i) {
    const std::size_t slot = i / moment_count;
    const auto where = fmt::format("omegas[{}, {}]", slot / width, slot % width);
    if (!std::isfinite(omegas[i])) return fail("NOT_FINITE", where, "expected finite moments");
    if (i % moment_count == moment_count - 1 && omegas[i] < 0)
      return fail("NEGATIVE_WEIGHT", where, fmt::format("last moment {}, expected at least 0", omegas[i]));
  }
  return {};
}

template <class T>
JointMoments<T> moments_of(const Affine<T>& M, const Moments<T>& m) {
  JointMoments<T> joint{M, {}, {m[3], m[6], m[8]}, m[9]};
  joint.P << m[0], m[1], m[2], m[1], m[4], m[5], m[2], m[5], m[7];
  return joint;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const SkinnedMesh<T> q, read_skinned_mesh(in));
  const std::size_t K = in.extent("K");
  BINDPOSE_CHECK(require_moments(in.reals("omegas"), K));
  const auto omegas = in.template rows<moment_count>("omegas");
  return deform(q, [&](std::size_t v, const Vertex<T>& rest) {
    std::vector<JointMoments<T>> joints;
    for (std::size_t i = v * K; i < (v + 1) * K; ++i)
      if (omegas[i][9] != T(0)) joints.push_back(moments_of(q.matrices[q.slots.joints[i]], omegas[i]));
    return direct_delta_mush(joints, rest);
  });
}

}  // namespace

BINDPOSE_IMPLEMENT(direct_delta_mush)

}  // namespace bindpose::surface
