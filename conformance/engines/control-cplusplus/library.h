// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What maths.h asks a library for, by the course's solution.
#pragma once

#include <algorithm>

#include "../../course/cpp/exercises.h"
#include "../maths.h"

namespace control {

using course::Mat34;
using course::Quat;
using course::Vec3;

struct Library {
  using Matrix = Mat34;

  static Mat34 matrix(const float* rows) {
    Mat34 m;
    for (int row = 0; row < 3; ++row)
      std::copy_n(rows + 4 * row, 4, m[row].begin());
    return m;
  }
  static void rows(const Mat34& m, float* to) {
    for (int row = 0; row < 3; ++row)
      std::copy(m[row].begin(), m[row].end(), to + 4 * row);
  }
  static Mat34 compose(const float* t, const float* q, const float* s) {
    return course::matrix_from_trs(vector(t), quaternion(q), vector(s));
  }
  static Mat34 product(const Mat34& a, const Mat34& b) { return course::matrix_product(a, b); }
  static Mat34 inverse(const Mat34& m) { return course::inverse_bind(m); }
  static float lerp(double a, double b, double t) { return static_cast<float>(course::lerp(a, b, t)); }
  static void slerp(const float* a, const float* b, double t, float* to) {
    const auto [x, y, z, w] = course::slerp(quaternion(a), quaternion(b), t);
    std::copy_n(std::array{x, y, z, w}.begin(), 4, to);
  }
  static Mat34 zero() { return {}; }
  static Mat34 add(Mat34 sum, const Mat34& m, double weight) {
    for (int i = 0; i < 12; ++i)
      sum[i / 4][i % 4] += weight * m[i / 4][i % 4];
    return sum;
  }
  static void point(const Mat34& m, const float* p, float* to) {
    put(course::rigid_vertex(m, {vector(p), {}, {}}, course::NormalRule::direction).position, to);
  }
  static void direction(const Mat34& m, const float* d, float* to) {
    put(course::rigid_vertex(m, {{}, vector(d), {}}, course::NormalRule::direction).normal, to);
  }

 private:
  static Vec3 vector(const float* v) { return {v[0], v[1], v[2]}; }
  static Quat quaternion(const float* q) { return {q[0], q[1], q[2], q[3]}; }
  static void put(const Vec3& v, float* to) { std::copy_n(std::array{v.x, v.y, v.z}.begin(), 3, to); }
};

}  // namespace control
