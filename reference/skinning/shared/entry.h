// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the palette of an input at palette or at pose level, on the four scalars.
#pragma once

#include "reference/animation/linear_track.h"
#include "reference/hierarchy/shared/joint_policies.h"
#include "reference/skinning/shared/rigid_palette.h"

namespace bindpose::skinning {

/// The kind of transform in the palette.
enum class PaletteKind {
  skinning_matrices,  ///< M_j = W_j A_j
  world_transforms,   ///< W_j, for parts stored in their joint's space
};

/// Conventions about how a pose becomes a palette.
inline OptionList pose_policies() {
  return hierarchy::joint_policies() + OptionList{animation::rotation_interpolations.spec()};
}

/// The local transforms of an input at pose level: as given, with keyframes sampled where the input has
/// them.
template <class T>
Expected<std::vector<LocalTransform<T>>> posed_locals(
    const ArraySet& question, std::size_t joint_count,
    animation::RotationInterpolation rotations = animation::RotationInterpolation::slerp);

/// The local transforms from which the palette is computed, with all of the input's conventions.
/// Errors as fk_matrix.
template <class T>
Expected<std::vector<LocalTransform<T>>> posed_locals(const Inputs<T>& in);

/// W_j or M_j: as given at palette level, else computed and recorded among the stages. Errors as fk_matrix and
/// palette.
template <class T>
Expected<void> read_palette(const Inputs<T>& in, PaletteKind kind, std::vector<Affine<T>>& M,
                            std::vector<ResultArray<T>>& stages);

/// Reads a palette of joints that only rotate and translate, in any format (rigid_palette_bound.h).
template <class T>
Expected<void> read_palette(const Inputs<T>& in, PaletteKind kind, std::vector<Rigid<T>>& M,
                            std::vector<ResultArray<T>>& stages);

/// Errors NOT_FINITE, NOT_UNIT with the joint, if the palette has no rigid motion for it.
template <class T>
Expected<void> require_motion(const Inputs<T>& in, std::size_t joint) {
  if (in.level() != Level::palette) return {};
  return require_rigid(in.arrays(), "palette", joint);
}

}  // namespace bindpose::skinning
