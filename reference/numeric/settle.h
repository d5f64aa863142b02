// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: results that depend on several open comparisons (Branches).
//
// One open comparison is judged both ways. Several open comparisons allow more than two right outputs. Numbers are
// judged if the opposite decision of all comparisons leaves them unchanged; otherwise only exact numbers are judged,
// such as a chain's root.
#pragma once

#include <functional>
#include <type_traits>
#include <vector>

#include "reference/numeric/tracked.h"

namespace bindpose {

/// open: number of comparisons that were open before the numbers were computed. again: computes the
/// numbers once more; if their count differs, for instance is 0, the opposite decision has no
/// output.
void settle(const std::vector<Tracked*>& numbers, std::uint64_t open,
            const std::function<std::vector<Tracked>()>& again);

/// The result of compute(), settled. numbers(result): pointers to the numbers that comparisons can change.
template <class T, class Compute, class Numbers>
auto settled(Compute compute, [[maybe_unused]] Numbers numbers) {
  const std::uint64_t open = Branches::current().undecided;
  auto result = compute();
  if constexpr (std::is_same_v<T, Tracked>)
    settle(numbers(result), open, [&] {
      auto other = compute();
      std::vector<Tracked> values;
      for (const Tracked* number : numbers(other))
        values.push_back(*number);
      return values;
    });
  return result;
}

}  // namespace bindpose
