// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Entries of sparse targets that go elsewhere.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "conformance/defects/shared/target_rows.h"

namespace bindpose::conformance {
namespace {

/// Of several targets with a weight that touch a vertex the last alone.
Changed last_target(const Question& question) {
  const Array* offsets = question.arrays.find("target_offsets");
  if (offsets == nullptr) return std::nullopt;
  const Array::Integers& vertices = question.arrays.find("target_vertices")->integers();
  const Array::Reals& phi = question.arrays.find("target_weights")->reals();
  Question changed = question;
  std::vector<bool> taken(question.arrays.find("positions")->shape[0], false);
  std::size_t end = vertices.size();
  for (std::size_t i = phi.size(); i-- > 0;) {
    const auto begin = static_cast<std::size_t>(offsets->integers()[i]);
    for (std::size_t e = begin; phi[i] != 0 && e < end; ++e) {
      const auto v = static_cast<std::size_t>(vertices[e]);
      for (const char* name : {"target_positions", "target_normals", "target_tangents"})
        if (Array::Reals* rows = reals_of(changed.arrays, name); rows != nullptr && taken[v])
          std::fill_n(rows->begin() + static_cast<std::ptrdiff_t>(3 * e), 3, 0.0);
      taken[v] = true;
    }
    end = begin;
  }
  return changed;
}

/// The n-th entry of a target at vertex n.
Changed without_indices(const Question& question) {
  const Array* offsets = question.arrays.find("target_offsets");
  if (offsets == nullptr) return std::nullopt;
  Question changed = question;
  Array::Integers& vertices = *integers_of(changed.arrays, "target_vertices");
  for (std::size_t i = 0, e = 0; e < vertices.size(); ++e) {
    while (i + 1 < offsets->shape[0] && static_cast<std::int32_t>(e) >= offsets->integers()[i + 1])
      ++i;
    vertices[e] = static_cast<std::int32_t>(e) - offsets->integers()[i];
  }
  return changed;
}

/// Every target with the entries of the first.
Changed without_offsets(const Question& question) {
  const Array* offsets = question.arrays.find("target_offsets");
  if (offsets == nullptr || offsets->shape[0] < 2) return std::nullopt;
  Question changed = question;
  Array::Reals& phi = *reals_of(changed.arrays, "target_weights");
  for (std::size_t i = 1; i < phi.size(); ++i) {
    phi[0] += phi[i];
    phi[i] = 0;
  }
  return changed;
}

/// An entry's vertex in 8 bits: what belongs to the 256th goes to the first.
Changed entries_in_a_byte(const Question& question) {
  constexpr std::size_t numbers_of_a_byte = 256;
  const Array* positions = question.arrays.find("positions");
  if (!question.arrays.has("target_offsets") || positions->shape[0] <= numbers_of_a_byte) return std::nullopt;
  const Changed dense = with_dense_targets(question);
  if (!dense) return std::nullopt;
  Changed changed = dense;
  for (const char* name : {"target_positions", "target_normals", "target_tangents"}) {
    const Array* given = dense->arrays.find(name);
    if (given == nullptr) continue;
    const std::size_t vertices = given->shape[1];
    Array::Reals& rows = *reals_of(changed->arrays, name);
    std::fill(rows.begin(), rows.end(), 0.0);
    for (std::size_t n = 0; n < given->reals().size(); ++n) {
      const std::size_t row = n / 3, target = row / vertices, v = row % vertices;
      rows[3 * (target * vertices + v % numbers_of_a_byte) + n % 3] += given->reals()[n];
    }
  }
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(morph, sparse) {
  return {
      {.id = "sparse-last-target-wins",
       .sentence = "your output equals what one gets when a vertex that several targets touch is displaced "
                   "by the last of "
                   "them alone",
       .symptom = "a smile and an open mouth do not go together",
       .source = "(derived)",
       .question = &last_target},
      {.id = "sparse-indices-ignored",
       .sentence = "your output equals what one gets when the first entry of a target goes to the first "
                   "vertex, the second to "
                   "the second and so on",
       .symptom = "spikes at the vertices that come first",
       .source = "godot#76875, three.js#24838, tinygltf#280, UnityGLTF#900",
       .question = &without_indices},
      {.id = "sparse-offsets-ignored",
       .sentence = "your output equals what one gets when every target has the entries of the first",
       .symptom = "all shapes look alike",
       .source = "(derived)",
       .question = &without_offsets},
      {.id = "vertex-over-255",
       .sentence = "your output equals what one gets when the vertices of sparse entries are kept in 8 bits",
       .symptom = "vertices from the 256th on stay, and the first ones move in their stead",
       .source = "(derived)",
       .question = &entries_in_a_byte},
  };
}

}  // namespace bindpose::conformance
