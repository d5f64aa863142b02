// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: eigenvalues and eigenvectors of symmetric 3 by 3 matrices, and least squares by them.
//
// Source. Jacobi's method: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed. 2013, section 8.5.
#pragma once

#include "reference/numeric/scalar.h"
#include "reference/numeric/transform.h"

namespace bindpose {

/// Eigenvalues and orthonormal eigenvectors (columns).
template <class T>
struct Eigensystem {
  Vec3<T> values;
  Mat3<T> vectors;
};

/// One rotation in the plane (p, q) that makes N(p, q) zero.
template <class T>
void rotate_plane(Mat3<T>& N, Mat3<T>& V, int p, int q) {
  using std::abs, std::sqrt;
  if (N(p, q) == T(0)) return;
  const T theta = (N(q, q) - N(p, p)) / (T(2) * N(p, q));
  const T root = sqrt(T(theta * theta + T(1)));
  const T t = theta < T(0) ? T(T(-1) / (root - theta)) : T(T(1) / (root + theta));  // the smaller angle
  const T c = T(1) / sqrt(T(t * t + T(1))), s = t * c;
  const T change = t * N(p, q);
  N(p, p) -= change;
  N(q, q) += change;
  N(p, q) = N(q, p) = T(0);
  const int r = 3 - p - q;
  const T a = N(r, p), b = N(r, q);
  N(r, p) = N(p, r) = c * a - s * b;
  N(r, q) = N(q, r) = s * a + c * b;
  for (int row = 0; row < 3; ++row) {
    const T v = V(row, p), w = V(row, q);
    V(row, p) = c * v - s * w;
    V(row, q) = s * v + c * w;
  }
}

template <class T>
Eigensystem<T> symmetric_eigensystem(Mat3<T> N) {
  Mat3<T> V = Mat3<T>::Identity();
  for (int sweep = 0; sweep < 10; ++sweep) {  // 5 suffice for double, 7 for 113 bits: the error is squared
    rotate_plane(N, V, 0, 1);
    rotate_plane(N, V, 0, 2);
    rotate_plane(N, V, 1, 2);
  }
  return {N.diagonal(), V};
}

/// N d = g, the normal equations of D_i d = b_i: N = sum_i D_i^T D_i, g = sum_i D_i^T b_i, row by row.
template <class T>
struct NormalEquations {
  Mat3<T> N = Mat3<T>::Zero();
  Vec3<T> g = Vec3<T>::Zero();

  void add(const Mat3<T>& D, const Vec3<T>& b) {
    for (int r = 0; r < 3; ++r) {
      N += D.row(r).transpose() * D.row(r);
      g += D.row(r).transpose() * b[r];
    }
  }
};

/// True for each eigenvalue of at least `fraction` times the largest; none if the largest is below `least`.
template <class T>
std::array<bool, 3> directions_above(const Vec3<T>& values, double least, double fraction) {
  int largest = 0;
  for (int k = 1; k < 3; ++k)
    if (to_double(values[k]) > to_double(values[largest])) largest = k;
  if (values[largest] < T(least)) return {false, false, false};
  const auto counts = [&](int k) { return k == largest || !(values[k] < T(fraction) * values[largest]); };
  return {counts(0), counts(1), counts(2)};
}

/// g along each eigenvector.
template <class T>
Vec3<T> along_eigenvectors(const Eigensystem<T>& of_N, const Vec3<T>& g) {
  Vec3<T> along = Vec3<T>::Zero();
  for (int k = 0; k < 3; ++k)
    for (int c = 0; c < 3; ++c)
      along[k] += of_N.vectors(c, k) * g[c];
  return along;
}

/// The shortest d with N d = g along the marked eigenvectors: sum_k v_k (v_k . g) / lambda_k.
template <class T>
Vec3<T> least_solution(const Eigensystem<T>& of_N, const Vec3<T>& g, const std::array<bool, 3>& counts) {
  const Vec3<T> along = along_eigenvectors(of_N, g);
  Vec3<T> d = Vec3<T>::Zero();
  for (int k = 0; k < 3; ++k)
    if (counts[static_cast<std::size_t>(k)])
      for (int c = 0; c < 3; ++c)
        d[c] += of_N.vectors(c, k) * (along[k] / of_N.values[k]);
  return d;
}

}  // namespace bindpose
