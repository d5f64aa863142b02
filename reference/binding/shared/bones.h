// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the bones of a skeleton; each belongs to the joint at its beginning.
#pragma once

#include "reference/model/arrays.h"
#include "reference/numeric/transform.h"

namespace bindpose::binding {

enum class LeafJoints { none, point };

/// A bone a .. b of joint j, metres.
template <class T>
struct Bone {
  std::size_t j;
  Vec3<T> a, b;
};

/// The children of every joint, ascending.
inline std::vector<std::vector<std::size_t>> children_of(const Array::Integers& parents) {
  std::vector<std::vector<std::size_t>> children(parents.size());
  for (std::size_t j = 0; j < parents.size(); ++j)
    if (parents[j] >= 0) children[static_cast<std::size_t>(parents[j])].push_back(j);
  return children;
}

/// The bones from each joint's pivot to each child's pivot, joint by joint. Error NO_BONE if there are none.
template <class T>
Expected<std::vector<Bone<T>>> bones_of(const Array::Integers& parents, const std::vector<Vec3<T>>& p,
                                        LeafJoints leaves) {
  std::vector<Bone<T>> bones;
  const auto children = children_of(parents);
  for (std::size_t j = 0; j < p.size(); ++j) {
    for (const std::size_t c : children[j])
      bones.push_back({j, p[j], p[c]});
    if (children[j].empty() && leaves == LeafJoints::point) bones.push_back({j, p[j], p[j]});
  }
  if (bones.empty()) return fail("NO_BONE", "parents", "no joint has a child, so no bone exists");
  return bones;
}

}  // namespace bindpose::binding
