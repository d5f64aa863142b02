// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Spherical joint blending: the kernel. The page is reference/skinning/spherical_joint_blend.md.
#pragma once

#include "reference/skinning/shared/pivots.h"
#include "reference/skinning/shared/rigid_blend.h"

namespace bindpose::skinning {

/// x' = q(x - c) + c'. The joints meet in one point; M: [#joints].
template <class T>
DeformedVertex<T> spherical_joint_blend(const RestVertex<T>& rest, const std::vector<Rigid<T>>& M,
                                        const JointPlaces& places) {
  const JointList joints = joints_of(rest.influences);
  const std::uint32_t lead = lead_of(joints, places.parents), p = *pivot_of(joints, places);
  Quat<T> q;
  if (!blend_rotations(rest.influences, M, lead, q)) return no_answer<T>("ZERO_BLEND");
  const Vec3<T> c = places.bind_positions[p].template cast<T>();
  return turned_about(q, c, carried(M[p], c), rest);
}

}  // namespace bindpose::skinning
