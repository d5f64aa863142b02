// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/direct_delta_mush_omegas.h"

#include <algorithm>

#include <fmt/format.h>

#include "reference/numeric/float32.h"
#include "reference/surface/shared/mesh_entry.h"

namespace bindpose::surface {
namespace {

// the upper triangle of u u^T, u = (x, 1)
template <class T>
Moments<T> outer(const Vec3<T>& x) {
  Moments<T> m;
  m << x[0] * x[0], x[0] * x[1], x[0] * x[2], x[0],  //
      x[1] * x[1], x[1] * x[2], x[1],                //
      x[2] * x[2], x[2],                             //
      T(1);
  return m;
}

/// w_kj u_k u_k^T [#joints][#vertices]
template <class T>
std::vector<std::vector<Moments<T>>> weighted_moments(const Mesh& mesh, const Influences& influences,
                                                      std::size_t joint_count) {
  const std::size_t k = influences.width;
  std::vector<std::vector<Moments<T>>> moments(
      joint_count, std::vector<Moments<T>>(mesh.vertex_count(), Moments<T>::Zero()));
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const Moments<T> m = outer<T>(mesh.positions[v].cast<T>());
    for (std::size_t i = v * k; i < (v + 1) * k; ++i)
      if (influences.weights[i] != 0)
        for (int n = 0; n < moment_count; ++n)
          moments[influences.joints[i]][v][n] += T(influences.weights[i]) * m[n];
  }
  for (auto& joint : moments)
    for (Moments<T>& m : joint)
      for (int n = 0; n < moment_count; ++n)
        m[n] = stored(m[n]);
  return moments;
}

}  // namespace

template <class T>
Expected<std::vector<std::vector<Moments<T>>>> direct_delta_mush_omegas(const Mesh& mesh,
                                                                        const Influences& influences,
                                                                        std::size_t joint_count,
                                                                        const Smoothing& smoothing,
                                                                        LaplacianWeights weights) {
  if (auto ok = validate(mesh, influences, joint_count); !ok) return tl::unexpected(ok.error());
  const auto operator_ = laplacian<T>(mesh.positions, mesh.triangles, weights);
  if (!operator_) return tl::unexpected(operator_.error());
  auto omegas = weighted_moments<T>(mesh, influences, joint_count);
  for (auto& joint : omegas)
    smooth<T, moment_count>(*operator_, smoothing.iterations, smoothing.step, joint);
  return omegas;
}

OmegaSlots omega_slots(const std::vector<std::vector<Moments<double>>>& omegas, std::size_t vertex_count) {
  OmegaSlots slots;
  const auto weight = [&](std::size_t j, std::size_t v) {
    return to_float32(omegas[j][v][moment_count - 1]);
  };
  for (std::size_t v = 0; v < vertex_count; ++v) {
    std::size_t used = 0;
    for (std::size_t j = 0; j < omegas.size(); ++j)
      used += weight(j, v) != 0 ? 1 : 0;
    slots.width = std::max(slots.width, used);
  }
  for (std::size_t v = 0; v < vertex_count; ++v) {
    for (std::size_t j = 0; j < omegas.size(); ++j) {
      if (weight(j, v) == 0) continue;
      slots.joints.push_back(static_cast<std::uint32_t>(j));
      for (int n = 0; n < moment_count; ++n)
        slots.omegas.push_back(to_float32(omegas[j][v][n]));
    }
    slots.joints.resize((v + 1) * slots.width, 0);
    slots.omegas.resize((v + 1) * slots.width * moment_count, 0.0);
  }
  return slots;
}

namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {laplacian_option()};
  return declared;
}

Expected<std::size_t> read_joint_count(const ArraySet& question) {
  const auto array = question.require_integers("joint_count", {1});
  if (!array) return tl::unexpected(array.error());
  const std::int32_t count = (*array)->integers()[0];
  if (count < 0 || count > 1024)
    return fail("PARAMETER_RANGE", "joint_count", fmt::format("{}, expected 0 .. 1024", count));
  return static_cast<std::size_t>(count);
}

template <class T>
ResultArray<T> omega_array(const std::vector<std::vector<Moments<T>>>& omegas, std::size_t vertex_count) {
  ResultArray<T> array{"omegas", {vertex_count, omegas.size(), moment_count}, {}};
  for (std::size_t v = 0; v < vertex_count; ++v)
    for (const auto& joint : omegas)
      for (int n = 0; n < moment_count; ++n)
        array.values.push_back(joint[v][n]);
  return array;
}

struct DirectDeltaMushOmegas {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto weights = choice_index(options(), chosen, "laplacian");
    if (!weights) return tl::unexpected(weights.error());
    const auto smoothing = read_smoothing(question);
    if (!smoothing) return tl::unexpected(smoothing.error());
    const auto joint_count = read_joint_count(question);
    if (!joint_count) return tl::unexpected(joint_count.error());
    auto mesh = read_mesh(question);
    if (!mesh) return tl::unexpected(mesh.error());
    auto triangles = require_triangles(question, mesh->vertex_count());
    if (!triangles) return tl::unexpected(triangles.error());
    mesh->triangles = std::move(*triangles);
    const auto influences = read_influences(question, mesh->vertex_count());
    if (!influences) return tl::unexpected(influences.error());
    const auto omegas = direct_delta_mush_omegas<T>(*mesh, *influences, *joint_count, *smoothing,
                                                    static_cast<LaplacianWeights>(*weights));
    if (!omegas) return tl::unexpected(omegas.error());
    return Result<T>{{omega_array<T>(*omegas, mesh->vertex_count())}, {}};
  }
};

}  // namespace

Implementation direct_delta_mush_omegas_implementation() {
  return implement<DirectDeltaMushOmegas>(options());
}

#define BINDPOSE_INSTANTIATE(T)                                                     \
  template Expected<std::vector<std::vector<Moments<T>>>> direct_delta_mush_omegas( \
      const Mesh&, const Influences&, std::size_t, const Smoothing&, LaplacianWeights);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::surface
