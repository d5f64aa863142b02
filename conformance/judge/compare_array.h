// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: compares an array of an output with the expected one, number by number.
// Also handles outputs with an uncertainty, such as vertices seen through a camera.
#pragma once

#include "conformance/judge/expectation.h"
#include "conformance/judge/verdict.h"

namespace bindpose::conformance {

/// Numbers per row.
std::size_t width_of(const ExpectedArray& array);

/// True if number i is judged: its value is defined and its bound is finite.
bool is_decided(const ExpectedArray& expected, std::size_t i);

/// The largest finite magnitude; 0 if no value is finite.
double scale_of(const std::vector<double>& values);

/// Number i of an output; negated if its row is a rotation with the opposite sign of the one in `values`.
double aligned(const ExpectedArray& array, const std::vector<double>& values, std::size_t i,
               const Array::Reals& answer);

/// Error of number i of an output.
double distance(const ExpectedArray& array, const std::vector<double>& values, std::size_t i,
                const Array::Reals& answer);

/// A number of an output, with its expected value and bound.
struct JudgedNumber {
  double got = 0, value = 0, bound = 0;
  bool within() const;
  double fraction() const;  ///< error / bound; infinite for an error if the bound is 0
};
/// Number i, which is_decided(): compared with the branch of an undecided comparison for which it is right,
/// otherwise with the first branch.
JudgedNumber judged_number(const ExpectedArray& expected, std::size_t i, const Array::Reals& answer);

/// The first array with a number outside its bound, positions first; null if all are within.
const ArrayVerdict* first_failing(const std::vector<ArrayVerdict>& arrays);

/// True if the worst number must be exact: its bound is 0, or below every normal float32.
bool is_exact(const ArrayVerdict& array);
/// Text such as "is 0.984803237, expected 0.984800161 +- 2.25e-06" or "is 0.5, expected exactly 0".
std::string number_words(const ArrayVerdict& array);

/// True if number i of an output is within its bound, on either branch of a comparison that float32 cannot
/// decide. For a direction, its length must also be within length_bound.
bool is_within(const ExpectedArray& expected, std::size_t i, const Array::Reals& answer);

/// Name of a number: "positions[12].y" for rows of up to four numbers, "palette[3][1][2]" for matrices (row and column), "joint_weights[3][1]"
/// for rows whose width depends on the input, "edges[3]" for rows of one number; "the length of normals[12]" if the component is the width.
std::string place(const std::string& name, std::size_t row, std::size_t component, std::size_t width);
/// The part of a number's name after the row: ".y", "[1][2]", "[7]", or nothing.
std::string place_in_row(std::string_view name, std::size_t component, std::size_t width);

/// True if an output's array has real numbers in the expected shape, and either no uncertainty or one for each
/// number.
bool has_numbers_for(const ExpectedArray& expected, const Array& got);

/// The expectation whose bounds include the output's own uncertainty, number by number.
ExpectedArray widened(ExpectedArray expected, const Array::Reals& uncertainty);

/// True if every judged array exists in its shape; its numbers need not be finite.
bool is_comparable(const Expectation& right, const ArraySet& arrays);

/// 16 hexadecimal digits that are equal for outputs whose judged numbers have the same bits as
/// float32. A rotation and its negative are equal. Both arguments must pass is_comparable().
std::string bits_of(const Expectation& right, const ArraySet& arrays);

/// The reason why an array cannot be compared, if any: missing, another shape, not finite.
std::optional<std::string> find_invalid(const ExpectedArray& expected, const Array* got);

/// Compares a comparable array: `!(error <= bound)` fails. Adds the uncertainty of the output (of vertices seen
/// through a camera) to the bound.
/// only_row: compares only this row.
ArrayVerdict compare_array(const ExpectedArray& expected, const Array& got,
                           std::optional<std::size_t> only_row = std::nullopt);

/// Largest uncertainty of a judged position, relative to the mesh's size: about one pixel if the mesh fills a
/// screen. conformance/captures/README.md derives it.
inline constexpr double largest_uncertainty = 1e-3;

/// The output with an infinite uncertainty for each position whose uncertainty exceeds largest_uncertainty, if it
/// is within bound and uncertainty: it becomes undecided. A position with a larger error keeps its uncertainty and
/// fails. None if nothing changes.
std::optional<ArraySet> settled(const Expectation& right, const ArraySet& answer);

/// Number of numbers that are undecided because the output itself has an infinite uncertainty.
std::size_t unknown_numbers(const ExpectedArray& expected, const Array& got);

/// "12 of 15 numbers are undecided: ..." with the limit. is_whole: no number of the array is judged; then the text
/// adds advice.
std::string unknown_words(const Expectation& right, const ArraySet& answer, bool is_whole);

}  // namespace bindpose::conformance
