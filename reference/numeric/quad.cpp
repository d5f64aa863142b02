// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/quad.h"

#include <cmath>
#include <cstdlib>

// The C library has these for every compiler, and declares them to gcc alone.
#if !__HAVE_FLOAT128
extern "C" {
bindpose::Binary128 sqrtf128(bindpose::Binary128);
bindpose::Binary128 expf128(bindpose::Binary128);
bindpose::Binary128 logf128(bindpose::Binary128);
bindpose::Binary128 sinf128(bindpose::Binary128);
bindpose::Binary128 cosf128(bindpose::Binary128);
bindpose::Binary128 acosf128(bindpose::Binary128);
bindpose::Binary128 atan2f128(bindpose::Binary128, bindpose::Binary128);
bindpose::Binary128 strtof128(const char*, char**);
}
#endif

namespace bindpose {

Quad::Quad(const char* text) : v_(strtof128(text, nullptr)) {}

Quad sqrt(const Quad& x) {
  return Quad::of(sqrtf128(x.v_));
}
Quad exp(const Quad& x) {
  return Quad::of(expf128(x.v_));
}
Quad log(const Quad& x) {
  return Quad::of(logf128(x.v_));
}
Quad sin(const Quad& x) {
  return Quad::of(sinf128(x.v_));
}
Quad cos(const Quad& x) {
  return Quad::of(cosf128(x.v_));
}
Quad acos(const Quad& x) {
  return Quad::of(acosf128(x.v_));
}
Quad atan2(const Quad& y, const Quad& x) {
  return Quad::of(atan2f128(y.v_, x.v_));
}

}  // namespace bindpose
