// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/shared/holdings.h"

#include "reference/binding/shared/welded_vertices.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::binding {
namespace {

using Group = std::vector<std::uint32_t>;

/// The places with a vertex that joint j influences, ascending.
Group held_places(const Places& places, const std::vector<char>& holds, std::size_t joints, std::size_t j) {
  Group held;
  for (std::uint32_t p = 0; p < places.vertices.size(); ++p)
    if (std::ranges::any_of(places.vertices[p], [&](std::uint32_t v) { return holds[v * joints + j] != 0; }))
      held.push_back(p);
  return held;
}

bool has_neighbour_outside(const Group& group, const Places& places) {
  return std::ranges::any_of(group, [&](std::uint32_t p) {
    return std::ranges::any_of(places.neighbours[p],
                               [&](std::uint32_t u) { return !std::ranges::binary_search(group, u); });
  });
}

}  // namespace

Group Places::around(std::uint32_t v) const {
  Group found;
  for (const std::uint32_t p : neighbours[of[v]])
    found.insert(found.end(), vertices[p].begin(), vertices[p].end());
  return found;
}

Places places_of_mesh(const std::vector<Vec3<double>>& x, const std::vector<Triangle>& triangles) {
  Places places{places_of(x), {}, std::vector<Group>(x.size())};
  places.neighbours = surface::neighbours_of(between_places(triangles, places.of), x.size());
  for (std::uint32_t v = 0; v < x.size(); ++v)
    places.vertices[places.of[v]].push_back(v);
  return places;
}

std::vector<char> rogue_marks(const Places& places, const std::vector<char>& holds, std::size_t joints,
                              const RogueRule& rule) {
  std::vector<char> marks(holds.size(), 0);
  for (std::size_t j = 0; j < joints; ++j) {
    const std::vector<Group> groups =
        connected_groups(held_places(places, holds, joints, j), places.neighbours);
    const auto largest = std::ranges::max_element(groups, {}, &Group::size);  // the first of equals
    for (auto group = groups.begin(); group != groups.end(); ++group) {
      if (group->size() > rule.largest || (rule.spares_largest && group == largest) ||
          (rule.spares_parts && !has_neighbour_outside(*group, places)))
        continue;
      for (const std::uint32_t p : *group)
        for (const std::uint32_t v : places.vertices[p])
          marks[v * joints + j] = holds[v * joints + j];
    }
  }
  return marks;
}

}  // namespace bindpose::binding
