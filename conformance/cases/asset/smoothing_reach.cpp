// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/smoothing_reach.h"

#include "reference/binding/shared/welded_vertices.h"

namespace bindpose::conformance {
namespace {

/// Distinct positions, and the edges between them.
struct WeldedMesh {
  std::vector<std::uint32_t> of;
  std::vector<Triangle> triangles;
};

/// Positions at which the joint has weight.
std::vector<bool> held_by(const BoundWeights& weights, std::size_t j, const WeldedMesh& places) {
  std::vector<bool> held(places.of.size());
  for (std::size_t v = 0; v < held.size(); ++v)
    if (weights.of(v, j) != 0) held[places.of[v]] = true;
  return held;
}

/// These positions and their neighbours.
std::vector<bool> one_edge_more(const std::vector<bool>& held, const WeldedMesh& places) {
  std::vector<bool> more = held;
  for (const Triangle& t : places.triangles)
    if (held[t[0]] || held[t[1]] || held[t[2]])
      for (const std::uint32_t v : t)
        more[v] = true;
  return more;
}

}  // namespace

BeyondReach beyond_reach(const Character& character, const BoundWeights& smoothed, std::size_t steps) {
  WeldedMesh places{binding::places_of(character.mesh.positions), {}};
  places.triangles = binding::between_places(character.mesh.triangles, places.of);
  BeyondReach found;
  for (std::size_t j = 0; j < smoothed.joints; ++j) {
    std::vector<bool> reached = held_by(character.own, j, places);
    for (std::size_t step = 0; step < steps; ++step)
      reached = one_edge_more(reached, places);
    for (std::size_t v = 0; v < smoothed.vertices(); ++v) {
      const double w = std::fabs(smoothed.of(v, j));
      if (!reached[places.of[v]] && w > found.most) found = {w, v, j};
    }
  }
  return found;
}

}  // namespace bindpose::conformance
