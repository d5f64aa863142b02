// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Volume restored the wrong way, along the wrong directions, or of the wrong regions.
#include "reference/surface/volume_preserving.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "conformance/defects/shared/change.h"
#include "reference/algorithms.h"
#include "reference/model/question.h"
#include "reference/model/try.h"
#include "reference/surface/shared/regions.h"

namespace bindpose::conformance {
namespace {

using bindpose::surface::Region;
using Points = std::vector<Vec3<double>>;

struct Step {
  double k;
  Points g;  ///< [#vertices]
};

double sum_of_dots(const Region& region, const Points& a, const Points& b) {
  double sum = 0;
  for (const std::uint32_t v : region.vertices)
    sum += a[v].dot(b[v]);
  return sum;
}

/// The gradient at y, its square, the volumes at rest and skinned.
struct Displacement {
  Points g;
  double c1, V_rest, V;
};
Displacement displacement(const Region& region, const Points& x, const Points& y) {
  Points g(y.size(), Vec3<double>::Zero());
  bindpose::surface::add_area_vectors(region, y, y, g);
  return {g, sum_of_dots(region, g, g), bindpose::surface::enclosed_volume(region, x),
          bindpose::surface::enclosed_volume(region, y)};
}

/// The skinned mesh with each region moved by k g, a rule's.
Computed moved_by(const Question& question,
                  Step (*rule)(const Region&, const Points& x, const Points& y, const Displacement&)) {
  if (question.algorithm->id != "volume-preserving") return cannot_be_made();
  const ArraySet& arrays = question.arrays;
  BINDPOSE_TRY(Result<double> result, question.algorithm->implementation.in_double(arrays, question.options));
  BINDPOSE_TRY(const Result<double> skinned, find_algorithm("lbs")->implementation.in_double(arrays, {}));
  BINDPOSE_TRY(Mesh mesh, read_mesh(arrays));
  BINDPOSE_TRY(mesh.triangles, require_triangles(arrays, mesh.vertex_count()));
  const Array* numbers = arrays.find("regions");
  BINDPOSE_TRY(const auto regions,
               bindpose::surface::split(mesh, numbers == nullptr ? Array::Integers{} : numbers->integers()));
  Points y(mesh.vertex_count());
  for (std::size_t v = 0; v < y.size(); ++v)
    y[v] = Eigen::Map<const Vec3<double>>(skinned.find("positions")->values.data() + 3 * v);
  Points moved = y;
  for (const Region& region : regions) {
    const auto& x = mesh.positions;
    const Step step = rule(region, x, y, displacement(region, x, y));
    for (const std::uint32_t v : region.vertices)
      moved[v] += step.k * step.g[v];
  }
  for (ResultArray<double>& array : result.arrays)
    for (std::size_t v = 0; array.name == "positions" && v < moved.size(); ++v)
      std::copy_n(moved[v].data(), 3, array.values.begin() + static_cast<std::ptrdiff_t>(3 * v));
  return result;
}

/// k that restores the volume along g, by Newton's method.
double multiplier_along(const Region& region, const Points& y, const Points& g, double V_rest) {
  double k = 0;
  for (int i = 0; i < 50; ++i) {
    Points z = y, gradient(y.size(), Vec3<double>::Zero());
    for (std::size_t v = 0; v < z.size(); ++v)
      z[v] += k * g[v];
    bindpose::surface::add_area_vectors(region, z, z, gradient);
    k += (V_rest - bindpose::surface::enclosed_volume(region, z)) / sum_of_dots(region, gradient, g);
  }
  return k;
}

double right_multiplier(const Region& region, const Points& y, const Displacement& d) {
  return multiplier_along(region, y, d.g, d.V_rest);
}

Step along_rest_gradient(const Region& region, const Points& x, const Points& y, const Displacement& d) {
  Points g(x.size(), Vec3<double>::Zero());
  bindpose::surface::add_area_vectors(region, x, x, g);
  return {multiplier_along(region, y, g, d.V_rest), g};
}

Step along_normals(const Region& region, const Points&, const Points& y, const Displacement& d) {
  Points n = d.g;
  for (Vec3<double>& row : n)
    row.normalize();
  return {multiplier_along(region, y, n, d.V_rest), n};
}

Step against_gradient(const Region& region, const Points&, const Points& y, const Displacement& d) {
  return {-right_multiplier(region, y, d), d.g};
}

Step first_order(const Region&, const Points&, const Points&, const Displacement& d) {
  return {(d.V_rest - d.V) / d.c1, d.g};
}

Step only_where_lost(const Region& region, const Points&, const Points& y, const Displacement& d) {
  const bool has_grown = std::fabs(d.V) > std::fabs(d.V_rest);
  return {has_grown ? 0 : right_multiplier(region, y, d), d.g};
}

/// Nothing to restore, to single precision: 0 / 0.
Step over_deficit(const Region& region, const Points&, const Points& y, const Displacement& d) {
  const bool is_whole = static_cast<float>(d.V_rest) == static_cast<float>(d.V);
  return {is_whole ? std::numeric_limits<double>::quiet_NaN() : right_multiplier(region, y, d), d.g};
}

template <Step rule(const Region&, const Points&, const Points&, const Displacement&)>
Computed moved(const Question& question) {
  return moved_by(question, rule);
}

Changed all_one_region(const Question& question) {
  if (!question.arrays.has("regions")) return std::nullopt;
  Question changed = question;
  changed.arrays = without(question.arrays, {"regions"});
  return changed;
}

/// Connected pieces, numbered by their lowest vertex.
Changed pieces_as_regions(const Question& question) {
  if (question.algorithm->id != "volume-preserving") return std::nullopt;
  const std::size_t count = question.arrays.find("positions")->shape[0];
  Array::Integers piece(count);
  std::iota(piece.begin(), piece.end(), 0);
  const auto triangles = *require_triangles(question.arrays, count);
  for (bool changes = true; changes;) {
    changes = false;
    for (const Triangle& t : triangles)
      for (const std::uint32_t v : t)
        for (const std::uint32_t u : t)
          if (piece[u] < piece[v]) piece[v] = piece[u], changes = true;
  }
  Question changed = question;
  changed.arrays.put({"regions", {count}, std::move(piece)});
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(surface, volume_preserving) {
  return {
      {.id = "volume-sign",
       .sentence = "your output equals what one gets when the mesh is displaced against the gradient: volume "
                   "that is lost is lost twice",
       .symptom = "elbows sink in even more",
       .source = "(derived)",
       .formula = &moved<against_gradient>},
      {.id = "first-order-only",
       .sentence =
           "your output equals what one gets when k is the deficit over the squared gradient; the volume "
           "is then right to first order only",
       .symptom = "large changes of volume are not made up for",
       .source = "(derived)",
       .formula = &moved<first_order>},
      {.id = "deficit-only",
       .sentence = "your output equals what one gets when volume that is gained is not taken away again",
       .symptom = "swollen joints stay swollen",
       .source = "(derived)",
       .formula = &moved<only_where_lost>},
      {.id = "divide-by-zero-deficit",
       .sentence = "your output is not a number where the volume is right already: 0 / 0",
       .symptom = "the mesh vanishes at rest",
       .source = "(derived)",
       .formula = &moved<over_deficit>},
      {.id = "gradient-of-rest-mesh",
       .sentence =
           "your output equals what one gets when the mesh is displaced along the gradient at rest; it "
           "is that of the skinned mesh",
       .symptom = "bulges do not turn with the limb",
       .source = "(derived)",
       .formula = &moved<along_rest_gradient>},
      {.id = "normal-instead-of-gradient",
       .sentence = "your output equals what one gets when every vertex moves as far along its normal; the "
                   "gradient moves each by its area",
       .symptom = "small triangles bulge too much",
       .source = "(derived)",
       .formula = &moved<along_normals>},
      {.id = "region-ignored",
       .sentence = "your output equals what one gets when the whole mesh is one region",
       .symptom = "one part makes up for what another loses",
       .source = "(derived)",
       .question = &all_one_region},
      {.id = "region-a-component",
       .sentence = "your output equals what one gets when every connected piece is a region of its own",
       .symptom = "pieces that share a volume each keep theirs",
       .source = "(derived)",
       .question = &pieces_as_regions},
  };
}

}  // namespace bindpose::conformance
