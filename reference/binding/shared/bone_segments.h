// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: distances of vertices from the bones of a skeleton, by joint.
#pragma once

#include "reference/binding/shared/bones.h"
#include "reference/binding/shared/segment.h"
#include "reference/model/try.h"
#include "reference/numeric/conditioned.h"

namespace bindpose::binding {

/// The segments of every joint, in the order of its children; a joint without children is a point at its pivot.
template <class T>
using Bones = std::vector<std::vector<Bone<T>>>;

/// Error NO_BONE without joints.
template <class T>
Expected<Bones<T>> bone_segments(const std::vector<Vec3<T>>& pivots, const Array::Integers& parents) {
  BINDPOSE_TRY(const std::vector<Bone<T>> all, bones_of(parents, pivots, LeafJoints::point));
  Bones<T> bones(pivots.size());
  for (const Bone<T>& bone : all)
    bones[bone.j].push_back(bone);
  return bones;
}

/// Position of x along a .. b, a != b: 0 at a and before a, 1 at b and beyond.
template <class T>
T share_along(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& x) {
  const Vec3<T> d = stored_entries(difference<T>(b, a));
  return stored(in_unit_range<T>(stored(T(difference<T>(x, a).dot(d))) / stored(T(d.dot(d)))));
}

/// A point of a joint's bones and the square of its distance.
template <class T>
struct Nearest {
  Vec3<T> q;
  T squared;
};

/// The nearest bone; the first of equally near bones.
template <class T>
Nearest<T> nearest_of(const std::vector<Bone<T>>& bones, const Vec3<T>& x) {
  Nearest<T> nearest;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const Vec3<T> q = stored_entries(nearest_point<T>(bones[i].a, bones[i].b, x)),
                  apart = difference<T>(q, x);
    const T squared = stored(T(apart.dot(apart)));
    if (i == 0 || to_double(squared) < to_double(nearest.squared)) nearest = {q, squared};
  }
  return nearest;
}

/// The smallest number; at least one.
template <class T>
const T& smallest_of(const std::vector<T>& numbers) {
  std::size_t least = 0;
  for (std::size_t i = 1; i < numbers.size(); ++i)
    if (to_double(numbers[i]) < to_double(numbers[least])) least = i;
  return numbers[least];
}

/// The segments within (1 + 2^-10) times the nearest distance: they count as equally near. At least one.
template <class T>
std::vector<bool> equally_near(const std::vector<T>& squared) {
  const T& least = smallest_of(squared);
  const T limit = least * T(0x1.00801p0);  // (1 + 2^-10)^2
  std::vector<bool> is_near(squared.size());
  for (std::size_t j = 0; j < squared.size(); ++j)
    is_near[j] = &squared[j] == &least || squared[j] <= limit;
  return is_near;
}

/// The equally near joints among the candidates of a vertex, by the squares of their distances.
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

/// The distance of every vertex from a point.
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
