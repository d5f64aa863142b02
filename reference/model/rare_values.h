// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: policy values that few engines have. Only subjects that declare such a value get cases with
// it; these cases set no other policy.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace bindpose {

inline bool is_rare_value(std::string_view value) {
  constexpr std::string_view rare[] = {"last-from-rest", "undefined", "running-sum-by-joint"};
  return value.starts_with("nlerp-above-") || std::ranges::find(rare, value) != std::end(rare);
}

}  // namespace bindpose
