// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/direct_delta_mush.h"

#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "reference/numeric/conditioned.h"
#include "reference/numeric/polar.h"
#include "reference/surface/direct_delta_mush_omegas.h"
#include "reference/surface/shared/mesh_entry.h"

namespace bindpose::surface {
namespace {

constexpr double nothing_left = 0x1p-40;  ///< what rounding in double may leave of a sum that is zero

/// The moments of one vertex and the palette they go with.
template <class T>
struct Neighbourhood {
  std::span<const std::uint32_t> j;
  std::span<const double> omegas;  ///< ten a slot
  const std::vector<Affine<T>>& M;

  double weight(std::size_t slot) const { return omegas[slot * moment_count + moment_count - 1]; }
};

/// Q, q, p of the header, each stored.
template <class T>
struct Sums {
  Mat3<T> Q = Mat3<T>::Zero();
  Vec3<T> q = Vec3<T>::Zero(), p = Vec3<T>::Zero();
};

template <class T>
Sums<T> sums_of(const Neighbourhood<T>& around) {
  constexpr int place[3][3] = {{0, 1, 2}, {1, 4, 5}, {2, 5, 7}};  // of P's numbers among the ten
  constexpr int centre[3] = {3, 6, 8};                            // of p's
  Sums<T> sums;
  for (std::size_t slot = 0; slot < around.j.size(); ++slot) {
    if (around.weight(slot) == 0) continue;
    const double* omega = &around.omegas[slot * moment_count];
    const Affine<T>& M = around.M[around.j[slot]];
    Mat3<T> P;
    Vec3<T> p;
    for (int r = 0; r < 3; ++r) {
      p[r] = T(omega[centre[r]]);
      for (int c = 0; c < 3; ++c)
        P(r, c) = T(omega[place[r][c]]);
    }
    sums.Q += M.linear * P + M.translation * p.transpose();
    sums.q += M.linear * p + M.translation * T(around.weight(slot));
    sums.p += p;
  }
  sums.Q = sums.Q.unaryExpr([](const T& x) { return T(stored(x)); });
  sums.q = sums.q.unaryExpr([](const T& x) { return T(stored(x)); });
  sums.p = sums.p.unaryExpr([](const T& x) { return T(stored(x)); });
  return sums;
}

template <class T>
double length(const Vec3<T>& d) {
  return euclidean(std::array{to_double(d[0]), to_double(d[1]), to_double(d[2])});
}

template <class T>
double length(const Mat3<T>& A) {
  std::array<double, 9> numbers;
  for (int i = 0; i < 9; ++i)
    numbers[static_cast<std::size_t>(i)] = to_double(A(i / 3, i % 3));
  return euclidean(numbers);
}

/// R; `error` bounds |R' - R|_F of float32 subjects and is not in R's own numbers.
template <class T>
struct Rotation {
  Mat3<T> R;
  double spread;
  double error;
};

template <class T>
Rotation<T> nearest_rotation(const Mat3<T>& A) {
  const PolarRotation<T> polar = polar_rotation(A);
  return {rotation_matrix(polar.q), to_double(polar.spread), 0};
}
template <>
Rotation<Tracked> nearest_rotation(const Mat3<Tracked>& A) {
  Mat3<double> values;
  for (int i = 0; i < 9; ++i)
    values(i / 3, i % 3) = A(i / 3, i % 3).value();
  const PolarRotation<double> polar = polar_rotation(values);
  const Mat3<double> R = rotation_matrix(polar.q);
  return {R.cast<Tracked>(), polar.spread, rotation_error(A, polar.spread)};
}

/// What a float32 difference of these may be in length.
template <class T>
double longest(const Vec3<T>& d) {
  return length(d);
}
template <>
double longest(const Vec3<Tracked>& d) {
  return euclidean(std::array{std::fabs(d[0].value()) + d[0].error(), std::fabs(d[1].value()) + d[1].error(),
                              std::fabs(d[2].value()) + d[2].error()});
}

// R d, an error of R turning d by so much
template <class T>
Vec3<T> turned(const Rotation<T>& rotation, const Vec3<T>& d) {
  Vec3<T> y = rotation.R * d;
  for (int i = 0; i < 3; ++i)
    y[i] = widened<T>(y[i], rotation.error * longest(d));
  return y;
}

/// Row v of the surface.
template <class T>
void follow(const Mesh& mesh, std::size_t v, const Sums<T>& sums, Surface<T>& surface) {
  const Mat3<T> A = (sums.Q - sums.q * sums.p.transpose()).unaryExpr([](const T& x) { return T(stored(x)); });
  Rotation<T> rotation = nearest_rotation<T>(A);
  const bool determined = rotation.spread > nothing_left * (length(sums.Q) + length(sums.q) * length(sums.p));

  // R x + (q - R p), in which an error of R only sees x - p
  const Vec3<T> x = mesh.positions[v].cast<T>();
  Vec3<T> y = rotation.R * x + (sums.q - rotation.R * sums.p);
  const double error = rotation.error * longest<T>(x - sums.p);
  for (int i = 0; i < 3; ++i)
    y[i] = widened<T>(y[i], error);
  surface.positions[v] = y;

  if (!mesh.normals.empty()) {
    Vec3<T>& n = surface.normals[v];
    n = determined ? turned<T>(rotation, mesh.normals[v].cast<T>()) : Vec3<T>(Vec3<T>::Zero());
    normalize_row(n, "normals", v, determined ? "ZERO_NORMAL" : "ROTATION_UNDETERMINED", surface.undefined);
  }
  if (!mesh.tangents.empty()) {
    Vec3<T> t = determined ? turned<T>(rotation, mesh.tangents[v].template head<3>().cast<T>())
                           : Vec3<T>(Vec3<T>::Zero());
    normalize_row(t, "tangents", v, determined ? "ZERO_TANGENT" : "ROTATION_UNDETERMINED", surface.undefined);
    surface.tangents[v] << t, T(mesh.tangents[v][3]);
  }
}

Expected<void> check_moments(const std::vector<double>& omegas, std::size_t width) {
  for (std::size_t i = 0; i < omegas.size(); ++i) {
    const std::size_t slot = i / moment_count;
    const auto where = fmt::format("omegas[{}, {}]", slot / width, slot % width);
    if (!std::isfinite(omegas[i])) return fail("NOT_FINITE", where, "expected finite moments");
    if (i % moment_count == moment_count - 1 && omegas[i] < 0)
      return fail("NEGATIVE_WEIGHT", where, fmt::format("last moment {}, expected at least 0", omegas[i]));
  }
  return {};
}

}  // namespace

template <class T>
Expected<Surface<T>> direct_delta_mush(const Mesh& mesh, const Influences& influences,
                                       const std::vector<Affine<T>>& palette,
                                       const std::vector<double>& omegas) {
  if (auto ok = validate(mesh, influences, palette.size()); !ok) return tl::unexpected(ok.error());
  const std::size_t k = influences.width;
  if (omegas.size() != mesh.vertex_count() * k * moment_count)
    return fail("COUNT_MISMATCH", "omegas", "expected ten numbers a slot");
  if (auto ok = check_moments(omegas, k); !ok) return tl::unexpected(ok.error());

  Surface<T> surface;
  surface.positions.assign(mesh.positions.size(), Vec3<T>::Zero());
  surface.normals.assign(mesh.normals.size(), Vec3<T>::Zero());
  surface.tangents.assign(mesh.tangents.size(), Vec4<T>::Zero());
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const Neighbourhood<T> around{
        {&influences.joints[v * k], k}, {&omegas[v * k * moment_count], k * moment_count}, palette};
    bool any = false;
    for (std::size_t slot = 0; slot < k; ++slot)
      any = any || around.weight(slot) != 0;
    if (any) {
      follow(mesh, v, sums_of(around), surface);
      continue;
    }
    surface.undefined.push_back({"positions", v, "NO_INFLUENCES"});
    if (!mesh.normals.empty()) surface.undefined.push_back({"normals", v, "NO_INFLUENCES"});
    if (!mesh.tangents.empty()) surface.undefined.push_back({"tangents", v, "NO_INFLUENCES"});
  }
  return surface;
}

