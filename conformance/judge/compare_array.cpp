// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/compare_array.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "conformance/judge/displacement.h"
#include "reference/algorithms.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t direction_width = 3;  // numbers of a direction; a tangent has a fourth number

/// A number in float64 or its nearest float32, whichever is closer to the right one. A subject may return float32
/// or float64, and the difference of a right output may be below the float32 spacing.
double nearer(double got, double value) {
  const auto rounded = static_cast<double>(static_cast<float>(got));
  return std::fabs(rounded - value) < std::fabs(got - value) ? rounded : got;
}

/// A number of an output, for one side of the open comparisons.
JudgedNumber judged_against(const Branch& side, const ExpectedArray& expected, std::size_t i,
                            const Array::Reals& answer) {
  return {nearer(aligned(expected, side.values, i, answer), side.values[i]), side.values[i], side.bounds[i]};
}

bool is_within_other(const ExpectedArray& expected, std::size_t i, const Array::Reals& answer) {
  return !expected.other.values.empty() && judged_against(expected.other, expected, i, answer).within();
}

/// The length of the direction that contains number i, if it is judged.
std::optional<JudgedNumber> length_around(const ExpectedArray& expected, std::size_t i,
                                          const Array::Reals& answer) {
  const std::size_t width = width_of(expected), first = i - i % width;
  if (!std::isfinite(expected.length_bound) || i >= first + direction_width) return {};
  double squared = 0;
  for (std::size_t c = first; c < first + direction_width; ++c) {
    if (!is_decided(expected, c)) return {};
    squared += answer[c] * answer[c];
  }
  return JudgedNumber{std::sqrt(squared), 1, expected.length_bound};
}

void note(const JudgedNumber& seen, std::size_t row, std::size_t component, ArrayVerdict& verdict) {
  verdict.row = row;
  verdict.component = component;
  verdict.expected = seen.value;
  verdict.got = seen.got;
  verdict.bound = seen.bound;
}

void note_if_worst(const JudgedNumber& seen, std::size_t row, std::size_t component, ArrayVerdict& verdict) {
  const double fraction = seen.fraction(), largest_before = verdict.worst_fraction;
  verdict.worst_fraction = std::max(largest_before, fraction);
  // Report the number with the largest error among those outside their bounds.
  const bool one_is_outside = verdict.error() > verdict.bound;
  const bool is_worse = seen.within() ? !one_is_outside && fraction > largest_before
                                      : !one_is_outside || std::fabs(seen.got - seen.value) > verdict.error();
  if (is_worse) note(seen, row, component, verdict);
}

/// Among rows that are positions, reports the row with the largest distance, and in it the number outside its
/// bound with the largest error, so that all reports name the same vertex.
void note_farthest(const ExpectedArray& expected, const Array& got, std::size_t first, std::size_t end,
                   ArrayVerdict& verdict) {
  const auto places = AnsweredPlaces::of(expected, got);
  const auto row = places ? places->farthest_wrong(first / verdict.width, end / verdict.width) : std::nullopt;
  if (!row) return;
  double largest = -1;
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t i = places->index(*row, c);
    const JudgedNumber seen = judged_number(expected, i, got.reals());
    const double error = std::fabs(seen.got - seen.value);
    if (seen.within() || error <= largest) continue;
    largest = error;
    note(seen, *row, i % verdict.width, verdict);
  }
}

Array exact(const Array& array) {
  return {array.name, array.shape, array.data, {}};
}

/// The width of a row and of its elements, from the declaration of the array.
struct DeclaredRow {
  std::size_t width = 0;    ///< "V 3": 3, "V": 1; 0: it depends on the input, or there are more extents
  std::size_t columns = 0;  ///< "J 3 4", a matrix or several points per row: 4; 0: others
};

/// Two extents: the width. Three extents, the last a number: the columns.
DeclaredRow row_of_shape(std::string_view shape) {
  const auto last = static_cast<unsigned char>(shape.empty() ? ' ' : shape.back());
  if (shape.find(' ') == std::string_view::npos) return {1, 0};
  if (shape.size() < 3 || shape[shape.size() - 2] != ' ' || std::isdigit(last) == 0) return {};
  const auto number = static_cast<std::size_t>(last - '0');
  const auto spaces = std::ranges::count(shape, ' ');
  return {spaces == 1 ? number : 0, spaces == 2 ? number : 0};
}

