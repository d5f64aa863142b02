// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/sum_order.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace bindpose::gpu {
namespace {

using Products = std::array<std::size_t, 4>;

float product(const ProbeRow& row, std::size_t i) {
  return row[i] * row[4 + i];
}

float one_by_one(const ProbeRow& row, const Products& p) {
  return ((product(row, p[0]) + product(row, p[1])) + product(row, p[2])) + product(row, p[3]);
}

float fused(const ProbeRow& row, const Products& p) {
  float sum = product(row, p[0]);
  for (std::size_t i = 1; i < p.size(); ++i)
    sum = std::fma(row[p[i]], row[4 + p[i]], sum);
  return sum;
}

float in_pairs(const ProbeRow& row, const Products& p) {
  return (product(row, p[0]) + product(row, p[1])) + (product(row, p[2]) + product(row, p[3]));
}

}  // namespace

bool is_same(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

std::vector<SumOrder> sum_orders() {
  std::vector<SumOrder> orders;
  Products p = {0, 1, 2, 3};
  do {
    const std::string chain = fmt::format("(({}+{})+{})+{}", p[0], p[1], p[2], p[3]);
    orders.push_back({chain, &one_by_one, p});
    orders.push_back({chain + " fused", &fused, p});
    orders.push_back({fmt::format("({}+{})+({}+{})", p[0], p[1], p[2], p[3]), &in_pairs, p});
  } while (std::next_permutation(p.begin(), p.end()));
  return orders;
}

std::string order_of(const std::vector<ProbeRow>& rows, const std::vector<float>& answers) {
  for (const SumOrder& order : sum_orders()) {
    bool all = true;
    for (std::size_t i = 0; all && i < rows.size(); ++i)
      all = is_same(order.sum(rows[i], order.products), answers[i]);
    if (all) return order.name;
  }
  return "no plain order";
}

}  // namespace bindpose::gpu
