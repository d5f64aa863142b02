// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Bone segments: the kernel. The page is reference/hierarchy/bones.md.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/numeric/transform.h"

namespace bindpose::hierarchy {

/// bone = (t_j, t_p(j)), world space, metres, for every joint j that has a parent; W: world_from_joint [#joints].
template <class T>
std::vector<std::array<Vec3<T>, 2>> bones(const std::vector<int>& p, const std::vector<Affine<T>>& W) {
  std::vector<std::array<Vec3<T>, 2>> bone;
  for (std::size_t j = 0; j < p.size(); ++j)
    if (p[j] >= 0) bone.push_back({W[j].translation, W[static_cast<std::size_t>(p[j])].translation});
  return bone;
}

}  // namespace bindpose::hierarchy
