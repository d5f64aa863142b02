// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A question's arrays as OGRE's types, and back. Matrices [3, 4] are rows (C | t) on both sides; the judge's quaternions
// are (x, y, z, w), OGRE's constructor takes w first.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "../maths.h"
#include <Ogre.h>

namespace ogre {

using engines::Numbers;

/// Types and functions that maths.h needs of a library.
struct Library {
  using Matrix = Ogre::Affine3;

  static Ogre::Quaternion quaternion(const float* q) { return {q[3], q[0], q[1], q[2]}; }
  static Matrix matrix(const float* m) {
    return {m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11]};
  }
  static void rows(const Matrix& m, float* to) {
    for (int row = 0; row < 3; ++row)
      std::copy_n(m[row], 4, to + 4 * row);
  }
  static Matrix product(const Matrix& a, const Matrix& b) { return a * b; }
  static Matrix inverse(const Matrix& m) { return m.inverse(); }
  static float lerp(float a, float b, float t) { return Ogre::Math::lerp(a, b, t); }
  static void slerp(const float* a, const float* b, float t, float* to) {
    const Ogre::Quaternion q = Ogre::Quaternion::Slerp(t, quaternion(a), quaternion(b), true);
    to[0] = q.x, to[1] = q.y, to[2] = q.z, to[3] = q.w;
  }
};

class Exchange : public engines::Arrays {
 public:
  using Arrays::Arrays;

  Ogre::Vector3 vector(const Numbers& n, std::size_t row) const {
    return {n[3 * row], n[3 * row + 1], n[3 * row + 2]};
  }
  Ogre::Quaternion quaternion(const Numbers& n, std::size_t row) const {
    return Library::quaternion(&n[4 * row]);
  }
  std::vector<Ogre::Affine3> matrices(const char* name) const {
    return engines::matrices<Library>(*this, name);
  }

  static void append(Numbers& to, const Ogre::Vector3& v) { to.insert(to.end(), {v.x, v.y, v.z}); }
  static void append(Numbers& to, const Ogre::Quaternion& q) { to.insert(to.end(), {q.x, q.y, q.z, q.w}); }

  template <class T>
  void put_all(const std::string& name, const std::vector<T>& all) {
    Numbers numbers;
    for (const T& element : all)
      append(numbers, element);
    put(name, numbers);
  }
};

// The algorithms, by file.
void answer_fk_matrix(Exchange&);
void answer_fk_quaternion(Exchange&);
void answer_bones(Exchange&);
void answer_rigid_parts(Exchange&);
void answer_linear_blend(Exchange&);

void answer_nlerp(Exchange&);
void answer_linear_track(Exchange&);
void answer_key_poses(Exchange&);
void answer_vertex_track(Exchange&);

}  // namespace ogre
