// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the least of several distances, and whether it may be 0.
#pragma once

#include <algorithm>

#include "reference/binding/shared/joint_weights.h"

namespace bindpose::binding {

/// Index of the smallest value; the first of equals. Ignores float32 errors.
template <class T>
std::size_t least_of(const std::vector<ListedWeight<T>>& d) {
  const auto value = [](const ListedWeight<T>& each) { return to_double(each.w); };
  return static_cast<std::size_t>(std::ranges::min_element(d, {}, value) - d.begin());
}

/// True if a distance is 0 within the scalar's accuracy.
template <class T>
bool may_be_zero(const T& d) {
  return d == T(0);
}
inline bool may_be_zero(const Tracked& d) {
  return d.value() <= d.error();
}

/// Leaves the weights of a vertex undecided if several of its distances may be 0, because float32 cannot decide which.
template <class T>
void leave_several_zeros_undecided(const std::vector<ListedWeight<T>>&, std::span<T>) {}
inline void leave_several_zeros_undecided(const std::vector<ListedWeight<Tracked>>& d, std::span<Tracked> w) {
  const auto is_zero = [](const ListedWeight<Tracked>& each) { return may_be_zero(each.w); };
  if (is_zero(d[least_of(d)]) && std::ranges::count_if(d, is_zero) > 1) leave_row_undecided(w);
}

}  // namespace bindpose::binding
