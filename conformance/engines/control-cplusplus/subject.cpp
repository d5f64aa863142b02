// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The control of the adapters in C++: the same shape as GLM's, with a right implementation in the place of the library. What
// fails here is the judge's mistake, or that of adapter.h and maths.h.
#include <array>
#include <cmath>

#include "../maths.h"

namespace {

struct Library {
  /// Rows (C | t).
  using Matrix = std::array<double, 12>;

  static Matrix matrix(const float* rows) {
    Matrix m;
    std::copy_n(rows, 12, m.begin());
    return m;
  }
  static void rows(const Matrix& m, float* to) { std::copy(m.begin(), m.end(), to); }

  static Matrix compose(const float* t, const float* q, const float* s) {
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    return {(1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y - z * w) * s[1],
            2 * (x * z + y * w) * s[2],       t[0],
            2 * (x * y + z * w) * s[0],       (1 - 2 * (x * x + z * z)) * s[1],
            2 * (y * z - x * w) * s[2],       t[1],
            2 * (x * z - y * w) * s[0],       2 * (y * z + x * w) * s[1],
            (1 - 2 * (x * x + y * y)) * s[2], t[2]};
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
    const auto minor = [&](int r, int c) {
      const int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
      return m[4 * r1 + c1] * m[4 * r2 + c2] - m[4 * r1 + c2] * m[4 * r2 + c1];
    };
    const double determinant = m[0] * minor(0, 0) + m[1] * minor(0, 1) + m[2] * minor(0, 2);
    Matrix i;
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column)
        i[4 * row + column] = minor(column, row) / determinant;
      i[4 * row + 3] = -(i[4 * row] * m[3] + i[4 * row + 1] * m[7] + i[4 * row + 2] * m[11]);
    }
    return i;
  }
  static float lerp(double a, double b, double t) { return static_cast<float>((1 - t) * a + t * b); }
  static void slerp(const float* a, const float* b, double t, float* to) {
    double cosine = 0, apart = 0, together = 0;
    for (int k = 0; k < 4; ++k)
      cosine += double(a[k]) * b[k];
    const double sign = cosine < 0 ? -1 : 1;
    for (int k = 0; k < 4; ++k) {
      apart += std::pow(a[k] - sign * b[k], 2);
      together += std::pow(a[k] + sign * b[k], 2);
    }
    const double angle = 2 * std::atan2(std::sqrt(apart), std::sqrt(together));
    const auto share = [&](double u) { return angle == 0 ? u : std::sin(u * angle) / std::sin(angle); };
    for (int k = 0; k < 4; ++k)
      to[k] = static_cast<float>(share(1 - t) * a[k] + share(t) * sign * b[k]);
  }
  static Matrix zero() { return {}; }
  static Matrix add(Matrix sum, const Matrix& m, double weight) {
    for (int i = 0; i < 12; ++i)
      sum[i] += weight * m[i];
    return sum;
  }
  static std::array<double, 3> turned(const Matrix& m, const float* d) {
    return {m[0] * d[0] + m[1] * d[1] + m[2] * d[2], m[4] * d[0] + m[5] * d[1] + m[6] * d[2],
            m[8] * d[0] + m[9] * d[1] + m[10] * d[2]};
  }
  static void point(const Matrix& m, const float* p, float* to) {
    for (int row = 0; row < 3; ++row)
      to[row] = static_cast<float>(turned(m, p)[row] + m[4 * row + 3]);
  }
  static void direction(const Matrix& m, const float* d, float* to) {
    const auto [x, y, z] = turned(m, d);
    const double length = std::sqrt(x * x + y * y + z * z);
    to[0] = static_cast<float>(x / length), to[1] = static_cast<float>(y / length);
    to[2] = static_cast<float>(z / length);
  }
};

}  // namespace

const bindpose_subject* bindpose_subject_entry(void) {
  return engines::subject_of<engines::Arrays, engines::maths_table<Library>>("control, C++", ENGINE_VERSION);
}
