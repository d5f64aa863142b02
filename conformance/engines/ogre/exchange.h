// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A question's arrays as OGRE's types, and back. Matrices [3, 4] are rows (C | t) on both sides; the judge's quaternions
// are (x, y, z, w), OGRE's constructor takes w first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindpose/subject.h"
#include <Ogre.h>

namespace engines {

using Numbers = std::vector<float>;

class Exchange {
 public:
  Exchange(const bindpose_question& question, bindpose_answer& answer)
      : question_(question), answer_(answer) {}

  bool has(const std::string& name) const { return find(name) != nullptr; }

  /// An extent of an array.
  std::size_t extent(const std::string& name, std::size_t axis) const { return need(name).shape[axis]; }

  std::vector<int> integers(const std::string& name) const {
    const bindpose_array& array = need(name);
    const auto* numbers = static_cast<const std::int32_t*>(array.data);
    return {numbers, numbers + array.element_count};
  }
  Numbers numbers(const std::string& name) const {
    const bindpose_array& array = need(name);
    const auto* numbers = static_cast<const float*>(array.data);
    return {numbers, numbers + array.element_count};
  }
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

  /// Fills the output or the stage of that name; does nothing where the question asks for none.
  void put(const std::string& name, const Numbers& numbers) {
    for (std::size_t i = 0; i < answer_.output_count + answer_.stage_count; ++i) {
      bindpose_array* array =
          i < answer_.output_count ? answer_.outputs[i] : answer_.stages[i - answer_.output_count];
      if (name != array->name) continue;
      if (numbers.size() != array->element_count)
        throw std::runtime_error("'" + name + "' has " + std::to_string(numbers.size()) + " numbers, " +
                                 std::to_string(array->element_count) + " were asked for");
      std::copy(numbers.begin(), numbers.end(), static_cast<float*>(array->data));
      array->filled = 1;
    }
  }
  template <class T>
  void put_all(const std::string& name, const std::vector<T>& all) {
    Numbers numbers;
    for (const T& element : all)
      append(numbers, element);
    put(name, numbers);
  }

 private:
  const bindpose_array* find(const std::string& name) const {
    return bindpose_find(question_.inputs, question_.input_count, name.c_str());
  }
  const bindpose_array& need(const std::string& name) const {
    const bindpose_array* array = find(name);
    if (array == nullptr) throw std::runtime_error("the question has no array '" + name + "'");
    return *array;
  }

  const bindpose_question& question_;
  bindpose_answer& answer_;
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
