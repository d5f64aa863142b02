// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/volume_preserving.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "reference/numeric/conditioned.h"
#include "reference/skinning/shared/blend_linearly.h"
#include "reference/surface/shared/mesh_entry.h"
#include "reference/surface/shared/multiplier.h"

namespace bindpose::surface {
namespace {

/// A region's triangles, those that name a vertex twice left out, and where they stand in the list.
struct Region {
  std::vector<Triangle> triangles;
  std::vector<std::size_t> places;
  std::vector<std::uint32_t> vertices;  ///< ascending
};

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

// 1/6 sum (y_p - y_v) x (z_q - z_v) over the triangles at v, added to sums
template <class T>
void add_area_vectors(const Region& region, const std::vector<Vec3<T>>& y, const std::vector<Vec3<T>>& z,
                      std::vector<Vec3<T>>& sums) {
  for (const Triangle& t : region.triangles)
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t v = t[i], p = t[(i + 1) % 3], q = t[(i + 2) % 3];
      sums[v] += difference(y[p], y[v]).cross(difference(z[q], z[v])) / T(6);
    }
}

template <class T>
void store_rows(const Region& region, std::vector<Vec3<T>>& rows) {
  for (const std::uint32_t v : region.vertices)
    for (int i = 0; i < 3; ++i)
      rows[v][i] = stored(rows[v][i]);
}

template <class T>
T sum_of_dots(const Region& region, const std::vector<Vec3<T>>& a, const std::vector<Vec3<T>>& b) {
  T sum(0);
  for (const std::uint32_t v : region.vertices)
    sum += stored(T(a[v].dot(b[v])));
  return stored(sum);
}

/// |g|^2 if nothing in it cancelled.
template <class T>
double gradient_size(const Region& region, const std::vector<Vec3<T>>& y) {
  const auto length = [&](std::uint32_t v, std::uint32_t p) {
    return euclidean(std::array{to_double(y[p][0]) - to_double(y[v][0]),
                                to_double(y[p][1]) - to_double(y[v][1]),
                                to_double(y[p][2]) - to_double(y[v][2])});
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

/// Moves the region's rows of y to its rest volume; returns the multiplier.
template <class T>
Expected<T> restore(const Region& region, const std::vector<Vec3<T>>& x, std::vector<Vec3<T>>& y) {
  std::vector<Vec3<T>> g(y.size(), Vec3<T>::Zero()), h = g;
  add_area_vectors(region, y, y, g);
  store_rows(region, g);
  add_area_vectors(region, y, g, h);
  add_area_vectors(region, g, y, h);
  store_rows(region, h);
  const T rest = stored(enclosed_volume<T>(region.triangles, x));
  const Cubic<T> cubic{stored(enclosed_volume<T>(region.triangles, g)), sum_of_dots(region, g, h) / T(2),
                       sum_of_dots(region, g, g), stored(enclosed_volume<T>(region.triangles, y)) - rest};
  const auto k = multiplier<T>(cubic, std::fabs(to_double(rest)), gradient_size(region, y));
  if (!k) return k;
  for (const std::uint32_t v : region.vertices)
    for (int i = 0; i < 3; ++i)
      y[v][i] = y[v][i] + *k * g[v][i];
  return k;
}

}  // namespace

template <class T>
T enclosed_volume(const std::vector<Triangle>& triangles, const std::vector<Vec3<T>>& x) {
  T sum(0);
  if (triangles.empty()) return sum;
  std::uint32_t first = triangles[0][0];
  for (const Triangle& t : triangles)
    for (const std::uint32_t v : t)
      first = std::min(first, v);
  const Vec3<T>& o = x[first];
  // Each triangle's share is a number before it is added: what cancels within it costs its roundings once.
  for (const Triangle& t : triangles) {
    const Vec3<T> a = difference(x[t[0]], o), b = difference(x[t[1]], o), c = difference(x[t[2]], o);
    sum += stored(T(a.dot(b.cross(c))));
  }
  return sum / T(6);
}

template <class T>
Expected<VolumePreserving<T>> volume_preserving(const Mesh& mesh, const Influences& influences,
                                                const std::vector<Affine<T>>& palette,
                                                const std::vector<std::int32_t>& regions) {
  BINDPOSE_CHECK(validate(mesh, influences, palette.size()));
  Surface<T> skinned = skinning::blend_linearly<T>(mesh, influences, palette);
  const auto split_mesh = split(mesh, regions);
  if (!split_mesh) return tl::unexpected(split_mesh.error());

  VolumePreserving<T> result{std::move(skinned), {}};
  std::vector<Vec3<T>>& y = result.surface.positions;
  std::vector<Vec3<T>> x;
  for (const Vec3<double>& rest : mesh.positions)
    x.push_back(rest.cast<T>());
  for (const auto& [number, region] : *split_mesh) {
    const auto in_region = [&r = number](Error e) {
      if (e.where.empty()) e.where = fmt::format("region {}", r);
      return tl::unexpected<Error>(std::move(e));
    };
    if (auto ok = require_closed(region); !ok) return in_region(ok.error());
    for (const std::uint32_t v : region.vertices)
      for (int i = 0; i < 3; ++i)
        if (!std::isfinite(to_double(y[v][i])))
          return in_region({"NOT_FINITE", "", fmt::format("vertex {} is skinned to no number", v)});
    store_rows(region, y);
    if (region.triangles.empty()) {
      result.multipliers.push_back(T(0));
      continue;
    }
    const auto k = restore(region, x, y);
    if (!k) return in_region(k.error());
    result.multipliers.push_back(*k);
  }
  return result;
}

namespace {

struct VolumePreservingSkinning {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options&) const {
    ResultArray<T> tap{"multipliers", {0}, {}};
    auto result = answer_with_triangles<T>(
        question,
        [&](const Mesh& mesh, const Influences& influences,
            const std::vector<Affine<T>>& palette) -> Expected<Surface<T>> {
          std::vector<std::int32_t> regions;
          if (question.has("regions")) {
            const auto array = question.require_integers("regions", {mesh.vertex_count()});
            if (!array) return tl::unexpected(array.error());
            regions = (*array)->integers();
          }
          auto restored = volume_preserving<T>(mesh, influences, palette, regions);
          if (!restored) return tl::unexpected(restored.error());
          tap.values = std::move(restored->multipliers);
          tap.shape = {tap.values.size()};
          return std::move(restored->surface);
        });
    if (result) result->arrays.insert(result->arrays.begin(), tap);
    return result;
  }
};

}  // namespace

Implementation volume_preserving_implementation() {
  return implement<VolumePreservingSkinning>({});
}

#define BINDPOSE_INSTANTIATE(T)                                                          \
  template T enclosed_volume(const std::vector<Triangle>&, const std::vector<Vec3<T>>&); \
  template Expected<VolumePreserving<T>> volume_preserving(                              \
      const Mesh&, const Influences&, const std::vector<Affine<T>>&, const std::vector<std::int32_t>&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::surface
