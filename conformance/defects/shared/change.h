// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: changes of an input or a right output that several defects share.
#pragma once

#include "conformance/defects/defect.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {

/// The input with all rows of these arrays changed by change(double* row, std::size_t index).
/// Missing arrays are skipped.
template <class Change>
Changed with_rows(const Question& question, std::initializer_list<std::string_view> names, std::size_t width,
                  Change change) {
  Question changed = question;
  bool any = false;
  for (const std::string_view name : names)
    any = change_rows(changed.arrays, name, width, change) || any;
  return any ? Changed(std::move(changed)) : std::nullopt;
}

/// The output with changed rows.
template <class Change>
Damaged with_answer_rows(const ArraySet& right, std::initializer_list<std::string_view> names,
                         std::size_t width, Change change) {
  ArraySet damaged = right;
  bool any = false;
  for (const std::string_view name : names)
    any = change_rows(damaged, name, width, change) || any;
  return any ? Damaged(std::move(damaged)) : std::nullopt;
}

/// True if a track or a row of values holds quaternions.
bool holds_rotations(const Question& question);

/// The input with every quaternion changed.
template <class Change>
Changed with_rotations(const Question& question, Change change) {
  Question changed = question;
  bool any = false;
  for (const std::string_view name :
       {"local_rotations", "palette_rotations", "inverse_bind_rotations", "rotations"})
    any = change_rows(changed.arrays, name, 4, change) || any;
  if (holds_rotations(question)) any = change_rows(changed.arrays, "values", 4, change) || any;
  return any ? Changed(std::move(changed)) : std::nullopt;
}

/// Calls change(double* weights of a vertex, std::size_t slots). Does nothing for vertices with one
/// slot.
template <class Change>
Changed with_weights(const Question& question, Change change) {
  const Array* weights = question.arrays.find("weights");
  if (weights == nullptr || weights->shape.size() != 2 || weights->shape[1] < 2 ||
      !question.arrays.has("joints"))
    return std::nullopt;
  const std::size_t slots = weights->shape[1];
  return with_rows(question, {"weights"}, slots, [&](double* row, std::size_t) { change(row, slots); });
}

/// Keeps only one weight of a vertex: the first slot's, or the largest.
void keep_first(double* row, std::size_t slots);
void keep_largest(double* row, std::size_t slots);

/// The input for another algorithm with the same arrays, with its default options.
Changed asked_of(const Question& question, std::string_view id, std::string_view other);

/// Number of joints of an input's palette or skeleton; 0 if it has none.
std::size_t joint_count(const ArraySet& arrays);

/// Reads (x, y, z, w) as (w, x, y, z); inverts the rotation; transposes the 3 by 3 part of twelve
/// numbers.
void read_as_wxyz(double* row, std::size_t);
void conjugate_row(double* row, std::size_t);
void transpose_linear(double* row, std::size_t);

/// The error if a defect cannot be applied to an input.
tl::unexpected<Error> cannot_be_made();

}  // namespace bindpose::conformance
