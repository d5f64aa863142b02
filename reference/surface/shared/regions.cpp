// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/shared/regions.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "reference/model/question.h"
#include "reference/numeric/conditioned.h"
#include "reference/surface/shared/corners.h"

namespace bindpose::surface {
namespace {

Expected<void> require_closed(const Region& region) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> runs;  // edges a -> b minus b -> a, a < b
  const auto count = [&](std::uint32_t a, std::uint32_t b) -> int& {
    return runs[{std::min(a, b), std::max(a, b)}];
  };
  for (const Triangle& t : region.triangles)
    for (const auto& [a, b, c] : corners_of(t))
      count(a, b) += a < b ? 1 : -1;
  for (std::size_t f = 0; f < region.triangles.size(); ++f)
    for (const auto& [a, b, c] : corners_of(region.triangles[f]))
      if (count(a, b) != 0)
        return fail("OPEN_MESH", fmt::format("triangles[{}]", region.places[f]),
                    fmt::format("no triangle has the edge {} - {} in the opposite direction", a, b));
  return {};
}

}  // namespace

Expected<std::vector<Region>> split(const Mesh& mesh, const std::vector<std::int32_t>& regions) {
  const auto region_of = [&](std::uint32_t v) { return regions.empty() ? 0 : regions[v]; };
  std::map<std::int32_t, Region> by_number;
  for (std::uint32_t v = 0; v < mesh.vertex_count(); ++v)
    if (region_of(v) >= 0) by_number[region_of(v)].vertices.push_back(v);
  for (std::size_t f = 0; f < mesh.triangles.size(); ++f) {
    const Triangle& t = mesh.triangles[f];
    const std::int32_t r = region_of(t[0]);
    if (region_of(t[1]) != r || region_of(t[2]) != r)
      return fail("REGION_SPLIT", fmt::format("triangles[{}]", f),
                  fmt::format("vertices of regions {}, {} and {}, expected one region", r, region_of(t[1]),
                              region_of(t[2])));
    if (r < 0 || names_a_vertex_twice(t)) continue;
    Region& region = by_number[r];
    region.triangles.push_back(t);
    region.places.push_back(f);
    region.o = std::min({region.o, t[0], t[1], t[2]});
  }
  std::vector<Region> all;
  for (auto& [number, region] : by_number) {
    region.place = fmt::format("region {}", number);
    all.push_back(std::move(region));
  }
  return all;
}

Expected<std::vector<Region>> closed_regions(const ArraySet& question) {
  BINDPOSE_TRY(Mesh mesh, read_mesh(question));
  BINDPOSE_TRY(mesh.triangles, require_triangles(question, mesh.vertex_count()));
  const Array* numbers = question.find("regions");
  BINDPOSE_TRY(auto regions, split(mesh, numbers == nullptr ? Array::Integers{} : numbers->integers()));
  for (const Region& region : regions)
    BINDPOSE_CHECK(require_closed(region));
  return regions;
}

Expected<double> gradient_size(const Region& region, const std::vector<Vec3<double>>& y) {
  for (const std::uint32_t v : region.vertices)
    if (!y[v].allFinite())
      return fail("NOT_FINITE", region.place, fmt::format("the skinned vertex {} is not a number", v));
  std::vector<double> sizes(y.size(), 0.0);
  for (const Triangle& t : region.triangles)
    for (const auto& [v, p, q] : corners_of(t)) {
      const Vec3<double> a = y[p] - y[v], b = y[q] - y[v];
      sizes[v] += euclidean(a) * euclidean(b) / 6;
    }
  return euclidean(sizes) * euclidean(sizes);
}

}  // namespace bindpose::surface
