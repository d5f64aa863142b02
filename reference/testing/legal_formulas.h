// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: for tests, the formulas that algorithms share, on a LegalMachine.
#pragma once

#include "reference/numeric/transform.h"
#include "reference/testing/legal_machine.h"

namespace bindpose::legal {

using Terms = std::vector<LegalMachine::Term>;

inline double dot(LegalMachine& machine, const Vec3<double>& a, const Vec3<double>& b) {
  Terms terms{{a[0], b[0]}, {a[1], b[1]}, {a[2], b[2]}};
  return machine.sum(terms);
}

inline Vec3<double> times(LegalMachine& machine, const Mat3<double>& C, const Vec3<double>& d) {
  return {dot(machine, C.row(0), d), dot(machine, C.row(1), d), dot(machine, C.row(2), d)};
}

inline Vec3<double> transform(LegalMachine& machine, const Affine<double>& M, const Vec3<double>& x) {
  Vec3<double> y;
  for (int r = 0; r < 3; ++r) {
    Terms terms{{M.linear(r, 0), x[0]}, {M.linear(r, 1), x[1]}, {M.linear(r, 2), x[2]}, {M.translation[r]}};
    y[r] = machine.sum(terms);
  }
  return y;
}

inline Affine<double> product(LegalMachine& machine, const Affine<double>& A, const Affine<double>& B) {
  Affine<double> C;
  for (int c = 0; c < 3; ++c)
    C.linear.col(c) = times(machine, A.linear, B.linear.col(c));
  C.translation = transform(machine, A, B.translation);
  return C;
}

/// v / sqrt(v.v), v inversesqrt(v.v).
inline Vec3<double> normalized(LegalMachine& machine, const Vec3<double>& v, bool by_division) {
  const double squared = dot(machine, v, v);
  if (by_division) {
    const double length = machine.sqrt(squared);
    return v.unaryExpr([&](double c) { return machine.divide(c, length); });
  }
  const double scale = machine.inverse_sqrt(squared);
  return v.unaryExpr([&](double c) { return machine.multiply(c, scale); });
}

inline Mat3<double> cofactor(LegalMachine& machine, const Mat3<double>& C) {
  Mat3<double> K;
  for (int c = 0; c < 3; ++c) {
    const Vec3<double> a = C.col((c + 1) % 3), b = C.col((c + 2) % 3);
    for (int r = 0; r < 3; ++r) {
      const int p = (r + 1) % 3, q = (r + 2) % 3;
      Terms terms{{a[p], b[q]}, {-a[q], b[p]}};
      K(r, c) = machine.sum(terms);
    }
  }
  return K;
}

}  // namespace bindpose::legal
