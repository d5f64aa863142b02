// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the leading joint of a vertex and the common pivot of its joints, for methods that rotate a vertex about a
// point of the skeleton.
//
// Formula.
//   lead    the influencing joint with the fewest ancestors; among equal ones, the first listed
//   pivot   the only influencing joint; of several, the first listed that is not the parent of the
//   others
// All influences meet in one point if their joints, except a common parent among them, have the
// same parent and the same bind position. Roots have no parent and do not meet. A joint that is
// listed several times counts once.
#pragma once

#include <optional>

#include <fmt/format.h>

#include "reference/model/inputs.h"
#include "reference/skinning/shared/vertex.h"

namespace bindpose::skinning {

/// The joints' bind positions and parents, which the methods need in addition to motions.
struct JointPlaces {
  std::vector<int> parents;                  ///< p(j) [#joints], -1 for a root
  std::vector<Vec3<double>> bind_positions;  ///< c_j [#joints], mesh space, metres
};

/// Joints closer than this fraction of the largest bind coordinate have the same position.
constexpr double one_place = 0x1p-16;

/// Mesh, influences, rigid motions with parents at either level, bind_positions.
ArrayList arrays_with_places();

template <class T>
JointPlaces joint_places(const Inputs<T>& in) {
  JointPlaces places{in.integers("parents"), {}};
  for (std::size_t j = 0; j < places.parents.size(); ++j)
    places.bind_positions.push_back(read_row<double, 3>(*in.arrays().find("bind_positions"), j));
  return places;
}

/// The influencing joints in the order listed, each once.
using JointList = std::vector<std::uint32_t>;
template <class T>
JointList joints_of(const std::vector<Influence<T>>& influences) {
  JointList joints;
  for (const Influence<T>& i : influences) {
    bool listed = false;
    for (const std::uint32_t j : joints)
      listed = listed || j == i.j;
    if (!listed) joints.push_back(i.j);
  }
  return joints;
}

/// The weights of all of joint j's slots.
template <class T>
T weight_of(std::uint32_t j, const std::vector<Influence<T>>& influences) {
  T w(0);
  for (const Influence<T>& i : influences)
    if (i.j == j) w += i.w;
  return w;
}

/// The first of joint j's slots.
template <class T>
std::size_t first_slot_of(std::uint32_t j, const std::vector<Influence<T>>& influences) {
  std::size_t i = 0;
  while (influences[i].j != j)
    ++i;
  return influences[i].slot;
}

/// The joint whose quaternion decides the signs; joints: at least one.
std::uint32_t lead_of(const JointList& joints, const std::vector<int>& parents);

/// The joint that all others rotate about; none if the joints do not meet in one point.
std::optional<std::uint32_t> pivot_of(const JointList& joints, const JointPlaces& places);

/// Two joints of which one is the other's parent.
struct Bones {
  std::uint32_t parent = 0;
  std::uint32_t child = 0;
};
std::optional<Bones> bones_of(const JointList& joints, const std::vector<int>& parents);
/// Parent and child of the vertex; none for a single joint. Error with the vertex and this code for several joints
/// that are not a joint and its child.
template <class T>
Expected<std::optional<Bones>> bones_at(const RestVertex<T>& rest, const std::vector<int>& parents,
                                        const char* code) {
  const JointList joints = joints_of(rest.influences);
  const std::optional<Bones> bones = bones_of(joints, parents);
  if (bones || joints.size() < 2) return bones;
  return fail(code, fmt::format("joints[{}]", rest.v), "expected one joint, or a joint and its child");
}

}  // namespace bindpose::skinning
