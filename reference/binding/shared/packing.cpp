// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/shared/packing.h"

namespace bindpose::binding {

std::vector<int> whole_steps(const std::vector<double>& p, int n) {
  std::vector<int> k;
  int left = n;
  for (const double p_i : p) {
    k.push_back(static_cast<int>(std::floor(p_i)));
    left -= k.back();
  }
  const auto remainder = [&](std::size_t i) { return p[i] - k[i]; };
  const auto slots = k.size();
  // One pass for each remaining step. If rounding has carried a share over a whole number, there can be one step
  // too many; the next loop takes it back.
  for (; left > 0; --left) {
    std::size_t largest = 0;
    for (std::size_t i = 1; i < slots; ++i)
      if (remainder(i) > remainder(largest)) largest = i;
    ++k[largest];
  }
  for (; left < 0; ++left) {
    std::size_t least = 0;
    for (std::size_t i = 1; i < slots; ++i)
      if (k[least] == 0 || (k[i] != 0 && remainder(i) < remainder(least))) least = i;
    --k[least];
  }
  return k;
}

std::vector<char> open_steps(const std::vector<int>& k, const std::vector<double>& p,
                             const std::vector<double>& error) {
  std::vector<char> open(k.size(), 0);
  for (std::size_t i = 0; i < k.size(); ++i)
    for (std::size_t j = 0; j < k.size(); ++j) {
      const double d = (k[i] - p[i]) - (k[j] - p[j]), uncertain = error[i] + error[j];
      if (uncertain > 0 && d + uncertain >= 1) open[i] = open[j] = 1;
    }
  return open;
}

template <>
std::vector<Tracked> packed_steps(std::span<const Tracked> w, int n) {
  std::vector<double> p, error;
  for (const Tracked& p_i : shares(w, n)) {
    p.push_back(p_i.value());
    error.push_back(p_i.error());
  }
  const std::vector<int> k = whole_steps(p, n);
  const std::vector<char> open = open_steps(k, p, error);
  std::vector<Tracked> steps;
  for (std::size_t i = 0; i < k.size(); ++i)
    steps.push_back(open[i] != 0 ? Tracked::uncertain(k[i], 1) : Tracked(k[i]));
  return steps;
}

}  // namespace bindpose::binding
