// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: patterns of the wrong rows of an array: a multiple of the right row, the previous row, a key, or the
// result of one of a vertex's joints.
//
// A pattern is reported if it holds for 90 % of the wrong rows to which it applies, for at least half of all wrong
// rows, and for at least four. The rows of one output count as at most 48, so that one large mesh does not decide.
// A row has it if its numbers equal the pattern's within float32 errors, and are clearly closer to them than to
// the right ones.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/judge/position_predicates.h"
#include "conformance/judge/symptoms.h"

namespace bindpose::conformance {

using RowNumbers = std::vector<double>;

/// A wrong row of finite numbers that are all decided. A tangent is a row of three.
struct WrongRow {
  const GivenAnswer& given;
  const Place place;
  RowNumbers got, right;
  double reach = 0;  ///< float32 tolerance around an intended number
};

/// True if a row is closer to these numbers than to the right ones. A rotation may also be close to their
/// negative.
bool is_like(const WrongRow& row, const RowNumbers& numbers);

/// Tries at most four numbers in every order and with every sign. Returns the combinations that `is_it` accepts as
/// text: "x, -z, y".
std::vector<std::string> signed_orders(const RowNumbers& numbers,
                                       const std::function<bool(const RowNumbers&)>& is_it);

/// The numbers are right for another part of the file. Other defects may cause the same rows, so no defect is
/// named.
inline constexpr std::string_view rows_of_another_part = "rows-of-another-part";

struct RowPattern {
  std::string_view id;
  /// Returns the values of the pattern for a row, the most specific first; an empty list if the row does not match; nullopt if the pattern
  /// does not apply to the row.
  std::optional<std::vector<std::string>> (*values)(const WrongRow& row);
  std::string_view words;  ///< "hold {} in place of x, y, z": text about rows; {} is the value
};
const std::vector<RowPattern>& row_patterns();
/// Recognises other weights, other joints or missing influences of a linearly blended vertex.
std::optional<std::vector<std::string>> missing_influences(const WrongRow& row);
std::optional<std::vector<std::string>> influences_of_another(const WrongRow& row);
std::optional<std::vector<std::string>> rest_of_another(const WrongRow& row);
std::optional<std::vector<std::string>> moved_by_node(const WrongRow& row);
std::optional<std::vector<std::string>> joint_of_another(const WrongRow& row);
std::optional<std::vector<std::string>> other_weights(const WrongRow& row);

/// Returns for each array the first pattern of its wrong rows.
std::vector<Symptom> patterns_of_rows(std::span<const GivenAnswer> answers);

}  // namespace bindpose::conformance
