// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the closed parts of a mesh whose volumes are kept.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "reference/model/error.h"
#include "reference/model/rig.h"
#include "reference/numeric/conditioned.h"
#include "reference/numeric/scalar.h"

namespace bindpose::surface {

/// A region's triangles, those that name a vertex twice left out, and where they stand in the list.
struct Region {
  std::vector<Triangle> triangles;
  std::vector<std::size_t> places;
  std::vector<std::uint32_t> vertices;  ///< ascending
};

/// By region number; vertices of a negative number have none. regions [#vertices]: empty: one region. Error
/// REGION_SPLIT.
Expected<std::map<std::int32_t, Region>> split(const Mesh& mesh, const std::vector<std::int32_t>& regions);

/// Error OPEN_MESH, with a triangle and its edge.
Expected<void> require_closed(const Region& region);

/// |g|^2 of the volume's gradient g at y if nothing in it cancelled.
double gradient_size(const Region& region, const std::vector<Vec3<double>>& y);

}  // namespace bindpose::surface
