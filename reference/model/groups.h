// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: arrays with two counts, [N, K, ..], grouped by the first one: a vertex, a key or a row.
#pragma once

#include "reference/model/inputs.h"

namespace bindpose {

/// N groups of the same size.
template <class X>
std::vector<std::vector<X>> in_groups(std::size_t N, const std::vector<X>& x) {
  std::vector<std::vector<X>> groups;
  for (std::size_t i = 0; i < N; ++i)
    groups.emplace_back(x.data() + i * x.size() / N, x.data() + (i + 1) * x.size() / N);
  return groups;
}

/// The rows of n numbers of an array [N, K, n]; none if the input lacks it.
template <int n, class T>
std::vector<std::vector<Eigen::Matrix<T, n, 1>>> groups(const Inputs<T>& in, std::string_view name) {
  if (!in.has(name)) return {};
  return in_groups(in.arrays().find(name)->shape[0], in.template rows<n>(name));
}

}  // namespace bindpose
