// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: finds a device's order of summing the four products of a dot product from its outputs.
#pragma once

#include <string>
#include <vector>

#include "gpu/capture/probe.h"

namespace bindpose::gpu {

/// Compared bit by bit.
bool is_same(float a, float b);

/// The order of sums of the first four products of a row and the next four: "((3+2)+1)+0".
struct SumOrder {
  std::string name;
  float (*sum)(const ProbeRow& row, const std::array<std::size_t, 4>& products);
  std::array<std::size_t, 4> products;
};

/// Every order of adding one product after the other, rounded or fused, and every pair of pairs.
std::vector<SumOrder> sum_orders();

/// The name of the first order that gives every output bit for bit; or "no plain order".
std::string order_of(const std::vector<ProbeRow>& rows, const std::vector<float>& answers);

}  // namespace bindpose::gpu
