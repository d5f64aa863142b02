// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Spherical joint blending by example: the kernel. The page is reference/examples/spherical_joint_by_example.md.
#pragma once

#include "reference/examples/shared/example_meshes.h"
#include "reference/skinning/shared/pivots.h"
#include "reference/skinning/shared/rigid_blend.h"

namespace bindpose::examples {

/// True if vertices of these joints are in joint j's support: its parent is among them, the parent's parent
/// is not.
inline bool is_in_support(const skinning::JointList& joints, std::size_t j, const std::vector<int>& parents) {
  const int parent = parents[j];
  if (parent < 0) return false;
  bool by_parent = false, by_grandparent = false;
  for (const std::uint32_t i : joints) {
    by_parent = by_parent || static_cast<int>(i) == parent;
    by_grandparent = by_grandparent || static_cast<int>(i) == parents[static_cast<std::size_t>(parent)];
  }
  return by_parent && !by_grandparent;
}

/// Motion of a vertex by spherical joint blending: q, c and c'.
template <class T>
struct JointTurn {
  Quat<T> q;
  Vec3<T> c, moved_c;
};

/// Empty if b is 0. M: [#joints]; the vertex's joints meet in one point.
template <class T>
std::optional<JointTurn<T>> joint_turn(const RestVertex<T>& rest, const std::vector<Rigid<T>>& M,
                                       const skinning::JointPlaces& places) {
  const skinning::JointList joints = skinning::joints_of(rest.influences);
  const std::uint32_t lead = skinning::lead_of(joints, places.parents), p = *pivot_of(joints, places);
  JointTurn<T> turn;
  if (!skinning::blend_rotations(rest.influences, M, lead, turn.q)) return std::nullopt;
  turn.c = places.bind_positions[p].template cast<T>();
  turn.moved_c = skinning::carried(M[p], turn.c);
  return turn;
}

/// d_k = q_k^-1(x_k - c_k') + c - x and dn_k = q_k^-1(n_k) - n, in the place of x_k and n_k.
template <class T>
RestVertex<T> example_offset(const RestVertex<T>& rest, RestVertex<T> posed, const JointTurn<T>& turn) {
  const Quat<T> back = bindpose::conjugate(turn.q);
  posed.x = stored_entries(Vec3<T>(bindpose::rotate<T>(back, posed.x - turn.moved_c) + turn.c - rest.x));
  posed.n = stored_entries(Vec3<T>(bindpose::rotate(back, posed.n) - rest.n));
  return posed;
}

/// x' = q(x + sum_k a_k d_k - c) + c', n' = q(n + sum_k a_k dn_k), t' = q(t)
template <class T>
DeformedVertex<T> spherical_joint_by_example(RestVertex<T> rest, const std::vector<T>& a,
                                             const std::vector<RestVertex<T>>& d, const JointTurn<T>& turn) {
  for (std::size_t k = 0; k < d.size(); ++k) {
    rest.x += a[k] * d[k].x;
    rest.n += a[k] * d[k].n;
  }
  return skinning::turned_about(turn.q, turn.c, turn.moved_c, rest);
}

/// u' = q_p(j)^-1(q_j(u)): a bone's axis as its parent has it. M: [#joints].
template <class T>
Vec3<T> bone_axis(const Vec3<T>& u, std::size_t j, std::size_t parent, const std::vector<Rigid<T>>& M) {
  return bindpose::rotate<T>(bindpose::conjugate(M[parent].rotation), bindpose::rotate(M[j].rotation, u));
}

}  // namespace bindpose::examples
