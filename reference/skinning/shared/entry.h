// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the palette of a question at palette or at pose level.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/animation/shared/track.h"
#include "reference/hierarchy/shared/world.h"
#include "reference/model/question.h"
#include "reference/model/surface.h"
#include "reference/skinning/shared/rigid_palette.h"
#include "reference/skinning/shared/rigid_palette_bound.h"

namespace bindpose::skinning {

/// What a vertex is multiplied by.
enum class PaletteKind {
  skinning_matrices,  ///< M_j = W_j A_j
  world_transforms,   ///< W_j, for parts stored in their joint's space
};

/// Conventions about how a pose becomes a palette.
inline OptionList pose_policies() {
  return hierarchy::joint_policies() + OptionList{animation::rotation_interpolations.spec()};
}

/// The local transforms of a question at pose level: as given, with keyframes sampled where the question has
/// them.
template <class T>
Expected<std::vector<LocalTransform<T>>> posed_locals(
    const ArraySet& question, std::size_t joint_count,
    animation::RotationInterpolation rotations = animation::RotationInterpolation::slerp) {
  auto locals = read_locals<T>(question, joint_count);
  if (!locals || !question.has("tracks")) return locals;
  BINDPOSE_TRY(const Array* time, question.require_reals("time", {1}));
  BINDPOSE_TRY(const auto tracks, read_tracks(question, joint_count));
  for (const TrackOfJoint& t : tracks) {
    const std::vector<T> value = animation::sample<T>(t.track, time->reals()[0], rotations);
    Trs<T>& trs = (*locals)[t.joint].trs;
    if (t.path == TrackOfJoint::Path::rotation)
      trs.rotation = Quat<T>(Vec4<T>(value.data()));
    else
      (t.path == TrackOfJoint::Path::scale ? trs.scale : trs.translation) = Vec3<T>(value.data());
  }
  return locals;
}

/// W_j or M_j: as given at palette level, else computed and noted among the stages. Errors as fk_matrix and palette.
template <class T>
Expected<void> read_palette(const Inputs<T>& in, PaletteKind kind, std::vector<Affine<T>>& M,
                            std::vector<ResultArray<T>>& stages) {
  if (in.level() == Level::palette) {
    M = in.affines("palette");
    return {};
  }
  BINDPOSE_TRY(const auto locals,
               posed_locals<T>(in.arrays(), in.extent("J"), in.chosen(animation::rotation_interpolations)));
  BINDPOSE_TRY(M, hierarchy::fk_matrix<T>(in, locals));
  stages.push_back(to_result_array("world", M));
  if (kind == PaletteKind::world_transforms) return {};
  BINDPOSE_TRY(M, hierarchy::palette<T>(M, in.affines("inverse_binds")));
  stages.push_back(to_result_array("palette", M));
  return {};
}

/// The same of joints that only turn and move, in any form (rigid_palette_bound.h).
template <class T>
Expected<void> read_palette(const Inputs<T>& in, PaletteKind, std::vector<Rigid<T>>& M,
                            std::vector<ResultArray<T>>& stages) {
  if (in.level() == Level::palette) {
    BINDPOSE_TRY(M, read_rigids<T>(in.arrays(), "palette"));
  } else {
    BINDPOSE_TRY(const auto locals, posed_locals<T>(in.arrays(), in.extent("J")));
    BINDPOSE_TRY(const auto W, hierarchy::fk_quaternion<T>(in.integers("parents"), locals));
    BINDPOSE_TRY(const auto A, read_rigids<T>(in.arrays(), "inverse_bind"));
    BINDPOSE_TRY(M, hierarchy::palette<T>(W, A));
    append_rigids(stages, "world", W);
    append_rigids(stages, "palette", M);
  }
  for (Rigid<T>& M_j : M)
    M_j = in_any_form(M_j);
  return {};
}

/// Errors NOT_FINITE, NOT_UNIT with the joint, where a question at palette level has no motion for it.
template <class T>
Expected<void> require_motion(const Inputs<T>& in, std::size_t joint) {
  if (in.level() != Level::palette) return {};
  return require_rigid(in.arrays(), "palette", joint);
}

}  // namespace bindpose::skinning
