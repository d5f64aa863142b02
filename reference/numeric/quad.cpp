// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/quad.h"

#include <cmath>

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace bindpose {
namespace {

/// Functions of this type give the same bits with every compiler and C library, as golden files
/// need.
using Portable = boost::multiprecision::cpp_bin_float_quad;

constexpr int spread = 512;  // binary digits; within 2^-512 .. 2^512 three doubles hold every number

Portable portable(Binary128 x) {
  if (!(x - x == 0) || x == 0) return static_cast<double>(x);
  int exponent = 0;
  for (; x > 0x1p512 || x < -0x1p512; exponent += spread)
    x *= 0x1p-512;
  for (; x < 0x1p-512 && x > -0x1p-512; exponent -= spread)
    x *= 0x1p512;
  const auto high = static_cast<double>(x), middle = static_cast<double>(x - high);
  const auto low = static_cast<double>(x - high - middle);
  return ldexp(Portable(high) + middle + low, exponent);
}

Quad quad(const Portable& x) {
  if (!isfinite(x) || x == 0) return static_cast<double>(x);
  int exponent = 0;
  const Portable fraction = frexp(x, &exponent);
  const auto high = static_cast<double>(fraction), middle = static_cast<double>(Portable(fraction - high));
  Binary128 y = high;
  y += middle;
  y += static_cast<double>(Portable(fraction - high - middle));
  for (; exponent > spread; exponent -= spread)
    y *= 0x1p512;
  for (; exponent < -spread; exponent += spread)
    y *= 0x1p-512;
  return Quad::of(y * std::ldexp(1.0, exponent));
}

}  // namespace

Quad::Quad(const char* text) : Quad(quad(Portable(text))) {}

Quad sqrt(const Quad& x) {
  return quad(sqrt(portable(x.v_)));
}
Quad exp(const Quad& x) {
  return quad(exp(portable(x.v_)));
}
Quad log(const Quad& x) {
  return quad(log(portable(x.v_)));
}
Quad sin(const Quad& x) {
  return quad(sin(portable(x.v_)));
}
Quad cos(const Quad& x) {
  return quad(cos(portable(x.v_)));
}
Quad acos(const Quad& x) {
  return quad(acos(portable(x.v_)));
}
Quad atan2(const Quad& y, const Quad& x) {
  return quad(atan2(portable(y.v_), portable(x.v_)));
}

}  // namespace bindpose
