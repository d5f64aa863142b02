// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Packed into half floats: the kernel. The page is reference/binding/pack_f16.md.
#pragma once

#include "reference/binding/pack_f16_bound.h"
#include "reference/binding/shared/packing.h"
#include "reference/numeric/storage_form.h"

namespace bindpose::binding {

/// 2048 steps of 2^-11: binary16 represents every multiple of a step up to 1.
inline constexpr int half_steps = 2048;

/// k_i / 2048, which sum to 1.
template <class T>
std::vector<T> halves_of_sum_one(std::span<const T> w) {
  std::vector<T> halves = packed_steps(w, half_steps);
  for (T& half : halves)
    half /= T(half_steps);
  return halves;
}

/// Each weight separately, to nearest, ties to even.
template <class T>
std::vector<T> nearest_halves(std::span<const T> w) {
  std::vector<T> halves;
  for (const T& w_i : w)
    halves.push_back(T(binary16_form.nearest(to_double(w_i))));
  return halves;
}

/// The 16 bits of a weight that binary16 represents exactly.
template <class T>
T bits_of_half(const T& half) {
  return T(binary16_bits(to_double(half)));
}

}  // namespace bindpose::binding
