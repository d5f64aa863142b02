// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Blended textures: the kernel. The page is reference/morph/texture_blend.md.
#pragma once

#include "reference/morph/shared/srgb.h"
#include "reference/morph/shared/targets.h"
#include "reference/morph/shared/unit_range.h"

namespace bindpose::morph {

enum class TexelRange { as_summed, clamped };
enum class Encoding { as_stored, srgb };

/// t' = t + sum_i phi_i (t_i - t) of one of red, green, blue, opacity. phi, t_i: [#targets]; a t_i without weight is not read.
template <class T>
T texel_number(const T& t, const std::vector<T>& phi, const std::vector<T>& t_i, TexelRange range,
               Encoding encoding) {
  const bool encodes = encoding == Encoding::srgb;
  const T base = encodes ? decoded(t) : t;
  T sum = base;
  for (std::size_t i = 0; i < phi.size(); ++i)
    if (phi[i] != T(0)) sum += phi[i] * ((encodes ? decoded(t_i[i]) : t_i[i]) - base);
  if (range == TexelRange::clamped) sum = in_unit_range(sum);
  return encodes ? encoded(sum) : sum;
}

}  // namespace bindpose::morph
