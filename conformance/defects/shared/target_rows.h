// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a question about morph targets taken apart - dense ones, as which sparse ones can be written, too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {

/// What targets may displace, and its array of displacements.
struct TargetArray {
  std::string_view base, displaced;
};
inline constexpr TargetArray target_positions{"positions", "target_positions"};
inline constexpr TargetArray target_normals{"normals", "target_normals"};
inline constexpr TargetArray target_tangents{"tangents", "target_tangents"};
inline constexpr TargetArray target_colours{"colours", "target_colours"};
inline constexpr TargetArray target_texture_coordinates{"texture_coordinates", "target_texture_coordinates"};
inline constexpr TargetArray target_wrinkles{"wrinkles", "target_wrinkles"};

/// The same question to morph.dense where it was about sparse targets, as it is where its targets are dense; nothing where it
/// has none.
Changed with_dense_targets(const Question& question);

/// A row of a target's array of displacements, and that of the base.
struct TargetRow {
  double* d;
  const double* base;
  std::size_t width;  ///< numbers of the displacement
  std::size_t target, vertex;
};

/// change(const TargetRow&, const Array& as given) for every row of the arrays that the question has, written as dense ones.
template <class Change>
Changed with_target_rows(const Question& question, std::initializer_list<TargetArray> arrays, Change change) {
  Changed dense = with_dense_targets(question);
  bool any = false;
  for (const auto& [base_name, name] : arrays) {
    const Array* base = question.arrays.find(base_name);
    if (!dense || base == nullptr || !dense->arrays.has(name)) continue;
    const Array given = *dense->arrays.find(name);
    const std::size_t vertices = given.shape[1], rows = given.shape[0] * vertices;
    const std::size_t width = given.reals().size() / rows, stride = base->reals().size() / vertices;
    any = change_rows(dense->arrays, name, width, [&](double* row, std::size_t r) {
      const std::size_t v = r % vertices;
      change(TargetRow{row, &base->reals()[stride * v], width, r / vertices, v}, given);
    });
  }
  return any ? dense : std::nullopt;
}

/// The question with an array of displacements that are all 0.
inline Changed without_displacements(const Question& question, const TargetArray& array) {
  return with_target_rows(question, {array},
                          [](const TargetRow& row, const Array&) { std::fill_n(row.d, row.width, 0.0); });
}

/// change(weights of all targets).
template <class Change>
Changed with_target_weights(const Question& question, Change change) {
  Question changed = with_sampled_weights(question);
  Array::Reals* weights = reals_of(changed.arrays, "target_weights");
  if (weights == nullptr) return std::nullopt;
  change(*weights);
  return changed;
}

}  // namespace bindpose::conformance
