// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Packed into bytes: the kernel. The page is reference/binding/pack_u8.md, the formula in reference/binding/shared/packing.h.
#pragma once

#include "reference/binding/shared/packing.h"

namespace bindpose::binding {

/// k_i: bytes that sum to 255.
template <class T>
std::vector<T> packed_bytes(std::span<const T> w) {
  return packed_steps(w, 255);
}

}  // namespace bindpose::binding
