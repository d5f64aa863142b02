// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/shared/mesh_areas.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "reference/binding/shared/welded_vertices.h"

namespace bindpose::binding {

Expected<void> require_on_every_island(const std::vector<std::vector<std::uint32_t>>& neighbours,
                                       const std::vector<bool>& has, const char* what) {
  std::vector<std::uint32_t> all(neighbours.size());
  std::iota(all.begin(), all.end(), 0U);
  for (const std::vector<std::uint32_t>& island : connected_groups(all, neighbours))
    if (std::none_of(island.begin(), island.end(), [&](std::uint32_t v) { return has[v]; }))
      return fail("ISLAND_WITHOUT_BONE", fmt::format("positions[{}]", island.front()), what);
  return {};
}

}  // namespace bindpose::binding
