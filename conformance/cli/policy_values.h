// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what the values of policies mean, and which engines use them.
#pragma once

#include <span>
#include <string_view>

namespace bindpose::conformance {

struct PolicyValue {
  std::string_view policy, value;
  std::string_view meaning;  ///< without the full stop
  std::string_view
      engines;  ///< that conformance/engines/RESULTS.json judges by it, between blanks; empty: none
};
/// The first value of a policy is its default.
std::span<const PolicyValue> policy_values();

/// Null for a value whose policy says it all.
const PolicyValue* find_policy_value(std::string_view policy, std::string_view value);

}  // namespace bindpose::conformance
