// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/settle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bindpose {
namespace {

/// True if each value differs from the other by at most the other's error.
bool agree(const Tracked* x, const Tracked& y) {
  return std::fabs(x->value() - y.value()) <= std::min(x->error(), y.error());
}

bool is_exact(const Tracked* x, const Tracked& y) {
  return x->error() == 0 && y.error() == 0 && x->value() == y.value();
}

}  // namespace

void settle(const std::vector<Tracked*>& numbers, std::uint64_t open,
            const std::function<std::vector<Tracked>()>& again) {
  Branches& branches = Branches::current();
  if (branches.undecided <= open + 1) return;
  const Branches now = branches;
  branches.take_other = !branches.take_other;
  const std::vector<Tracked> other = again();
  branches = now;
  if (std::equal(numbers.begin(), numbers.end(), other.begin(), other.end(), agree)) return;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (i >= other.size() || !is_exact(numbers[i], other[i]))
      *numbers[i] = Tracked::uncertain(numbers[i]->value(), std::numeric_limits<double>::infinity());
}

}  // namespace bindpose
