// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Matrices and quaternions (x, y, z, w) in double, and what of them maths.h asks a library for.
#pragma once

#include <array>
#include <cmath>

#include "../maths.h"

namespace control {

using Vector = std::array<double, 3>;
using Quaternion = std::array<double, 4>;
/// Rows (C | t).
using Matrix = std::array<double, 12>;

template <std::size_t N>
double dot(const std::array<double, N>& a, const std::array<double, N>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i)
    sum += a[i] * b[i];
  return sum;
}

/// Of length 1; what has none stays 0.
template <std::size_t N>
std::array<double, N> unit(std::array<double, N> a) {
  const double length = std::sqrt(dot(a, a));
  for (double& x : a)
    x /= length == 0 ? 1 : length;
  return a;
}

template <std::size_t N>
std::array<double, N> mix(const std::array<double, N>& a, double of_a, const std::array<double, N>& b,
                          double of_b) {
  std::array<double, N> sum;
  for (std::size_t i = 0; i < N; ++i)
    sum[i] = of_a * a[i] + of_b * b[i];
  return sum;
}

inline Matrix composed(const Vector& t, const Quaternion& q, const Vector& s) {
  const auto [x, y, z, w] = q;
  return {(1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y - z * w) * s[1],
          2 * (x * z + y * w) * s[2],       t[0],
          2 * (x * y + z * w) * s[0],       (1 - 2 * (x * x + z * z)) * s[1],
          2 * (y * z - x * w) * s[2],       t[1],
          2 * (x * z - y * w) * s[0],       2 * (y * z + x * w) * s[1],
          (1 - 2 * (x * x + y * y)) * s[2], t[2]};
}

/// The matrix of what the others' determinants are, each with its sign: det(C) C^-T.
inline Matrix cofactors(const Matrix& m) {
  Matrix c{};
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) {
      const int r1 = 4 * ((row + 1) % 3), r2 = 4 * ((row + 2) % 3), c1 = (column + 1) % 3,
                c2 = (column + 2) % 3;
      c[4 * row + column] = m[r1 + c1] * m[r2 + c2] - m[r1 + c2] * m[r2 + c1];
    }
  return c;
}

inline double determinant(const Matrix& m) {
  const Matrix c = cofactors(m);
  return m[0] * c[0] + m[1] * c[1] + m[2] * c[2];
}

inline Vector turned(const Matrix& m, const Vector& d) {
  return {m[0] * d[0] + m[1] * d[1] + m[2] * d[2], m[4] * d[0] + m[5] * d[1] + m[6] * d[2],
          m[8] * d[0] + m[9] * d[1] + m[10] * d[2]};
}

inline Vector moved(const Matrix& m, const Vector& p) {
  const auto [x, y, z] = turned(m, p);
  return {x + m[3], y + m[7], z + m[11]};
}

/// Hamilton's product.
inline Quaternion times(const Quaternion& a, const Quaternion& b) {
  return {a[3] * b[0] + b[3] * a[0] + a[1] * b[2] - a[2] * b[1],
          a[3] * b[1] + b[3] * a[1] + a[2] * b[0] - a[0] * b[2],
          a[3] * b[2] + b[3] * a[2] + a[0] * b[1] - a[1] * b[0],
          a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
}

inline Vector spun(const Quaternion& q, const Vector& v) {
  return turned(composed({}, q, {1, 1, 1}), v);
}

inline Quaternion slerp(const Quaternion& a, const Quaternion& b, double t) {
  const double side = dot(a, b) < 0 ? -1 : 1;
  const Quaternion apart = mix(a, 1, b, -side), together = mix(a, 1, b, side);
  const double angle = 2 * std::atan2(std::sqrt(dot(apart, apart)), std::sqrt(dot(together, together)));
  const auto share = [&](double u) { return angle == 0 ? u : std::sin(u * angle) / std::sin(angle); };
  return mix(a, share(1 - t), b, share(t) * side);
}

template <std::size_t N, class Number>
std::array<double, N> row(const Number* numbers) {
  std::array<double, N> found;
  std::copy_n(numbers, N, found.begin());
  return found;
}

template <std::size_t N>
void append(engines::Numbers& to, const std::array<double, N>& numbers) {
  for (const double x : numbers)
    to.push_back(static_cast<float>(x));
}

struct Library {
  using Matrix = control::Matrix;

  static Matrix matrix(const float* rows) { return row<12>(rows); }
  static void rows(const Matrix& m, float* to) { std::copy(m.begin(), m.end(), to); }
  static Matrix compose(const float* t, const float* q, const float* s) {
    return composed(row<3>(t), row<4>(q), row<3>(s));
  }
  static Matrix product(const Matrix& a, const Matrix& b) {
    Matrix c;
    for (int row = 0; row < 12; row += 4)
      for (int column = 0; column < 4; ++column)
        c[row + column] = a[row] * b[column] + a[row + 1] * b[4 + column] + a[row + 2] * b[8 + column] +
                          (column == 3 ? a[row + 3] : 0);
    return c;
  }
  static Matrix inverse(const Matrix& m) {
    const Matrix c = cofactors(m);
    Matrix i;
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column)
        i[4 * row + column] = c[4 * column + row] / determinant(m);
      i[4 * row + 3] = -(i[4 * row] * m[3] + i[4 * row + 1] * m[7] + i[4 * row + 2] * m[11]);
    }
    return i;
  }
  static float lerp(double a, double b, double t) { return static_cast<float>((1 - t) * a + t * b); }
  static void slerp(const float* a, const float* b, double t, float* to) {
    const Quaternion q = control::slerp(row<4>(a), row<4>(b), t);
    std::copy(q.begin(), q.end(), to);
  }
  static Matrix zero() { return {}; }
  static Matrix add(const Matrix& sum, const Matrix& m, double weight) { return mix(sum, 1, m, weight); }
  static void point(const Matrix& m, const float* p, float* to) { put(moved(m, row<3>(p)), to); }
  static void direction(const Matrix& m, const float* d, float* to) { put(unit(turned(m, row<3>(d))), to); }

 private:
  static void put(const Vector& v, float* to) { std::copy(v.begin(), v.end(), to); }
};

}  // namespace control
