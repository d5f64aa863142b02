// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Assimp's matrices and quaternions as a library of maths.h.
#pragma once

#include "../maths.h"
#include <assimp/anim.h>
#include <assimp/matrix4x4.h>

namespace engines {

struct Library {
  using Matrix = aiMatrix4x4;

  static aiVector3D vector(const float* v) { return {v[0], v[1], v[2]}; }
  static aiQuaternion quaternion(const float* q) { return {q[3], q[0], q[1], q[2]}; }
  static void put(const aiVector3D& v, float* to) { to[0] = v.x, to[1] = v.y, to[2] = v.z; }

  static Matrix matrix(const float* r) {
    return {r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8], r[9], r[10], r[11], 0, 0, 0, 1};
  }
  static void rows(const Matrix& m, float* to) { std::copy_n(m[0], 12, to); }
  static Matrix compose(const float* t, const float* q, const float* s) {
    return {vector(s), quaternion(q), vector(t)};
  }
  static Matrix product(const Matrix& a, const Matrix& b) { return a * b; }
  static Matrix inverse(Matrix m) { return m.Inverse(); }
  static float lerp(float a, float b, float t) {
    float between;
    Assimp::Interpolator<float>()(between, a, b, t);
    return between;
  }
  static void slerp(const float* a, const float* b, float t, float* to) {
    aiQuaternion q;
    Assimp::Interpolator<aiQuaternion>()(q, quaternion(a), quaternion(b), t);
    to[0] = q.x, to[1] = q.y, to[2] = q.z, to[3] = q.w;
  }
  static Matrix zero() { return Matrix() * 0.F; }
  static Matrix add(const Matrix& sum, const Matrix& m, float weight) { return sum + m * weight; }
  static void point(const Matrix& m, const float* p, float* to) { put(m * vector(p), to); }
  static void direction(const Matrix& m, const float* d, float* to) {
    put((aiMatrix3x3(m) * vector(d)).NormalizeSafe(), to);
  }
};

void answer_asset(Arrays&);

}  // namespace engines
