// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/shared/change.h"

#include <algorithm>

#include "reference/algorithms.h"

namespace bindpose::conformance {

bool holds_rotations(const Question& question) {
  const Array* flag = question.arrays.find("is_rotation");
  return flag != nullptr && (flag->is_real() ? flag->reals()[0] != 0 : flag->integers()[0] != 0);
}

Changed asked_of(const Question& question, std::string_view id, std::string_view other) {
  if (question.algorithm->id != id) return std::nullopt;
  Question changed = question;
  changed.algorithm = find_algorithm(other);
  changed.options = {};
  return changed;
}

void keep_first(double* row, std::size_t slots) {
  std::fill(row, row + slots, 0.0);
  row[0] = 1;
}

void keep_largest(double* row, std::size_t slots) {
  const auto strongest = std::max_element(row, row + slots) - row;
  std::fill(row, row + slots, 0.0);
  row[strongest] = 1;
}

std::size_t joint_count(const ArraySet& arrays) {
  std::size_t count = 0;
  for (const char* name : {"palette", "palette_rotations", "parents"})
    if (const Array* array = arrays.find(name)) count = std::max(count, array->shape[0]);
  return count;
}

void read_as_wxyz(double* row, std::size_t) {
  std::rotate(row, row + 1, row + 4);
}

void conjugate_row(double* row, std::size_t) {
  for (int c = 0; c < 3; ++c)
    row[c] = -row[c];
}

void transpose_linear(double* row, std::size_t) {
  std::swap(row[1], row[4]);
  std::swap(row[2], row[8]);
  std::swap(row[6], row[9]);
}

tl::unexpected<Error> cannot_be_made() {
  return fail("NOT_APPLICABLE", "", "the defect cannot be made on this input");
}

}  // namespace bindpose::conformance
