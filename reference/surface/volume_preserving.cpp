// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/volume_preserving.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "reference/model/common_arrays.h"
#include "reference/surface/shared/regions.h"
#include "reference/surface/shared/skinned_mesh.h"

namespace bindpose::surface {
namespace {

const Declaration& declaration() {
  static const Declaration declared{
      .inputs =
          mesh_arrays() + influence_arrays() + triangle_arrays() +
          ArrayList{integer("regions", "", "V")
                        .means("region of each vertex, a negative number: none, the vertex is only skinned; "
                               "without it all vertices are one region")
                        .optional()} +
          palette_or_pose_arrays(),
      .stages =
          ArrayList{real("multipliers", "k", "R")
                        .in("1 / metre")
                        .means("multiplier of each region, by ascending region number; 0 for an empty one")} +
          palette_stages(),
      .outputs = surface_arrays(),
      .options = {}};
  return declared;
}

/// Moves the region's rows of y to its rest volume; returns the multiplier. Errors without a place name the region.
template <class T>
Expected<T> restore(const Region& region, const std::vector<Vec3<T>>& x, std::vector<Vec3<T>>& y) {
  BINDPOSE_CHECK(require_closed(region));
  for (const std::uint32_t v : region.vertices)
    for (int i = 0; i < 3; ++i)
      if (!std::isfinite(to_double(y[v][i])))
        return fail("NOT_FINITE", "", fmt::format("vertex {} is skinned to no number", v));
  for (const std::uint32_t v : region.vertices)
    y[v] = stored_entries(y[v]);
  if (region.triangles.empty()) return T(0);
  const Displacement<T> d = displacement(region.triangles, region.vertices, x, y);
  std::vector<Vec3<double>> values;
  for (const Vec3<T>& row : y)
    values.push_back({to_double(row[0]), to_double(row[1]), to_double(row[2])});
  BINDPOSE_TRY(const T k, multiplier(d.p, std::fabs(to_double(d.V_rest)), gradient_size(region, values)));
  for (const std::uint32_t v : region.vertices)
    for (int i = 0; i < 3; ++i)
      y[v][i] = y[v][i] + k * d.g[v][i];
  return k;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(SkinnedMesh<T> q, read_skinned_mesh(in));
  BINDPOSE_TRY(const auto regions,
               split(q.mesh, in.has("regions") ? in.integers("regions") : Array::Integers{}));
  const std::vector<Vec3<T>> x = in.template rows<3>("positions");
  Surface<T> surface = blended(q);
  ResultArray<T> multipliers{"multipliers", {regions.size()}, {}};
  for (const auto& [number, region] : regions) {
    auto k = restore(region, x, surface.positions);
    if (!k && k.error().where.empty()) k.error().where = fmt::format("region {}", number);
    BINDPOSE_CHECK(k);
    multipliers.values.push_back(*k);
  }
  q.put_first({std::move(multipliers)});
  return to_result(q, surface);
}

}  // namespace

BINDPOSE_IMPLEMENT(volume_preserving)

}  // namespace bindpose::surface
