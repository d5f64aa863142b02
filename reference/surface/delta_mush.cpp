// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/delta_mush.h"

#include <cmath>

#include "reference/numeric/conditioned.h"
#include "reference/skinning/shared/blend_linearly.h"
#include "reference/skinning/shared/entry.h"
#include "reference/surface/shared/mesh_entry.h"

namespace bindpose::surface {
namespace {

constexpr double nothing_left = 0x1p-40;  ///< what rounding in double may leave of a sum that is zero

template <class T>
double length(const Vec3<T>& d) {
  return euclidean(std::array{to_double(d[0]), to_double(d[1]), to_double(d[2])});
}

/// What a vertex's frame is made from.
struct Star {
  std::vector<Triangle> triangles;  ///< around it, the vertex first
  std::uint32_t first = 0;          ///< its neighbour with the smallest index
};

/// The columns t, b, n.
template <class T>
struct Frame {
  Vec3<T> t, b, n;
};

/// False where there is none.
template <class T>
bool frame_at(const Star& star, std::uint32_t v, const std::vector<Vec3<T>>& s, Frame<T>& frame) {
  Vec3<T> n = Vec3<T>::Zero();
  double size = 0;
  for (const Triangle& triangle : star.triangles) {
    const Vec3<T> p = difference(s[triangle[1]], s[v]), q = difference(s[triangle[2]], s[v]);
    n += p.cross(q);
    size += length(p) * length(q);
  }
  if (!(length(n) > nothing_left * size) || !normalize(n)) return false;
  const Vec3<T> e = difference(s[star.first], s[v]);
  for (int i = 0; i < 3; ++i)
    n[i] = stored(n[i]);
  Vec3<T> t = e - n * stored(T(n.dot(e)));
  if (!(length(t) > nothing_left * length(e)) || !normalize(t)) return false;
  frame = {t, n.cross(t), n};
  for (int i = 0; i < 3; ++i)
    frame.b[i] = stored(frame.b[i]);
  return true;
}

// F^T d, stored
template <class T>
Vec3<T> into(const Frame<T>& F, const Vec3<T>& d) {
  return {stored(T(F.t.dot(d))), stored(T(F.b.dot(d))), stored(T(F.n.dot(d)))};
}

// F d
template <class T>
Vec3<T> out_of(const Frame<T>& F, const Vec3<T>& d) {
  return F.t * d[0] + F.b * d[1] + F.n * d[2];
}

void note_degenerate(const Mesh& mesh, std::size_t v, std::vector<Undefined>& undefined) {
  undefined.push_back({"positions", v, "DEGENERATE_FRAME"});
  if (!mesh.normals.empty()) undefined.push_back({"normals", v, "DEGENERATE_FRAME"});
  if (!mesh.tangents.empty()) undefined.push_back({"tangents", v, "DEGENERATE_FRAME"});
}

/// Row v of the surface from the frames on the smoothed rest and posed mesh.
template <class T>
void put_back_detail(const Mesh& mesh, std::size_t v, const Frame<T>& F, const Frame<T>& F_posed,
                     DeltaMush<T>& result) {
  Surface<T>& surface = result.surface;
  const Vec3<T> d = into(F, difference<T>(mesh.positions[v].cast<T>(), result.smoothed_rest[v]));
  surface.positions[v] = result.smoothed[v] + out_of(F_posed, d);
  if (!mesh.normals.empty()) {
    surface.normals[v] = out_of(F_posed, into<T>(F, mesh.normals[v].cast<T>()));
    normalize_row(surface.normals[v], "normals", v, "ZERO_NORMAL", surface.undefined);
  }
  if (!mesh.tangents.empty()) {
    Vec3<T> t = out_of(F_posed, into<T>(F, mesh.tangents[v].head<3>().cast<T>()));
    normalize_row(t, "tangents", v, "ZERO_TANGENT", surface.undefined);
    surface.tangents[v] << t, T(mesh.tangents[v][3]);
  }
}

template <class T>
void clear_row(Surface<T>& surface, std::size_t v) {
  surface.positions[v] = Vec3<T>::Zero();
  if (!surface.normals.empty()) surface.normals[v] = Vec3<T>::Zero();
  if (!surface.tangents.empty()) surface.tangents[v] = Vec4<T>::Zero();
}

}  // namespace

template <class T>
Expected<DeltaMush<T>> delta_mush(const Mesh& mesh, const Influences& influences,
                                  const std::vector<Affine<T>>& palette, const Smoothing& smoothing,
                                  LaplacianWeights weights) {
  BINDPOSE_CHECK(validate(mesh, influences, palette.size()));
  Surface<T> skinned = skinning::blend_linearly<T>(mesh, influences, palette);
  const auto operator_ = laplacian<T>(mesh.positions, mesh.triangles, weights);
  if (!operator_) return tl::unexpected(operator_.error());

  DeltaMush<T> result;
  result.surface = std::move(skinned);
  for (const Vec3<double>& x : mesh.positions)
    result.smoothed_rest.push_back(x.cast<T>());
  for (const Vec3<T>& y : result.surface.positions)
    result.smoothed.push_back({stored(y[0]), stored(y[1]), stored(y[2])});
  smooth<T, 3>(*operator_, smoothing.iterations, smoothing.step, result.smoothed_rest);
  smooth<T, 3>(*operator_, smoothing.iterations, smoothing.step, result.smoothed);

  const std::vector<Undefined> undefined_directions = std::move(result.surface.undefined);
  result.surface.undefined.clear();
  const auto stars = triangles_around(mesh.triangles, mesh.vertex_count());
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    if (stars[v].empty()) {
      for (const Undefined& row : undefined_directions)
        if (row.row == v) result.surface.undefined.push_back(row);
      continue;
    }
    const Star star{stars[v], operator_->neighbours[v].front()};
    const auto vertex = static_cast<std::uint32_t>(v);
    Frame<T> F, F_posed;
    if (frame_at(star, vertex, result.smoothed_rest, F) && frame_at(star, vertex, result.smoothed, F_posed)) {
      put_back_detail(mesh, v, F, F_posed, result);
    } else {
      clear_row(result.surface, v);
      note_degenerate(mesh, v, result.surface.undefined);
    }
  }
  return result;
}

namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {laplacian_option()};
  return declared;
}

struct DeltaMushSkinning {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto weights = choice_index(options(), chosen, "laplacian");
    if (!weights) return tl::unexpected(weights.error());
    const auto smoothing = read_smoothing(question);
    if (!smoothing) return tl::unexpected(smoothing.error());
    Result<T> taps;
    auto result = answer_with_triangles<T>(
        question,
        [&](const Mesh& mesh, const Influences& influences,
            const std::vector<Affine<T>>& palette) -> Expected<Surface<T>> {
          auto mush =
              delta_mush<T>(mesh, influences, palette, *smoothing, static_cast<LaplacianWeights>(*weights));
          if (!mush) return tl::unexpected(mush.error());
          taps.arrays.push_back(to_result_array<T, 3>("smoothed_rest", mush->smoothed_rest));
          taps.arrays.push_back(to_result_array<T, 3>("smoothed", mush->smoothed));
          return std::move(mush->surface);
        });
    if (result) result->arrays.insert(result->arrays.begin(), taps.arrays.begin(), taps.arrays.end());
    return result;
  }
};

}  // namespace

Implementation delta_mush_implementation() {
  return implement<DeltaMushSkinning>(options());
}

#define BINDPOSE_INSTANTIATE(T)                                                                             \
  template Expected<DeltaMush<T>> delta_mush(const Mesh&, const Influences&, const std::vector<Affine<T>>&, \
                                             const Smoothing&, LaplacianWeights);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::surface
