// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Morphed attributes: the kernel. The page is reference/morph/attributes.md.
#pragma once

#include "reference/morph/dense.h"
#include "reference/morph/shared/unit_range.h"

namespace bindpose::morph {

enum class ColourRange { as_summed, clamped };

/// c' = c + sum_i phi_i dc_i of vertex v, clamped to 0 .. 1 if the range says so. For other
/// attributes: dense().
template <class T>
Vec4<T> colour(const Vec4<T>& c, const std::vector<T>& phi, const Displacements<T, 4>& dc, std::size_t v,
               ColourRange range) {
  Vec4<T> sum = dense(c, phi, dc, v);
  if (range == ColourRange::clamped)
    for (T& number : sum)
      number = in_unit_range(number);
  return sum;
}

}  // namespace bindpose::morph
