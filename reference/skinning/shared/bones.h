// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the bones of a rig as segments at bind time, and how inputs hold them.
#pragma once

#include <fmt/format.h>

#include "reference/model/checks.h"
#include "reference/model/surface.h"

namespace bindpose::skinning {

template <class T>
struct Bone {
  Vec3<T> head = Vec3<T>::Zero();  ///< a
  Vec3<T> tail = Vec3<T>::Zero();  ///< b
};

/// Shorter bones have no direction: the square of their length is not a normal float32 number.
constexpr double shortest_bone = 0x1p-62;

template <class T>
bool has_direction(const Bone<T>& bone) {
  double squared = 0;
  for (int c = 0; c < 3; ++c) {
    const double d = to_double(bone.tail[c]) - to_double(bone.head[c]);
    squared += d * d;
  }
  return squared >= shortest_bone * shortest_bone;
}

/// y - x of input numbers: one rounding of the difference, at any distance from the origin.
template <class T>
Vec3<T> input_difference(const Vec3<T>& y, const Vec3<T>& x) {
  return y - x;
}
template <>
inline Vec3<Tracked> input_difference(const Vec3<Tracked>& y, const Vec3<Tracked>& x) {
  const Precision& precision = Tracked::precision();
  Vec3<Tracked> d;
  for (int c = 0; c < 3; ++c) {
    const double value = y[c].value() - x[c].value();
    const double given = y[c].error() + x[c].error();
    d[c] =
        Tracked::uncertain(value, given + precision.unit * (std::fabs(value) + given) + precision.smallest);
  }
  return d;
}

/// d = (b - a) / |b - a|; zero for a bone without direction.
template <class T>
Vec3<T> direction_of(const Bone<T>& bone) {
  Vec3<T> d = Vec3<T>::Zero();
  if (!has_direction(bone)) return d;
  d = input_difference(bone.tail, bone.head);
  (void)normalize(d);
  return d;
}

/// (d s, c): the rotation by theta about d, s = sin(theta / 2), c = cos(theta / 2).
template <class T>
Quat<T> about(const Vec3<T>& d, const T& s, const T& c) {
  return quaternion_xyzw<T>(d[0] * s, d[1] * s, d[2] * s, c);
}

ArrayDeclaration bone_heads();
ArrayDeclaration bone_tails();
/// Endpoint weights of slots whose weight is not 0.
ArrayDeclaration endpoint_weights();

template <class T>
std::vector<Bone<T>> bones(const Inputs<T>& in) {
  const auto heads = in.template rows<3>("bone_heads"), tails = in.template rows<3>("bone_tails");
  std::vector<Bone<T>> bones(heads.size());
  for (std::size_t j = 0; j < bones.size(); ++j)
    bones[j] = {heads[j], tails[j]};
  return bones;
}

/// Errors NOT_FINITE, ZERO_BONE with the joint, if anything rotates about the bone.
template <class T>
Expected<void> require_direction(const Bone<T>& bone, std::size_t joint) {
  if (!bindpose::all_finite(bone.head))
    return fail("NOT_FINITE", fmt::format("bone_heads[{}]", joint), "expected finite numbers");
  if (!bindpose::all_finite(bone.tail))
    return fail("NOT_FINITE", fmt::format("bone_tails[{}]", joint), "expected finite numbers");
  if (has_direction(bone)) return {};
  return fail("ZERO_BONE", fmt::format("bone_tails[{}]", joint),
              "a twist needs a bone whose tail differs from its head");
}

}  // namespace bindpose::skinning
