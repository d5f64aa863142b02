// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the four scalars that every formula is evaluated on.
//
//   double   the reference
//   Quad     IEEE binary128, 113 bits: certifies the double result, gives golden values
//   Tracked  a value with a bound on the error of any conforming float32 evaluation: gives tolerances
//   float    the reference's own float32 subject
#pragma once

#include "reference/numeric/quad.h"
#include "reference/numeric/tracked.h"

#if defined(__FAST_MATH__)
#error "bindpose's bounds assume IEEE arithmetic: build without -ffast-math"
#endif

namespace bindpose {

inline double to_double(double x) {
  return x;
}
inline double to_double(float x) {
  return static_cast<double>(x);
}
inline double to_double(const Tracked& x) {
  return x.value();
}
/// Rounded once, to nearest, ties to even.
inline double to_double(const Quad& x) {
  return static_cast<double>(x);
}

/// Marks a value that a stage stores before the next stage reads it (a joint's world transform, a skinning
/// matrix). No conforming evaluation moves roundings across this point.
template <class T>
const T& stored(const T& x) {
  return x;
}
inline Tracked stored(const Tracked& x) {
  return x.stored();
}

/// Instantiates a function template for the four scalars: BINDPOSE_FOR_EACH_SCALAR(macro) calls macro(T).
#define BINDPOSE_FOR_EACH_SCALAR(macro) \
  macro(double) macro(::bindpose::Quad) macro(::bindpose::Tracked) macro(float)

}  // namespace bindpose
