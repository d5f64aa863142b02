// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/shard_costs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace bindpose::conformance {

std::vector<std::size_t> dealt_by_cost(const std::vector<double>& seconds, std::size_t shards) {
  std::vector<std::size_t> longest_first(seconds.size());
  std::iota(longest_first.begin(), longest_first.end(), std::size_t{0});
  std::ranges::stable_sort(longest_first, std::ranges::greater{}, [&](std::size_t i) { return seconds[i]; });
  using Load = std::pair<double, std::size_t>;
  std::priority_queue<Load, std::vector<Load>, std::greater<>> least_to_do;
  for (std::size_t shard = 0; shard < shards; ++shard)
    least_to_do.emplace(0, shard);
  std::vector<std::size_t> shard_of(seconds.size());
  for (const std::size_t i : longest_first) {
    const auto [load, shard] = least_to_do.top();
    least_to_do.pop();
    shard_of[i] = shard;
    least_to_do.emplace(load + seconds[i], shard);
  }
  return shard_of;
}

std::vector<double> seconds_of_tests(const std::vector<std::string>& names, const Results& earlier) {
  // A file may say that a test took no time that there is.
  const auto took = [](const ResultEntry& entry) {
    const double sum = entry.verdict.subject_seconds + entry.verdict.judge_seconds;
    return std::isfinite(sum) ? std::max(sum, 0.0) : 0.0;
  };
  double sum = 0;
  for (const ResultEntry& entry : earlier.entries)
    sum += took(entry);
  const double mean = earlier.entries.empty() ? 1 : sum / static_cast<double>(earlier.entries.size());
  std::vector<double> seconds;
  for (const std::string& name : names) {
    const ResultEntry* known = earlier.find(name);
    seconds.push_back(known != nullptr ? took(*known) : mean);
  }
  return seconds;
}

}  // namespace bindpose::conformance
