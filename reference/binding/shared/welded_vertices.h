// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: welds the vertices at one position (a seam's copies); the surface of the welded vertices.
//
// Vertices at exactly the same position are one place, with the first vertex's index. This closes meshes that were
// cut along texture seams.
#pragma once

#include "reference/model/rig.h"

namespace bindpose::binding {

/// The first vertex with the position of each vertex [#vertices]; the vertex itself if it is the first.
std::vector<std::uint32_t> places_of(const std::vector<Vec3<double>>& x);

/// The triangles, with the place of each vertex instead of the vertex.
std::vector<Triangle> between_places(std::vector<Triangle> triangles,
                                     const std::vector<std::uint32_t>& places);

/// Connected sets of the vertices marked in `in`, each ascending, ordered by first vertex. neighbours:
/// [#vertices].
std::vector<std::vector<std::uint32_t>> connected_groups(
    const std::vector<std::uint32_t>& in, const std::vector<std::vector<std::uint32_t>>& neighbours);

}  // namespace bindpose::binding
