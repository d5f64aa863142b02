// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Delaunay binding: the kernel. The page is reference/binding/delaunay.md.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/numeric/conditioned.h"
#include "reference/numeric/stored.h"

namespace bindpose::binding {

/// The nearest pivot among the candidates; the first of equals. At least one candidate.
template <class T>
std::size_t nearest_pivot(const Vec3<T>& x, const std::vector<Vec3<T>>& c,
                          const std::vector<std::size_t>& candidates) {
  const auto squared = [&](std::size_t j) {
    const Vec3<T> apart = difference<T>(x, c[j]);
    return stored(T(apart.dot(apart)));
  };
  std::size_t nearest = candidates.front();
  for (const std::size_t j : candidates)
    if (c[j] != c[nearest] && squared(j) < squared(nearest)) nearest = j;
  return nearest;
}

}  // namespace bindpose::binding
