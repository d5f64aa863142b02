// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Weights and joint indices misread.
#include <algorithm>
#include <numeric>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {
namespace {

Changed all_alike(const Question& question) {
  return with_weights(question, [](double* row, std::size_t slots) {
    const auto used = std::count_if(row, row + slots, [](double w) { return w != 0; });
    for (std::size_t i = 0; i < slots && used > 0; ++i)
      if (row[i] != 0) row[i] = 1 / static_cast<double>(used);
  });
}

/// Divides each of a slot's twelve weights by the sum over the vertex's slots.
Changed entries_renormalised(const Question& question) {
  const Array& entries = *question.arrays.find("entry_weights");
  const std::size_t slots = entries.shape[1];
  return with_rows(question, {"entry_weights"}, 12 * slots, [slots](double* row, std::size_t) {
    for (std::size_t e = 0; e < 12; ++e) {
      double sum = 0;
      for (std::size_t i = 0; i < slots; ++i)
        sum += row[12 * i + e];
      for (std::size_t i = 0; i < slots && sum != 0; ++i)
        row[12 * i + e] /= sum;
    }
  });
}

Changed renormalised(const Question& question) {
  if (question.arrays.has("entry_weights")) return entries_renormalised(question);
  return with_weights(question, [](double* row, std::size_t slots) {
    const double sum = std::accumulate(row, row + slots, 0.0);
    for (std::size_t i = 0; i < slots && sum > 0; ++i)
      row[i] /= sum;
  });
}

Changed small_dropped(const Question& question) {
  constexpr double small = 1e-3;
  return with_weights(question, [](double* row, std::size_t slots) {
    std::transform(row, row + slots, row, [](double w) { return w < small ? 0 : w; });
  });
}

/// A threshold of 2^-16, half a step of 16 bits and more than an epsilon of 1e-5.
Changed tiny_dropped(const Question& question) {
  return with_weights(question, [](double* row, std::size_t slots) {
    std::transform(row, row + slots, row, [](double w) { return w < 0x1p-16 ? 0 : w; });
  });
}

/// Divides bytes by 256.
Changed scaled_by_bytes(const Question& question) {
  return with_weights(question, [](double* row, std::size_t slots) {
    std::transform(row, row + slots, row, [](double w) { return w * 255 / 256; });
  });
}

Changed joints_moved(const Question& question, std::int32_t by) {
  Question changed = question;
  Array::Integers* joints = integers_of(changed.arrays, "joints");
  const auto last = static_cast<std::int32_t>(joint_count(question.arrays)) - 1;
  if (joints == nullptr || joints->empty() || last < 1) return std::nullopt;
  for (std::int32_t& j : *joints)
    j = std::clamp(j + by, 0, last);
  return changed;
}

Changed joints_of_parents(const Question& question) {
  Question changed = question;
  Array::Integers* joints = integers_of(changed.arrays, "joints");
  const Array::Integers parents = parents_of(question.arrays);
  if (joints == nullptr || parents.empty()) return std::nullopt;
  for (std::int32_t& j : *joints)
    if (const std::int32_t parent = parents[static_cast<std::size_t>(j)]; parent >= 0) j = parent;
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(general, weights) {
  return {
      {.id = "first-influence",
       .when = "a vertex follows the joint in its first slot alone",
       .symptom = "stiff segments that tear at the joints, some vertices with the wrong one",
       .question = [](const Question& question) { return with_weights(question, keep_first); }},
      {.id = "largest-weight",
       .when = "a vertex follows the joint with the largest weight alone",
       .symptom = "stiff segments that tear at the joints",
       .question = [](const Question& question) { return with_weights(question, keep_largest); }},
      {.id = "weights-ignored",
       .when = "all influences of a vertex weigh the same",
       .symptom = "a bend affects every vertex with some influence of the joint",
       .question = &all_alike},
      {.id = "weights-renormalised",
       .when = "the weights are divided by their sum; they are to be used as given",
       .symptom = "the mesh is too large where weights do not sum to 1",
       .source = "three.js#15319, Babylon#5204, filament#4973",
       .question = &renormalised},
      {.id = "small-weights-dropped",
       .when = "weights below a thousandth are ignored",
       .symptom = "hardly visible, except that seams open far from the origin",
       .question = &small_dropped},
      {.id = "small-weights-dropped",
       .when = "weights below 2^-16 are ignored",
       .symptom = "seams open at vertices with a joint far away",
       .question = &tiny_dropped},
      {.id = "weights-over-256",
       .when = "every weight is 255/256 of what was given: a byte is to be divided by 255",
       .symptom = "the mesh shrinks towards the origin by 0.4 %, which is metres if it is far away",
       .question = &scaled_by_bytes},
      {.id = "joint-off-by-one",
       .when = "every vertex follows the joint before its own: joints are counted from 0",
       .symptom = "each part moves like its parent",
       .source = "Daemon#472",
       .question = [](const Question& question) { return joints_moved(question, -1); }},
      {.id = "joint-off-by-one",
       .when = "every vertex follows the joint after its own: joints are counted from 0",
       .symptom = "each part moves like its child",
       .source = "Daemon#472",
       .question = [](const Question& question) { return joints_moved(question, 1); }},
      {.id = "joint-parent",
       .when = "every vertex follows the parent of its joint",
       .symptom = "each part moves like its parent",
       .question = &joints_of_parents},
  };
}

}  // namespace bindpose::conformance
