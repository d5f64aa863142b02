// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the closed parts of a mesh whose volumes are kept.
#pragma once

#include "reference/model/arrays.h"
#include "reference/model/rig.h"
#include "reference/numeric/scalar.h"

namespace bindpose::surface {

/// A region's triangles without those whose indices repeat, and their indices in the list.
struct Region {
  std::string place;  ///< "region 7"
  std::vector<Triangle> triangles;
  std::vector<std::size_t> places;
  std::vector<std::uint32_t> vertices;  ///< ascending
  std::uint32_t o = UINT32_MAX;         ///< the lowest vertex that a triangle names
};

/// Splits a mesh by ascending region number; vertices with a negative number belong to no region. regions
/// [#vertices]: empty: one region. Error REGION_SPLIT.
Expected<std::vector<Region>> split(const Mesh& mesh, const std::vector<std::int32_t>& regions);
/// Closed regions of an input. Errors REGION_SPLIT; OPEN_MESH, with a triangle and its edge.
Expected<std::vector<Region>> closed_regions(const ArraySet& question);

/// |g|^2 of the volume's gradient g at y, without cancellation. Error NOT_FINITE.
Expected<double> gradient_size(const Region& region, const std::vector<Vec3<double>>& y);
template <class T>
Expected<double> gradient_size(const Region& region, const std::vector<Vec3<T>>& y) {
  std::vector<Vec3<double>> values;
  for (const Vec3<T>& row : y)
    values.push_back(row.unaryExpr([](const T& number) { return to_double(number); }));
  return gradient_size(region, values);
}

}  // namespace bindpose::surface
