// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A question's arrays as OGRE's types, and back. Matrices [3, 4] are rows (C | t) on both sides; the judge's quaternions
// are (x, y, z, w), OGRE's constructor takes w first.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "../adapter.h"
#include <Ogre.h>

namespace engines {

class Exchange : public Arrays {
 public:
  using Arrays::Arrays;

  Ogre::Vector3 vector(const Numbers& n, std::size_t row) const {
    return {n[3 * row], n[3 * row + 1], n[3 * row + 2]};
  }
  Ogre::Quaternion quaternion(const Numbers& n, std::size_t row) const {
    return {n[4 * row + 3], n[4 * row], n[4 * row + 1], n[4 * row + 2]};
  }
  Ogre::Affine3 matrix(const Numbers& n, std::size_t row) const {
    const float* m = n.data() + 12 * row;
    return {m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11]};
  }
  std::vector<Ogre::Affine3> matrices(const std::string& name) const {
    const Numbers n = numbers(name);
    std::vector<Ogre::Affine3> all;
    for (std::size_t row = 0; row < n.size() / 12; ++row)
      all.push_back(matrix(n, row));
    return all;
  }

  static void append(Numbers& to, const Ogre::Vector3& v) { to.insert(to.end(), {v.x, v.y, v.z}); }
  static void append(Numbers& to, const Ogre::Quaternion& q) { to.insert(to.end(), {q.x, q.y, q.z, q.w}); }
  static void append(Numbers& to, const Ogre::Affine3& m) {
    for (int row = 0; row < 3; ++row)
      to.insert(to.end(), m[row], m[row] + 4);
  }

  template <class T>
  void put_all(const std::string& name, const std::vector<T>& all) {
    Numbers numbers;
    for (const T& element : all)
      append(numbers, element);
    put(name, numbers);
  }
};

// What is asked, file by file.
void answer_fk_matrix(Exchange&);
void answer_fk_quaternion(Exchange&);
void answer_bones(Exchange&);
void answer_rigid_parts(Exchange&);
void answer_linear_blend(Exchange&);

void answer_inverse_bind(Exchange&);
void answer_palette(Exchange&);
void answer_lerp(Exchange&);
void answer_slerp(Exchange&);
void answer_nlerp(Exchange&);
void answer_linear_track(Exchange&);
void answer_key_poses(Exchange&);
void answer_vertex_track(Exchange&);

}  // namespace engines
