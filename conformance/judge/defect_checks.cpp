// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include "conformance/judge/compare_array.h"
#include "conformance/judge/named_defects.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace {

bool is_right(const Expectation& expectation, const Answer& answer) {
  for (const ExpectedArray& array : expectation.arrays) {
    const Array* got = answer.arrays.find(array.name);
    if (find_invalid(array, got) || compare_array(array, *got).failing > 0) return false;
  }
  return true;
}

bool all_zero(const Array* array) {
  if (array == nullptr || !array->is_real()) return false;
  for (const double x : array->reals())
    if (x != 0) return false;
  return !array->reals().empty();
}

bool is_zero(const Question&, const Expectation& expectation, const Answer& answer) {
  for (const ExpectedArray& array : expectation.arrays)
    if (!all_zero(answer.arrays.find(array.name))) return false;
  return !expectation.arrays.empty();
}

/// True if the output is right after reordering every row of `width` numbers of the matching arrays.
template <class Match, class Change>
bool is_right_after(const Expectation& expectation, const Answer& answer, std::size_t width, Match match,
                    Change change) {
  Answer changed = answer;
  bool any = false;
  for (const ExpectedArray& array : expectation.arrays)
    if (match(array)) any = change_rows(changed.arrays, array.name, width, change) || any;
  return any && is_right(expectation, changed);
}

bool is_matrix(const ExpectedArray& array) {
  return width_of(array) == 12;
}

void transpose_linear(double* row, std::size_t) {
  std::swap(row[1], row[4]);
  std::swap(row[2], row[8]);
  std::swap(row[6], row[9]);
}

bool is_transposed(const Question&, const Expectation& expectation, const Answer& answer) {
  return is_right_after(expectation, answer, 12, is_matrix, transpose_linear);
}

bool is_by_columns(const Question&, const Expectation& expectation, const Answer& answer) {
  return is_right_after(expectation, answer, 12, is_matrix, [](double* row, std::size_t) {
    double by_rows[12];
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 4; ++c)
        by_rows[4 * r + c] = row[3 * c + r];
    std::copy(by_rows, by_rows + 12, row);
  });
}

bool is_wxyz(const Question&, const Expectation& expectation, const Answer& answer) {
  return is_right_after(
      expectation, answer, 4, [](const ExpectedArray& array) { return array.rotations; },
      [](double* row, std::size_t) { std::rotate(row, row + 1, row + 4); });
}

void normalise3(double* row, std::size_t) {
  const double length = std::hypot(row[0], row[1], row[2]);
  for (int c = 0; c < 3 && length > 0; ++c)
    row[c] /= length;
}

/// True if the length of every direction is within a hundredth of 1.
bool are_nearly_unit(const Answer& answer) {
  bool all = true;
  const auto look = [&all](double* row, std::size_t) {
    all = all && std::fabs(std::hypot(row[0], row[1], row[2]) - 1) < 0.01;
  };
  Answer looked_at = answer;
  change_rows(looked_at.arrays, "normals", 3, look);
  change_rows(looked_at.arrays, "tangents", 4, look);
  return all;
}

bool lacks_normalising(const Question&, const Expectation& expectation, const Answer& answer) {
  Answer changed = answer;
  bool any = change_rows(changed.arrays, "normals", 3, normalise3);
  any = change_rows(changed.arrays, "tangents", 4, normalise3) || any;
  return any && is_right(expectation, changed);
}

/// True if the output is right except for its normals and tangents, which `same(array, input)` checks.
template <class Same>
bool is_right_but_for_directions(const Question& question, const Expectation& expectation,
                                 const Answer& answer, Same same) {
  bool any = false;
  Answer changed = answer;
  for (const ExpectedArray& array : expectation.arrays) {
    if (array.name != "normals" && array.name != "tangents") continue;
    const Array* got = answer.arrays.find(array.name);
    if (got == nullptr || !same(got, question.arrays.find(array.name))) continue;
    Array right = *got;
    right.data = array.branch.values;
    changed.arrays.put(std::move(right));
    any = true;
  }
  return any && is_right(expectation, changed);
}

bool nearly_normalises(const Question& question, const Expectation& expectation, const Answer& answer) {
  return are_nearly_unit(answer) && lacks_normalising(question, expectation, answer);
}

bool keeps_normals(const Question& question, const Expectation& expectation, const Answer& answer) {
  return is_right_but_for_directions(question, expectation, answer, [](const Array* got, const Array* rest) {
    if (rest == nullptr || !rest->is_real() || rest->shape != got->shape) return false;
    for (std::size_t i = 0; i < rest->reals().size(); ++i)
      if (std::fabs(rest->reals()[i] - got->reals()[i]) > 1e-6) return false;
    return true;
  });
}

bool lacks_normals(const Question& question, const Expectation& expectation, const Answer& answer) {
  return is_right_but_for_directions(question, expectation, answer,
                                     [](const Array* got, const Array*) { return all_zero(got); });
}

}  // namespace

std::vector<KnownDefect> defect_checks() {
  const auto by = [](std::string_view id, decltype(KnownDefect::check) check) {
    return KnownDefect{find_defect(id), check};
  };
  return {by("all-zeros", &is_zero),
          by("output-transposed", &is_transposed),
          by("output-by-columns", &is_by_columns),
          by("output-wxyz", &is_wxyz),
          by("normal-nearly-normalised", &nearly_normalises),
          by("normal-not-renormalised", &lacks_normalising),
          by("normal-not-skinned", &keeps_normals),
          by("normal-not-written", &lacks_normals)};
}

}  // namespace bindpose::conformance
