// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/storage_form.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bindpose {
namespace {

/// Distance to the farther neighbour on a grid, to cover both rounding and truncating.
double to_farther_neighbour(double x, double spacing) {
  const double below = std::floor(x / spacing) * spacing;
  return x == below ? 0 : std::max(x - below, below + spacing - x);
}

double binary16_spacing(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, std::max(exponent - 11, -24));
}

/// IEEE 754 binary16: 11 significant bits, the smallest spacing 2^-24, the largest number 65504.
double binary16_error(double x) {
  if (!(std::fabs(x) <= 65504)) return std::numeric_limits<double>::infinity();
  return to_farther_neighbour(x, binary16_spacing(x));
}

double binary16_nearest(double x) {
  const double spacing = binary16_spacing(x);
  return std::nearbyint(x / spacing) * spacing;
}

double binary16_cut(double x) {
  const double spacing = binary16_spacing(x);
  return std::trunc(x / spacing) * spacing;
}

template <int steps>
double unorm_nearest(double x) {
  return static_cast<double>(static_cast<float>(std::round(x * steps) / steps));
}

/// k / steps rounded to float32 stays unchanged.
template <int steps>
double unorm_cut(double x) {
  const double nearest = unorm_nearest<steps>(x);
  return static_cast<float>(x) == static_cast<float>(nearest)
             ? nearest
             : static_cast<double>(static_cast<float>(std::trunc(x * steps) / steps));
}

/// k / steps, k = 0 .. steps, as a float32: k / steps itself was rounded.
template <int steps>
double unorm_error(double x) {
  const double nearest = std::round(x * steps) / steps;
  if (static_cast<float>(nearest) == static_cast<float>(x)) return std::fabs(nearest - x);
  return to_farther_neighbour(x, 1.0 / steps);
}

template <int steps>
constexpr StorageForm unorm{&unorm_error<steps>, &unorm_nearest<steps>, &unorm_cut<steps>};

}  // namespace

const StorageForm binary16_form{&binary16_error, &binary16_nearest, &binary16_cut};
const StorageForm unorm16_form = unorm<65535>;
const StorageForm unorm8_form = unorm<255>;

bool is_binary16(double x) {
  return binary16_error(x) == 0;
}

std::uint16_t binary16_bits(double x) {
  const double spacing = binary16_spacing(x);
  const auto significand = static_cast<unsigned>(x / spacing);  // 1024 .. 2047; subnormal: below 1024
  if (significand < 1024) return static_cast<std::uint16_t>(significand);
  const auto exponent = static_cast<unsigned>(std::ilogb(spacing) + 25);
  return static_cast<std::uint16_t>(exponent << 10 | (significand - 1024));
}

}  // namespace bindpose
