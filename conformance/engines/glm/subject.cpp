// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// GLM before the judge.
#include "../maths.h"
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>

namespace {

struct Library {
  using Matrix = glm::mat4;

  static glm::quat quaternion(const float* q) { return {q[3], q[0], q[1], q[2]}; }
  static void put(const glm::vec3& v, float* to) { std::copy_n(glm::value_ptr(v), 3, to); }

  static Matrix matrix(const float* rows) {
    return {rows[0], rows[4], rows[8],  0, rows[1], rows[5], rows[9],  0,
            rows[2], rows[6], rows[10], 0, rows[3], rows[7], rows[11], 1};
  }
  static void rows(const Matrix& m, float* to) { std::copy_n(glm::value_ptr(glm::transpose(m)), 12, to); }
  static Matrix compose(const float* t, const float* q, const float* s) {
    const Matrix turned = glm::translate(Matrix(1), glm::make_vec3(t)) * glm::mat4_cast(quaternion(q));
    return glm::scale(turned, glm::make_vec3(s));
  }
  static Matrix product(const Matrix& a, const Matrix& b) { return a * b; }
  static Matrix inverse(const Matrix& m) { return glm::inverse(m); }
  static float lerp(float a, float b, float t) { return glm::mix(a, b, t); }
  static void slerp(const float* a, const float* b, float t, float* to) {
    const glm::quat q = glm::slerp(quaternion(a), quaternion(b), t);
    to[0] = q.x, to[1] = q.y, to[2] = q.z, to[3] = q.w;
  }
  static Matrix zero() { return Matrix(0); }
  static Matrix add(const Matrix& sum, const Matrix& m, float weight) { return sum + m * weight; }
  static void point(const Matrix& m, const float* p, float* to) {
    put(glm::vec3(m * glm::vec4(glm::make_vec3(p), 1)), to);
  }
  static void direction(const Matrix& m, const float* d, float* to) {
    put(glm::normalize(glm::mat3(m) * glm::make_vec3(d)), to);
  }
};

}  // namespace

const bindpose_subject* bindpose_subject_entry(void) {
  return engines::subject_of<engines::Arrays, engines::maths_table<Library>>("GLM", ENGINE_VERSION);
}
