// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/wrong_array.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "conformance/judge/compare_array.h"
#include "conformance/report/whole_mesh.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t direction_width = 3;  // numbers of a direction; a tangent has a fourth one

Point direction_at(const Array::Reals& numbers, std::size_t first) {
  return {numbers[first], numbers[first + 1], numbers[first + 2]};
}

double length_of_direction(const Point& a) {
  return std::hypot(a[0], a[1], a[2]);
}

/// Between two directions; exact also where they are nearly the same, or opposite.
double degrees_between(const Point& a, const Point& b) {
  const Point cross = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  const double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return std::atan2(length_of_direction(cross), dot) * 180 / std::numbers::pi;
}

std::string kind_of_rows(const Question& question, const std::string& array) {
  const ArrayDeclaration* const declared = question.algorithm->implementation.declaration.find_answer(array);
  if (declared == nullptr) return "rows";
  return is_per_vertex(*declared) ? "vertices" : is_per_joint(*declared) ? "joints" : "rows";
}

/// Whether the three numbers of a direction are all judged.
bool is_direction(const ExpectedArray& array, std::size_t first) {
  return std::isfinite(array.length_bound) && is_decided(array, first) && is_decided(array, first + 1) &&
         is_decided(array, first + 2) && width_of(array) >= direction_width;
}

void note_row(WrongArray& wrong, const ExpectedArray& array, const Array::Reals& got, std::size_t row) {
  const std::size_t width = width_of(array), first = row * width;
  bool is_wrong = false;
  for (std::size_t i = first; i < first + width; ++i) {
    if (!is_decided(array, i) || is_within(array, i, got)) continue;
    is_wrong = true;
    wrong.error = std::max(wrong.error, distance(array, array.branch.values, i, got));
  }
  if (!is_wrong) return;
  ++wrong.wrong;
  if (!is_direction(array, first)) return;
  wrong.degrees = std::max(
      wrong.degrees, degrees_between(direction_at(got, first), direction_at(array.branch.values, first)));
}

}  // namespace

std::optional<WrongArray> wrong_array(const JudgedAnswer& judged) {
  const ArrayVerdict* failing = first_failing(judged.verdict.arrays);
  if (failing == nullptr || !is_comparable(judged.right, judged.answer.arrays)) return {};
  const auto array = std::ranges::find(judged.right.arrays, failing->name, &ExpectedArray::name);
  const std::size_t rows = array->shape.empty() ? 1 : array->shape[0];
  WrongArray wrong{.name = array->name, .rows = kind_of_rows(judged.question, array->name)};
  for (std::size_t row = 0; row < rows; ++row)
    note_row(wrong, *array, judged.answer.arrays.find(array->name)->reals(), row);
  // A direction that is as it should be, with a wrong length or handedness, is not turned.
  constexpr double least_degrees = 1e-3;
  wrong.is_turned = wrong.degrees > least_degrees;
  wrong.has_places = has_distances(judged) && !largest_displacement(judged);
  return wrong;
}

std::string words_of(const WrongArray& wrong) {
  const std::string by =
      wrong.is_turned ? fmt::format("{:.3g} degrees", wrong.degrees) : fmt::format("{:.3g}", wrong.error);
  return fmt::format("{} of {} {}, by up to {}", wrong.name, wrong.wrong, wrong.rows, by);
}

}  // namespace bindpose::conformance
