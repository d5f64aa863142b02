// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/covering_array.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>

namespace bindpose::gpu {
namespace {

using Tuples = std::vector<std::size_t>;

/// Numbers the tuples of all combinations: the same values on the same axes have the same number.
std::vector<Tuples> numbered_tuples(const std::vector<Combination>& all, std::size_t strength) {
  const std::size_t axes = all.front().size();
  const int chosen_axes = static_cast<int>(std::min(strength, axes));
  std::map<std::pair<std::uint32_t, Combination>, std::size_t> numbers;
  std::vector<Tuples> tuples(all.size());
  for (std::uint32_t chosen = 0; chosen < std::uint32_t{1} << axes; ++chosen) {
    if (std::popcount(chosen) != chosen_axes) continue;
    for (std::size_t c = 0; c < all.size(); ++c) {
      Combination values;
      for (std::size_t axis = 0; axis < axes; ++axis)
        if ((chosen >> axis & 1U) != 0) values.push_back(all[c][axis]);
      tuples[c].push_back(numbers.try_emplace({chosen, std::move(values)}, numbers.size()).first->second);
    }
  }
  return tuples;
}

}  // namespace

std::vector<std::size_t> covering_array(const std::vector<Combination>& all, std::size_t strength) {
  if (all.empty()) return {};
  const std::vector<Tuples> tuples = numbered_tuples(all, strength);
  std::size_t count = 0;
  for (const Tuples& each : tuples)
    for (const std::size_t tuple : each)
      count = std::max(count, tuple + 1);
  std::vector<bool> is_covered(count, false);
  std::map<std::pair<std::size_t, std::size_t>, std::ptrdiff_t> uses;  // number of uses of a value on an axis
  const auto gain = [&](std::size_t c) {
    return std::ranges::count_if(tuples[c], [&](std::size_t tuple) { return !is_covered[tuple]; });
  };
  // Of combinations with equal gain, the one with the rarest values is first, so that successive ones differ.
  const auto worth = [&](std::size_t c) {
    const auto gained = gain(c);
    std::ptrdiff_t known = 0;
    for (std::size_t axis = 0; gained > 0 && axis < all[c].size(); ++axis)
      if (const auto use = uses.find({axis, all[c][axis]}); use != uses.end()) known += use->second;
    return std::pair(gained, -known);
  };
  std::vector<std::size_t> places(all.size()), chosen;
  std::iota(places.begin(), places.end(), std::size_t{0});
  for (std::size_t next = 0; gain(next) > 0; next = *std::ranges::max_element(places, {}, worth)) {
    chosen.push_back(next);
    for (const std::size_t tuple : tuples[next])
      is_covered[tuple] = true;
    for (std::size_t axis = 0; axis < all[next].size(); ++axis)
      ++uses[{axis, all[next][axis]}];
  }
  return chosen;
}

}  // namespace bindpose::gpu
