// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests - a palette-level question changed as a whole, whatever the algorithm: rows repeated, in
// another order, joints moved.
//
// What an array is follows from its shape: [J, ...] a row per joint, [V, K, ...] a row per slot.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reference/model/question.h"
#include "reference/skinning/shared/rigid_palette.h"

namespace bindpose::test {

using namespace skinning;

inline bool rigid_palette(const ArraySet& question) {
  return question.has("palette_rotations");
}
/// The laws are about joints that move vertices.
inline bool has_joints(const ArraySet& question) {
  return question.has("joints") && (question.has("palette") || rigid_palette(question));
}
inline std::size_t joint_count(const ArraySet& question) {
  return question.find(rigid_palette(question) ? "palette_rotations" : "palette")->shape[0];
}
/// As many as asked for, or a few more where the mesh is closed.
inline std::size_t vertex_count(const ArraySet& question) {
  return question.find("positions")->shape[0];
}
inline std::size_t slot_count(const ArraySet& question) {
  return question.find("joints")->shape[1];
}
/// More than one: a joint's weight means something.
inline bool has_slots(const ArraySet& question) {
  return has_joints(question) && question.has("weights") && slot_count(question) > 1;
}
inline bool by_joint(const ArraySet& question, const Array& array) {
  return !array.shape.empty() && array.shape[0] == joint_count(question);
}
inline bool by_slot(const ArraySet& question, const Array& array) {
  return array.shape.size() >= 2 && array.shape[0] == vertex_count(question) &&
         array.shape[1] == slot_count(question) && array.name != "positions" && array.name != "normals" &&
         array.name != "tangents";
}

/// Calls f(array's numbers), whatever their type.
template <class F>
inline void change(Array& array, F f) {
  std::visit(f, array.data);
}

/// Applies f(Array&) to every array that `which` picks.
template <class Which, class F>
ArraySet rebuilt(const ArraySet& question, Which which, F f) {
  ArraySet result;
  for (Array array : question) {
    if (which(question, array)) f(array);
    result.put(std::move(array));
  }
  return result;
}

/// Numbers of a row: [J, 3] has 3, [V, K] has 1 a slot.
inline std::size_t row_size(const Array& array, std::size_t leading) {
  return element_count(Shape(array.shape.begin() + static_cast<std::ptrdiff_t>(leading), array.shape.end()));
}

/// Takes row source[i] of each array as row i.
inline void gather(Array& array, const std::vector<std::size_t>& source, std::size_t size) {
  change(array, [&](auto& numbers) {
    auto result = numbers;
    result.clear();
    for (const std::size_t row : source)
      for (std::size_t c = 0; c < size; ++c)
        result.push_back(numbers[row * size + c]);
    numbers = std::move(result);
  });
}

/// The palette moved on by a motion.
inline ArraySet moved(const Rigid<double>& motion, ArraySet question) {
  if (rigid_palette(question)) {
    std::vector<Rigid<double>> motions = *read_rigids<double>(question, "palette");
    Array::Reals rotations, translations;
    for (const Rigid<double>& M : motions) {
      const Rigid<double> y = motion * M;
      rotations.insert(rotations.end(), y.rotation.coeffs().begin(), y.rotation.coeffs().end());
      translations.insert(translations.end(), y.translation.begin(), y.translation.end());
    }
    question.put({"palette_rotations", {motions.size(), 4}, std::move(rotations)});
    question.put({"palette_translations", {motions.size(), 3}, std::move(translations)});
    return question;
  }
  Array::Reals rows;
  const auto palette = *read_affines<double>(question, "palette");
  for (const Affine<double>& M : palette) {
    const Affine<double> y = bindpose::affine_from_rigid(motion) * M;
    for (int r = 0; r < 3; ++r)
      rows.insert(rows.end(), {y.linear(r, 0), y.linear(r, 1), y.linear(r, 2), y.translation[r]});
  }
  question.put({"palette", {palette.size(), 3, 4}, std::move(rows)});
  return question;
}

}  // namespace bindpose::test
