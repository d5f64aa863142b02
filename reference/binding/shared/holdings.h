// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the welded positions (places) that a joint influences, and their connected groups.
#pragma once

#include "reference/binding/shared/joint_weights.h"

namespace bindpose::binding {

/// A mesh's places and how they are joined.
struct Places {
  std::vector<std::uint32_t> of;  ///< place of each vertex [#vertices]
  std::vector<std::vector<std::uint32_t>>
      neighbours;  ///< places that share an edge [#vertices]; empty for other vertices
  std::vector<std::vector<std::uint32_t>> vertices;  ///< at each place [#vertices]; empty for other vertices

  /// The vertices at the neighbouring places of vertex v.
  std::vector<std::uint32_t> around(std::uint32_t v) const;
};
Places places_of_mesh(const std::vector<Vec3<double>>& x, const std::vector<Triangle>& triangles);

/// Conditions under which a group counts as rogue.
struct RogueRule {
  std::size_t largest = 1;     ///< n: larger groups are not rogue
  bool spares_largest = true;  ///< true: the joint's largest group is not rogue
  bool spares_parts = true;    ///< true: a whole connected part of the mesh is not rogue
};
/// m_vj = 1 if the vertex loses its weight of the joint [#vertices * joints].
std::vector<char> rogue_marks(const Places& places, const std::vector<char>& holds, std::size_t joints,
                              const RogueRule& rule);

/// True if joint j has a weight on vertex v [#vertices * joints].
template <class T>
std::vector<char> holdings(const JointWeights<T>& W) {
  std::vector<char> holds;
  for (const T& w : W.w)
    holds.push_back(w != T(0) ? 1 : 0);
  return holds;
}

}  // namespace bindpose::binding
