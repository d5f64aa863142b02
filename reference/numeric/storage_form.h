// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: storage formats with fewer bits, and the distance of a stored number from the given one.
//
// Formula. A form has a grid of numbers. Rounding to nearest, truncating, and packing that keeps a
// sum all choose a neighbour of x on the grid. The distance to the farther neighbour is the bound:
//   binary16   spacing 2^(e - 11) of a number with 2^(e-1) <= |x| < 2^e, at least 2^-24; largest 65504
//   unorm8, unorm16    k / 255, k / 65535, k an integer
// A number of the form has no error. Given numbers are float32, so k / 255 itself was rounded.
//
// Source. IEEE 754-2019, binary16; OpenGL 4.6, section 2.3.5 (conversion of normalized fixed-point values).
#pragma once

#include <cstdint>

namespace bindpose {

struct StorageForm {
  double (*error)(
      double x);  ///< distance from x to the farther of its neighbours; 0 for a number of the form
  double (*nearest)(double x);  ///< the nearest number of the form
  double (*cut)(double x);      ///< the next number of the form towards zero
};

extern const StorageForm binary16_form, unorm16_form, unorm8_form;

/// True if binary16 holds this number.
bool is_binary16(double x);
/// The 16 bits of a number that binary16 holds, at least 0.
std::uint16_t binary16_bits(double x);

}  // namespace bindpose
