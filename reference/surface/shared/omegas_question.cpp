// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/shared/omegas_question.h"

namespace bindpose::surface {

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

Expected<ArraySet> with_omegas(const Expected<ArraySet>& question, const Smoothing& smoothing,
                               LaplacianWeights weights) {
  if (!question) return question;
  BINDPOSE_TRY(const Mesh mesh, read_mesh(*question));
  const std::size_t V = mesh.vertex_count();
  BINDPOSE_TRY(const auto triangles, require_triangles(*question, V));
  BINDPOSE_TRY(const auto influences, read_influences(*question, V));
  const char* joint_array = question->has("palette") ? "palette" : "parents";
  if (!question->has(joint_array)) return fail("ARRAY_MISSING", joint_array, "expected an array of joints");
  const std::size_t J = question->find(joint_array)->shape[0];
  BINDPOSE_CHECK(validate(mesh, influences, J));
  BINDPOSE_TRY(const auto L, laplacian<double>(mesh.positions, triangles, weights));
  std::vector<std::vector<Moments<double>>> omegas;
  for (std::size_t j = 0; j < J; ++j)
    omegas.push_back(
        direct_delta_mush_omegas(mesh.positions, influences, influences.weights, j, L, smoothing));

  const OmegaSlots slots = omega_slots(omegas, V);
  ArraySet result;
  for (const Array& array : *question)
    if (array.name != "joints" && array.name != "weights" && array.name != "triangles") result.put(array);
  result.add("joints", {V, slots.width}, Array::Integers(slots.joints.begin(), slots.joints.end()));
  result.add("omegas", {V, slots.width, moment_count}, slots.omegas);
  return result;
}

}  // namespace bindpose::surface
