// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: packs the weights of a vertex as integers whose sum is exactly the number of steps.
//
// Formula. For K slots and n steps:
//   p_i = n w_i / sum_k w_k            exact share of slot i
//   k_i = floor(p_i) + 1  for the m slots with the largest p_i - floor(p_i), the first of equals,  m = n - sum_i
//   floor(p_i)
//         floor(p_i)      for the others
// The k_i sum to n exactly, and each is a neighbour of its p_i. A slot of weight 0 keeps 0: m is less than the
// number of slots with p_i > floor(p_i).
//
// Bound. If float32 cannot decide which slot is rounded up, both results are right: d_i = k_i - p_i; moving a step
// from i to j changes sum d^2 by 2 - 2 (d_i - d_j), which is at least 0, since sum d^2 is least. If the errors of
// p make it 0, k_i and k_j may each be off by one.
//
// Source. A. Hamilton's method of the largest remainder, 1792; M. Balinski, H. P. Young, Fair Representation,
// 1982.
#pragma once

#include "reference/binding/shared/joint_weights.h"

namespace bindpose::binding {

/// p_i of a vertex; at least one weight is not 0.
template <class T>
std::vector<T> shares(std::span<const T> w, int n) {
  T sum(0);
  for (const T& w_i : w)
    add_term(sum, w_i);
  std::vector<T> p;
  for (const T& w_i : w)
    p.push_back(w_i == T(0) ? T(0) : T(T(n) * w_i / sum));
  return p;
}

/// k_i for the exact shares of the slots.
std::vector<int> whole_steps(const std::vector<double>& p, int n);

/// Marks the k_i that can be larger or smaller by one in another evaluation. error: the error of each p_i.
std::vector<char> open_steps(const std::vector<int>& k, const std::vector<double>& p,
                             const std::vector<double>& error);

/// k_i as numbers of the scalar.
template <class T>
std::vector<T> packed_steps(std::span<const T> w, int n) {
  std::vector<double> p;
  for (const T& p_i : shares(w, n))
    p.push_back(to_double(p_i));
  std::vector<T> steps;
  for (const int k_i : whole_steps(p, n))
    steps.push_back(T(k_i));
  return steps;
}
/// The k_i, uncertain by one step if float32 cannot decide which slot is rounded up.
template <>
std::vector<Tracked> packed_steps(std::span<const Tracked> w, int n);

}  // namespace bindpose::binding
