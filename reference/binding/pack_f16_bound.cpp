// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/pack_f16_bound.h"

#include <algorithm>

#include "reference/binding/pack_f16.h"

namespace bindpose::binding {

template <>
Tracked bits_of_half(const Tracked& half) {
  constexpr double step = 1.0 / half_steps;
  const double value = half.value(), here = binary16_bits(value);
  if (half.error() < step / 2) return {here};
  const double above = binary16_bits(value + step);
  const double below = value == 0 ? 0 : binary16_bits(value - step);
  return Tracked::uncertain(here, std::max(above - here, here - below));
}

}  // namespace bindpose::binding
