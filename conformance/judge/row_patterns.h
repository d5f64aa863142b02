// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what the wrong rows of an array are, compared with the right ones and with what the question gave: a multiple of the right
// row, the row before it, a key, what one of a vertex's joints gives.
//
// A pattern is reported if 90 % of the wrong rows to which it applies have it, and at least half of all wrong rows, and at
// least four. A row has it if its numbers are
// within the reach of float32 of those that the pattern gives, and clearly nearer to them than to the right ones.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/judge/places.h"
#include "conformance/judge/symptoms.h"

namespace bindpose::conformance {

using RowNumbers = std::vector<double>;

/// A wrong row of finite numbers that are all decided. A tangent is a row of three.
struct WrongRow {
  const GivenAnswer& given;
  const Place place;
  RowNumbers got, right;
  double reach = 0;  ///< of float32 from a number that is meant
};

/// Whether a row is rather these numbers than the right ones. A rotation is its negative's, too.
bool is_like(const WrongRow& row, const RowNumbers& numbers);

/// Then the numbers of a file's parts are right, and other mistakes may give the same: none is named.
inline constexpr std::string_view rows_of_another_part = "rows-of-another-part";

struct RowPattern {
  std::string_view id;
  /// What a row is, the most specific first; none if it is nothing of the kind; nothing where that cannot be said of the row.
  std::optional<std::vector<std::string>> (*values)(const WrongRow& row);
  std::string_view words;  ///< "hold {} in place of x, y, z": what rows are, by the value
};
const std::vector<RowPattern>& row_patterns();
/// Of a vertex that joints move linearly: other weights, other joints, influences that are missing.
std::optional<std::vector<std::string>> missing_influences(const WrongRow& row);
std::optional<std::vector<std::string>> influences_of_another(const WrongRow& row);
std::optional<std::vector<std::string>> rest_of_another(const WrongRow& row);
std::optional<std::vector<std::string>> joint_of_another(const WrongRow& row);
std::optional<std::vector<std::string>> other_weights(const WrongRow& row);

/// Of each array the first pattern that its wrong rows have.
std::vector<Symptom> patterns_of_rows(std::span<const GivenAnswer> answers);

}  // namespace bindpose::conformance