/// By name; several algorithms may declare an array in different ways.
std::multimap<std::string_view, DeclaredRow> declared_rows() {
  std::multimap<std::string_view, DeclaredRow> rows;
  const auto note = [&rows](const ArrayList& arrays) {
    for (const ArrayDeclaration& array : arrays)
      rows.emplace(array.name, row_of_shape(array.shape));
  };
  for (const Algorithm& algorithm : algorithms()) {
    note(algorithm.implementation.declaration.outputs);
    note(algorithm.implementation.declaration.stages);
  }
  return rows;
}

/// The declaration of such a row. A short undeclared row is a vector.
DeclaredRow declared_row(std::string_view name, std::size_t width) {
  static const std::multimap<std::string_view, DeclaredRow> rows = declared_rows();
  const auto [first, last] = rows.equal_range(name);
  DeclaredRow found = {first == last && width <= 4 ? width : 0, 0};
  for (auto row = first; row != last; ++row) {
    if (row->second.width == width) found.width = width;
    if (row->second.columns > 0 && width % row->second.columns == 0) found.columns = row->second.columns;
  }
  return found;
}

/// Finite, also when rounded to float32.
bool is_float32(double x) {
  return std::isfinite(x) && std::isfinite(static_cast<float>(x));
}

}  // namespace

std::size_t width_of(const ExpectedArray& array) {
  return array.shape.empty() || array.shape[0] == 0 ? 1 : array.branch.values.size() / array.shape[0];
}

std::string place(const std::string& name, std::size_t row, std::size_t component, std::size_t width) {
  if (component == width) return fmt::format("the length of {}[{}]", name, row);
  return fmt::format("{}[{}]{}", name, row, place_in_row(name, component, width));
}

std::string place_in_row(std::string_view name, std::size_t component, std::size_t width) {
  const DeclaredRow declared = declared_row(name, width);
  if (declared.width == width && width == 1) return "";
  if (declared.width == width && width <= 4) return fmt::format(".{}", "xyzw"[component]);
  if (declared.columns == 0) return fmt::format("[{}]", component);
  return fmt::format("[{}][{}]", component / declared.columns, component % declared.columns);
}

bool is_decided(const ExpectedArray& expected, std::size_t i) {
  return std::isfinite(expected.branch.bounds[i]) && std::isfinite(expected.branch.values[i]) &&
         (expected.other.values.empty() || std::isfinite(expected.other.bounds[i]));
}

double scale_of(const std::vector<double>& values) {
  double scale = 0;
  for (const double x : values)
    if (std::isfinite(x)) scale = std::max(scale, std::fabs(x));
  return scale;
}

double aligned(const ExpectedArray& array, const std::vector<double>& values, std::size_t i,
               const Array::Reals& answer) {
  if (!array.rotations) return answer[i];
  const std::size_t first = i - i % 4;
  double dot = 0;
  for (std::size_t c = first; c < first + 4; ++c)
    dot += values[c] * answer[c];
  return dot < 0 ? -answer[i] : answer[i];
}

double distance(const ExpectedArray& array, const std::vector<double>& values, std::size_t i,
                const Array::Reals& answer) {
  return std::fabs(aligned(array, values, i, answer) - values[i]);
}

const ArrayVerdict* first_failing(const std::vector<ArrayVerdict>& arrays) {
  const auto found =
      std::ranges::find_if(arrays, [](const ArrayVerdict& array) { return array.failing > 0; });
  return found == arrays.end() ? nullptr : &*found;
}

bool is_exact(const ArrayVerdict& array) {
  return array.bound < std::numeric_limits<float>::min();
}

std::string number_words(const ArrayVerdict& array) {
  return is_exact(array)
             ? fmt::format("is {:.9g}, expected exactly {:.9g}", array.got, array.expected)
             : fmt::format("is {:.9g}, expected {:.9g} +- {:.3g}", array.got, array.expected, array.bound);
}

double ArrayVerdict::fraction() const {
  return JudgedNumber{got, expected, bound}.fraction();
}

bool JudgedNumber::within() const {
  return std::fabs(got - value) <= bound;
}

double JudgedNumber::fraction() const {
  const double error = std::fabs(got - value);
  if (error == 0) return 0;
  return bound > 0 ? error / bound : infinity;
}