namespace {

struct DirectDeltaMush {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options&) const {
    return skinning::answer_skinning<T>(
        question, skinning::PaletteKind::skinning_matrices,
        [&](const Mesh& mesh, const Influences& influences,
            const std::vector<Affine<T>>& palette) -> Expected<Surface<T>> {
          const auto omegas =
              question.require_reals("omegas", {mesh.vertex_count(), influences.width, moment_count});
          if (!omegas) return tl::unexpected(omegas.error());
          return direct_delta_mush<T>(mesh, influences, palette, (*omegas)->reals());
        });
  }
};

}  // namespace

Expected<ArraySet> with_omegas(const Expected<ArraySet>& question, const Smoothing& smoothing,
                               LaplacianWeights weights) {
  if (!question) return question;
  auto mesh = read_mesh(*question);
  if (!mesh) return tl::unexpected(mesh.error());
  auto triangles = require_triangles(*question, mesh->vertex_count());
  if (!triangles) return tl::unexpected(triangles.error());
  mesh->triangles = std::move(*triangles);
  const auto influences = read_influences(*question, mesh->vertex_count());
  if (!influences) return tl::unexpected(influences.error());
  const char* joint_array = question->has("palette") ? "palette" : "parents";
  if (!question->has(joint_array)) return fail("ARRAY_MISSING", joint_array, "expected an array of joints");
  const auto omegas = direct_delta_mush_omegas<double>(
      *mesh, *influences, question->find(joint_array)->shape[0], smoothing, weights);
  if (!omegas) return tl::unexpected(omegas.error());

  const OmegaSlots slots = omega_slots(*omegas, mesh->vertex_count());
  ArraySet result;
  for (const Array& array : *question)
    if (array.name != "joints" && array.name != "weights" && array.name != "triangles") result.put(array);
  result.add("joints", {mesh->vertex_count(), slots.width},
             Array::Integers(slots.joints.begin(), slots.joints.end()));
  result.add("omegas", {mesh->vertex_count(), slots.width, moment_count}, slots.omegas);
  return result;
}

Implementation direct_delta_mush_implementation() {
  return implement<DirectDeltaMush>({});
}

#define BINDPOSE_INSTANTIATE(T)                    \
  template Expected<Surface<T>> direct_delta_mush( \
      const Mesh&, const Influences&, const std::vector<Affine<T>>&, const std::vector<double>&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::surface
