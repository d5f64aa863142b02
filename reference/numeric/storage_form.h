// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: forms in which numbers are stored with fewer bits, and how far a stored number may be from the one that was given.
//
// Formula. A form has a grid of numbers. Rounding to nearest and cutting off both take a neighbour of x on it, and so does every
// packing that rounds some numbers up and some down to keep a sum; the farther neighbour bounds them all:
//   binary16   spacing 2^(e - 11) of a number with 2^(e-1) <= |x| < 2^e, at least 2^-24; largest 65504
//   unorm8, unorm16    k / 255, k / 65535, k an integer
// A number that the form has costs nothing. A given number is a float32: k / 255 itself was rounded to one.
//
// Source. IEEE 754-2019, binary16; OpenGL 4.6, section 2.3.5 (conversion of normalized fixed-point values).
#pragma once

#include <cstdint>

namespace bindpose {

struct StorageForm {
  double (*error)(
      double x);  ///< distance from x to the farther of its neighbours; 0 for a number of the form
  double (*nearest)(double x);  ///< the number of the form that is nearest
  double (*cut)(double x);      ///< the number of the form that is next towards zero
};

extern const StorageForm binary16_form, unorm16_form, unorm8_form;

/// True if binary16 has this number.
bool is_binary16(double x);
/// The 16 bits of a number at least 0 that binary16 has.
std::uint16_t binary16_bits(double x);

}  // namespace bindpose
