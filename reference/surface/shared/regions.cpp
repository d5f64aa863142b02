// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/shared/regions.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace bindpose::surface {

Expected<std::map<std::int32_t, Region>> split(const Mesh& mesh, const std::vector<std::int32_t>& regions) {
  const auto region_of = [&](std::uint32_t v) { return regions.empty() ? 0 : regions[v]; };
  std::map<std::int32_t, Region> split;
  for (std::uint32_t v = 0; v < mesh.vertex_count(); ++v)
    if (region_of(v) >= 0) split[region_of(v)].vertices.push_back(v);
  for (std::size_t f = 0; f < mesh.triangles.size(); ++f) {
    const Triangle& t = mesh.triangles[f];
    const std::int32_t r = region_of(t[0]);
    if (region_of(t[1]) != r || region_of(t[2]) != r)
      return fail("REGION_SPLIT", fmt::format("triangles[{}]", f),
                  fmt::format("vertices of regions {}, {} and {}, expected one", r, region_of(t[1]),
                              region_of(t[2])));
    if (r < 0 || t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
    split[r].triangles.push_back(t);
    split[r].places.push_back(f);
  }
  return split;
}

Expected<void> require_closed(const Region& region) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> runs;  // a -> b less b -> a, for a < b
  const auto count = [&](std::uint32_t a, std::uint32_t b) -> int& {
    return runs[{std::min(a, b), std::max(a, b)}];
  };
  for (const Triangle& t : region.triangles)
    for (std::size_t i = 0; i < 3; ++i)
      count(t[i], t[(i + 1) % 3]) += t[i] < t[(i + 1) % 3] ? 1 : -1;
  for (std::size_t f = 0; f < region.triangles.size(); ++f)
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = region.triangles[f][i], b = region.triangles[f][(i + 1) % 3];
      if (count(a, b) != 0)
        return fail("OPEN_MESH", fmt::format("triangles[{}]", region.places[f]),
                    fmt::format("no triangle runs through the edge {} - {} the other way", a, b));
    }
  return {};
}

double gradient_size(const Region& region, const std::vector<Vec3<double>>& y) {
  const auto length = [&](std::uint32_t v, std::uint32_t p) {
    return euclidean(std::array{y[p][0] - y[v][0], y[p][1] - y[v][1], y[p][2] - y[v][2]});
  };
  std::vector<double> sizes(y.size(), 0.0);
  for (const Triangle& t : region.triangles)
    for (std::size_t i = 0; i < 3; ++i)
      sizes[t[i]] += length(t[i], t[(i + 1) % 3]) * length(t[i], t[(i + 2) % 3]) / 6;
  double size = 0;
  for (const double x : sizes)
    size += x * x;
  return size;
}

}  // namespace bindpose::surface