JudgedNumber judged_number(const ExpectedArray& expected, std::size_t i, const Array::Reals& answer) {
  const JudgedNumber usual = judged_against(expected.branch, expected, i, answer);
  return !usual.within() && is_within_other(expected, i, answer)
             ? judged_against(expected.other, expected, i, answer)
             : usual;
}

bool is_within(const ExpectedArray& expected, std::size_t i, const Array::Reals& answer) {
  const auto length = length_around(expected, i, answer);
  return (!length || length->within()) && (judged_against(expected.branch, expected, i, answer).within() ||
                                           is_within_other(expected, i, answer));
}

bool has_numbers_for(const ExpectedArray& expected, const Array& got) {
  const std::size_t count = expected.branch.values.size();
  return got.is_real() && got.shape == expected.shape && got.reals().size() == count &&
         (got.uncertainty.empty() || got.uncertainty.size() == count);
}

ExpectedArray widened(ExpectedArray expected, const Array::Reals& uncertainty) {
  for (Branch* side : {&expected.branch, &expected.other})
    for (std::size_t i = 0; i < side->bounds.size(); ++i)
      side->bounds[i] += uncertainty[i];
  return expected;
}

bool is_comparable(const Expectation& right, const ArraySet& arrays) {
  return std::ranges::all_of(right.arrays, [&arrays](const ExpectedArray& array) {
    const Array* got = arrays.find(array.name);
    return got != nullptr && has_numbers_for(array, *got);
  });
}

std::string bits_of(const Expectation& right, const ArraySet& arrays) {
  std::vector<float> judged;
  for (const ExpectedArray& expected : right.arrays) {
    const Array::Reals& got = arrays.find(expected.name)->reals();
    for (std::size_t i = 0; i < got.size(); ++i)
      if (is_decided(expected, i))
        judged.push_back(static_cast<float>(aligned(expected, expected.branch.values, i, got)));
  }
  return fnv1a64(std::as_bytes(std::span(judged)));
}

std::optional<std::string> find_invalid(const ExpectedArray& expected, const Array* got) {
  if (got == nullptr) return fmt::format("the output has no array '{}'", expected.name);
  if (got->shape != expected.shape || !got->is_real())
    return fmt::format("'{}' has the shape {}, expected {}", expected.name, bindpose::to_string(got->shape),
                       bindpose::to_string(expected.shape));
  if (!has_numbers_for(expected, *got))
    return fmt::format("'{}' has {} numbers, expected {}", expected.name, got->reals().size(),
                       expected.branch.values.size());
  const std::size_t width = width_of(expected);
  for (std::size_t i = 0; i < expected.branch.values.size(); ++i)
    if (is_decided(expected, i) && !is_float32(got->reals()[i]))
      return fmt::format("{} is {}{}, expected {:.9g}", place(expected.name, i / width, i % width, width),
                         got->reals()[i], std::isfinite(got->reals()[i]) ? ", which overflows float32" : "",
                         expected.branch.values[i]);
  return std::nullopt;
}

ArrayVerdict compare_array(const ExpectedArray& expected, const Array& got,
                           std::optional<std::size_t> only_row) {
  if (!got.uncertainty.empty())
    return compare_array(widened(expected, got.uncertainty), exact(got), only_row);
  ArrayVerdict verdict;
  verdict.name = expected.name;
  verdict.width = width_of(expected);
  const std::size_t first = only_row.value_or(0) * verdict.width;
  const std::size_t end = only_row ? first + verdict.width : expected.branch.values.size();
  for (std::size_t i = first; i < end; ++i) {
    if (!is_decided(expected, i)) {
      ++verdict.undecided;
      continue;
    }
    // A number fails if neither side of an open comparison explains it; the length of its row can also fail.
    const JudgedNumber seen = judged_number(expected, i, got.reals());
    if (seen.within() && !judged_against(expected.branch, expected, i, got.reals()).within())
      ++verdict.other_branch;
    ++verdict.judged;
    const auto length = length_around(expected, i, got.reals());
    if (!seen.within() || (length && !length->within())) ++verdict.failing;
    const std::size_t row = i / verdict.width;
    note_if_worst(seen, row, i % verdict.width, verdict);
    if (length) note_if_worst(*length, row, verdict.width, verdict);
  }
  if (verdict.failing > 0) note_farthest(expected, got, first, end, verdict);
  return verdict;
}

}  // namespace bindpose::conformance
