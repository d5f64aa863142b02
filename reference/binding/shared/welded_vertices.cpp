// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/shared/welded_vertices.h"

#include <algorithm>
#include <map>

namespace bindpose::binding {

std::vector<std::uint32_t> places_of(const std::vector<Vec3<double>>& x) {
  std::map<std::array<double, 3>, std::uint32_t> first;
  std::vector<std::uint32_t> places;
  for (std::uint32_t v = 0; v < x.size(); ++v)
    places.push_back(first.emplace(std::array{x[v][0], x[v][1], x[v][2]}, v).first->second);
  return places;
}

std::vector<Triangle> between_places(std::vector<Triangle> triangles,
                                     const std::vector<std::uint32_t>& places) {
  for (Triangle& triangle : triangles)
    for (std::uint32_t& v : triangle)
      v = places[v];
  return triangles;
}

std::vector<std::vector<std::uint32_t>> connected_groups(
    const std::vector<std::uint32_t>& in, const std::vector<std::vector<std::uint32_t>>& neighbours) {
  std::vector<char> is_open(neighbours.size(), 0);
  for (const std::uint32_t v : in)
    is_open[v] = 1;
  std::vector<std::vector<std::uint32_t>> groups;
  for (const std::uint32_t start : in) {
    if (is_open[start] == 0) continue;
    is_open[start] = 0;
    std::vector<std::uint32_t> group = {start};
    for (std::size_t at = 0; at < group.size(); ++at)
      for (const std::uint32_t u : neighbours[group[at]])
        if (is_open[u] != 0) {
          is_open[u] = 0;
          group.push_back(u);
        }
    std::ranges::sort(group);
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace bindpose::binding
