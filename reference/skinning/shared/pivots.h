// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: which of a vertex's joints lead and where they meet, for the methods that turn a vertex about a
// point of its skeleton.
//
// The arrays, by name, beside those of rigid_entry.h.
//   parents [J] integers      p(j), -1 for a root
//   bind_positions [J, 3]     c_j, where the joints are at bind time, mesh space, metres
//
// Formula.
//   lead    the influencing joint with the fewest ancestors, the first listed of equals
//   pivot   the one influencing joint; of several, the first listed that is not the parent of the others
// All influences meet in one point where every joint but the parent has that parent - or, without the parent
// among them, where all have the same one - and they stand in one place at bind time. Roots have no parent
// and meet nobody. Joints count once, however often they are listed, and only if they pull.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/model/question.h"
#include "reference/skinning/shared/rigid_entry.h"

namespace bindpose::skinning {

/// What the methods know of the joints beside their motions.
struct JointPlaces {
  std::vector<int> parents;                  ///< p(j) [#joints], -1 for a root
  std::vector<Vec3<double>> bind_positions;  ///< c_j [#joints], mesh space, metres
};

/// Joints closer than this fraction of the largest bind coordinate stand in one place.
constexpr double one_place = 0x1p-16;

/// Errors ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE; INDEX_RANGE, CYCLE in the parents; NOT_FINITE where a joint
/// that pulls on some vertex has no place. `influences` are valid.
Expected<JointPlaces> read_joint_places(const ArraySet& question, const Influences& influences,
                                        std::size_t joint_count);

/// M_j x = q_j(x) + t_j.
template <class T>
Vec3<T> carried(const Rigid<T>& M, const Vec3<T>& x) {
  return bindpose::rotate(M.rotation, x) + M.translation;
}

/// The joints that pull, in the order listed, each once.
using JointList = std::vector<std::uint32_t>;
template <class T>
JointList joints_of(const std::vector<Pull<T>>& pulls) {
  JointList joints;
  for (const Pull<T>& pull : pulls) {
    bool listed = false;
    for (const std::uint32_t j : joints)
      listed = listed || j == pull.j;
    if (!listed) joints.push_back(pull.j);
  }
  return joints;
}

/// The joint whose quaternion decides the signs; joints: at least one.
std::uint32_t lead_of(const JointList& joints, const std::vector<int>& parents);

/// The joint that all turn about; none where they do not meet in one point.
std::optional<std::uint32_t> pivot_of(const JointList& joints, const JointPlaces& places);

/// Two joints of which one is the other's parent.
struct Bones {
  std::uint32_t parent = 0;
  std::uint32_t child = 0;
};
std::optional<Bones> bones_of(const JointList& joints, const std::vector<int>& parents);

/// answer_rigid_blend for a method that knows the joints' places. skin: (mesh, influences, palette, places)
/// -> Expected<Surface<T>>.
template <class T, class Skin>
Expected<Result<T>> answer_with_places(const ArraySet& question, Skin skin) {
  return answer_rigid_blend<T>(question,
                               [&](const Mesh& mesh, const Influences& influences,
                                   const std::vector<Rigid<T>>& palette) -> Expected<Surface<T>> {
                                 const auto places = read_joint_places(question, influences, palette.size());
                                 if (!places) return tl::unexpected(places.error());
                                 return skin(mesh, influences, palette, *places);
                               });
}

}  // namespace bindpose::skinning
