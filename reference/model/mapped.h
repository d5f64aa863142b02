// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: maps the elements of a range to values.
// mapped<std::string>(cases, &Case::name);
#pragma once

#include <functional>
#include <vector>

namespace bindpose {

/// f of every element, in their order. f: a member, a function or a lambda.
template <class T, class Range, class Function>
std::vector<T> mapped(Range&& range, const Function& f) {
  std::vector<T> all;
  for (auto&& each : range)
    all.emplace_back(std::invoke(f, each));
  return all;
}

}  // namespace bindpose
