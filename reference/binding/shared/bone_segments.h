// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the bones of a skeleton as segments, and how far a vertex is from them.
//
// A joint's bones go from its pivot to the pivot of each child; a joint without children is its pivot alone.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/binding/shared/segment.h"
#include "reference/model/inputs.h"
#include "reference/numeric/conditioned.h"
#include "reference/numeric/stored.h"
#include "reference/skinning/shared/bones.h"

namespace bindpose::binding {

using skinning::Bone;

/// parents, pivots.
ArrayList skeleton_arrays();

/// Of every joint, in the order of its children.
template <class T>
using Bones = std::vector<std::vector<Bone<T>>>;
template <class T>
Bones<T> bone_segments(const std::vector<Vec3<T>>& pivots, const Array::Integers& parents) {
  Bones<T> bones(pivots.size());
  for (std::size_t j = 0; j < pivots.size(); ++j)
    if (parents[j] >= 0)
      bones[static_cast<std::size_t>(parents[j])].push_back(
          {pivots[static_cast<std::size_t>(parents[j])], pivots[j]});
  for (std::size_t j = 0; j < pivots.size(); ++j)
    if (bones[j].empty()) bones[j].push_back({pivots[j], pivots[j]});
  return bones;
}
template <class T>
Bones<T> bone_segments(const Inputs<T>& in) {
  return bone_segments<T>(in.template rows<3>("pivots"), in.integers("parents"));
}

/// Where x is along a bone with a direction: 0 at its head and before it, 1 at its tail and beyond.
template <class T>
T share_along(const Bone<T>& bone, const Vec3<T>& x) {
  const Vec3<T> d = stored_entries(difference<T>(bone.tail, bone.head));
  return stored(in_unit_range<T>(stored(T(difference<T>(x, bone.head).dot(d))) / stored(T(d.dot(d)))));
}

/// A point of a joint's bones and the square of its distance.
template <class T>
struct Nearest {
  Vec3<T> q;
  T squared;
};

/// Of several bones that are as near, the first.
template <class T>
Nearest<T> nearest_of(const std::vector<Bone<T>>& bones, const Vec3<T>& x) {
  Nearest<T> nearest;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const Vec3<T> q = stored_entries(nearest_point<T>(bones[i].head, bones[i].tail, x)),
                  apart = difference<T>(q, x);
    const T squared = stored(T(apart.dot(apart)));
    if (i == 0 || to_double(squared) < to_double(nearest.squared)) nearest = {q, squared};
  }
  return nearest;
}

/// At least one number.
template <class T>
const T& least_of(const std::vector<T>& numbers) {
  std::size_t least = 0;
  for (std::size_t i = 1; i < numbers.size(); ++i)
    if (to_double(numbers[i]) < to_double(numbers[least])) least = i;
  return numbers[least];
}

/// Which are no farther than (1 + 2^-10) times the nearest: those count as equally near. At least one.
template <class T>
std::vector<bool> equally_near(const std::vector<T>& squared) {
  const T& least = least_of(squared);
  const T limit = least * T(0x1.00801p0);  // (1 + 2^-10)^2
  std::vector<bool> is_near(squared.size());
  for (std::size_t j = 0; j < squared.size(); ++j)
    is_near[j] = &squared[j] == &least || squared[j] <= limit;
  return is_near;
}

/// Of the joints that want a vertex those that are equally near, by the squares of their distances.
template <class T>
std::vector<std::size_t> nearest_among(const std::vector<T>& squared, const std::vector<bool>& wants) {
  std::vector<std::size_t> joints, nearest;
  std::vector<T> own;
  for (std::size_t j = 0; j < wants.size(); ++j)
    if (wants[j]) {
      joints.push_back(j);
      own.push_back(squared[j]);
    }
  if (joints.empty()) return {};
  const std::vector<bool> is_near = equally_near(own);
  for (std::size_t i = 0; i < joints.size(); ++i)
    if (is_near[i]) nearest.push_back(joints[i]);
  return nearest;
}

/// Of every vertex from a point.
template <class T>
std::vector<T> squared_distances(const std::vector<Vec3<T>>& x, const Vec3<T>& point) {
  std::vector<T> squared;
  for (const Vec3<T>& x_v : x) {
    const Vec3<T> apart = difference<T>(x_v, point);
    squared.push_back(stored(T(apart.dot(apart))));
  }
  return squared;
}
}  // namespace bindpose::binding
