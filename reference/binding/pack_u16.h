// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Packed into 16 bits: the kernel. The page is reference/binding/pack_u16.md, the formula in reference/binding/shared/packing.h.
#pragma once

#include "reference/binding/shared/packing.h"

namespace bindpose::binding {

/// k_i: words of 16 bits that sum to 65535.
template <class T>
std::vector<T> packed_words(std::span<const T> w) {
  return packed_steps(w, 65535);
}

}  // namespace bindpose::binding
