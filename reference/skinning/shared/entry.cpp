// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/entry.h"

#include <fmt/format.h>

#include "reference/animation/shared/track.h"
#include "reference/hierarchy/shared/world.h"
#include "reference/skinning/shared/rigid_palette_bound.h"

namespace bindpose::skinning {

template <class T>
Expected<std::vector<LocalTransform<T>>> posed_locals(const ArraySet& question, std::size_t joint_count,
                                                      animation::RotationInterpolation rotations) {
  auto locals = read_locals<T>(question, joint_count);
  if (!locals || !question.has("tracks")) return locals;
  BINDPOSE_TRY(const Array* time, question.require_reals("time", {1}));
  BINDPOSE_TRY(const auto tracks, read_tracks(question, joint_count));
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const TrackOfJoint& t = tracks[i];
    if (t.path == TrackOfJoint::Path::weights) continue;  // a track of morph targets
    if ((*locals)[t.joint].is_matrix)
      return fail("MATRIX_LOCAL", fmt::format("tracks[{}]", i),
                  fmt::format("joint {} is given as a matrix", t.joint));
    const std::vector<T> value = animation::sample<T>(t.track, time->reals()[0], rotations);
    Trs<T>& trs = (*locals)[t.joint].trs;
    if (t.path == TrackOfJoint::Path::rotation)
      trs.rotation = Quat<T>(Vec4<T>(value.data()));
    else
      (t.path == TrackOfJoint::Path::scale ? trs.scale : trs.translation) = Vec3<T>(value.data());
  }
  return locals;
}

namespace {

/// The local transforms, with tracks sampled by the input's rule.
template <class T>
Expected<std::vector<LocalTransform<T>>> sampled_locals(const Inputs<T>& in) {
  return posed_locals<T>(in.arrays(), in.extent("J"), in.chosen(animation::rotation_interpolations));
}

}  // namespace

template <class T>
Expected<std::vector<LocalTransform<T>>> posed_locals(const Inputs<T>& in) {
  BINDPOSE_TRY(auto locals, sampled_locals(in));
  BINDPOSE_CHECK(hierarchy::apply_joint_policies(in, locals));
  return locals;
}

template <class T>
Expected<void> read_palette(const Inputs<T>& in, PaletteKind kind, std::vector<Affine<T>>& M,
                            std::vector<ResultArray<T>>& stages) {
  if (in.level() == Level::palette) {
    M = in.affines("palette");
    return {};
  }
  BINDPOSE_TRY(const auto locals, sampled_locals(in));
  BINDPOSE_TRY(M, hierarchy::fk_matrix<T>(in, locals));
  stages.push_back(to_result_array("world", M));
  if (kind == PaletteKind::world_transforms) return {};
  BINDPOSE_TRY(M, hierarchy::palette<T>(M, in.affines("inverse_binds")));
  stages.push_back(to_result_array("palette", M));
  return {};
}

template <class T>
Expected<void> read_palette(const Inputs<T>& in, PaletteKind, std::vector<Rigid<T>>& M,
                            std::vector<ResultArray<T>>& stages) {
  if (in.level() == Level::palette) {
    BINDPOSE_TRY(M, read_rigids<T>(in.arrays(), "palette"));
  } else {
    BINDPOSE_TRY(const auto locals, sampled_locals(in));
    BINDPOSE_TRY(const auto W, hierarchy::fk_quaternion<T>(in, locals));
    BINDPOSE_TRY(const auto A, read_rigids<T>(in.arrays(), "inverse_bind"));
    BINDPOSE_TRY(M, hierarchy::palette<T>(W, A));
    append_rigids(stages, "world", W);
    append_rigids(stages, "palette", M);
  }
  for (Rigid<T>& M_j : M)
    M_j = in_any_form(M_j);
  return {};
}

#define BINDPOSE_INSTANTIATE(T)                                                                     \
  template Expected<std::vector<LocalTransform<T>>> posed_locals(const ArraySet&, std::size_t,      \
                                                                 animation::RotationInterpolation); \
  template Expected<std::vector<LocalTransform<T>>> posed_locals(const Inputs<T>&);                 \
  template Expected<void> read_palette(const Inputs<T>&, PaletteKind, std::vector<Affine<T>>&,      \
                                       std::vector<ResultArray<T>>&);                               \
  template Expected<void> read_palette(const Inputs<T>&, PaletteKind, std::vector<Rigid<T>>&,       \
                                       std::vector<ResultArray<T>>&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
