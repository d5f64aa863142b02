// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the volumes of an input about containment, given or sized by the skeleton.
#pragma once

#include <fmt/format.h>

#include "reference/binding/containment.h"
#include "reference/binding/shared/bones.h"

namespace bindpose::binding {

/// Volumes of the bones with a length, and of joints without a child.
template <class T>
Expected<std::vector<Volume<T>>> bone_volumes(const Array::Integers& parents, const std::vector<Vec3<T>>& p,
                                              VolumeKind kind, const T& share) {
  std::vector<Volume<T>> volumes;
  const auto children = children_of(parents);
  for (std::size_t j = 0; j < p.size(); ++j) {
    for (const std::size_t c : children[j]) {
      const T length = norm_of<T>(p[c] - p[j]);
      if (p[c] != p[j])
        volumes.push_back(
            {kind, j, p[j], p[c], kind == VolumeKind::sphere ? T(length / T(2)) : T(share * length)});
    }
    const auto parent = static_cast<std::size_t>(parents[j]);
    if (children[j].empty() && parents[j] >= 0 && p[j] != p[parent])
      volumes.push_back({VolumeKind::sphere, j, p[j], p[j], T(share * norm_of<T>(p[j] - p[parent]))});
  }
  if (volumes.empty())
    return fail("NO_BONE", "pivots", "no bone has a length by which a volume could be sized");
  return volumes;
}

/// Error ZERO_BONE.
template <class T>
Expected<std::vector<Volume<T>>> given_volumes(const Inputs<T>& in) {
  const auto a = in.template rows<3>("volume_starts"), b = in.template rows<3>("volume_ends");
  const std::vector<T> r = in.numbers("volume_radii");
  std::vector<Volume<T>> volumes;
  for (std::size_t i = 0; i < r.size(); ++i) {
    const auto kind = static_cast<VolumeKind>(in.integers("volume_kinds")[i]);
    if (a[i] == b[i] && (kind == VolumeKind::cylinder || kind == VolumeKind::ellipsoid))
      return fail("ZERO_BONE", fmt::format("volume_ends[{}]", i), "a cylinder or an ellipsoid has a length");
    volumes.push_back({kind, static_cast<std::size_t>(in.integers("volume_joints")[i]), a[i], b[i], r[i]});
  }
  return volumes;
}

}  // namespace bindpose::binding
