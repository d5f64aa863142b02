// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for checks of bounds, the value of a recorded expression on a scalar, and its ranges of inputs.
#pragma once

#include "reference/numeric/scalar.h"
#include "reference/testing/bounds/traced.h"

namespace bindpose::bounds {

/// The range of an input. With an error it is a cut: the exact input is any real number from low to high, and the
/// float32 input differs from it by at most `error`.
struct Range {
  double low = 0, high = 0;
  double error = 0;
};
using Box = std::vector<Range>;

/// The value of every node: the kernel's computation on T, operation by operation. inputs: [#inputs].
template <class T>
std::vector<T> evaluate(const Trace& trace, const std::vector<T>& inputs) {
  using std::sqrt;
  std::vector<T> x;
  x.reserve(trace.nodes.size());
  std::size_t next = 0;
  for (const auto& [operation, a, b, value] : trace.nodes)
    switch (operation) {
      case Operation::input:
        x.push_back(inputs[next++]);
        break;
      case Operation::constant:
        x.push_back(T(value));
        break;
      case Operation::negate:
        x.push_back(-x[a]);
        break;
      case Operation::stored:
        x.push_back(stored(x[a]));
        break;
      case Operation::root:
        x.push_back(sqrt(x[a]));
        break;
      case Operation::add:
        x.push_back(x[a] + x[b]);
        break;
      case Operation::subtract:
        x.push_back(x[a] - x[b]);
        break;
      case Operation::multiply:
        x.push_back(x[a] * x[b]);
        break;
      case Operation::divide:
        x.push_back(x[a] / x[b]);
        break;
    }
  return x;
}

}  // namespace bindpose::bounds
