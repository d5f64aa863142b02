// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the bones of a rig as segments at bind time, and how questions hold them.
//
// The arrays, by name, beside mesh and influences (reference/core/question.h).
//   bone_heads [J, 3], bone_tails [J, 3]   a_j and b_j: where joint j's bone begins and ends, mesh space,
//                                          metres; the head is the joint's own bind position
//   endpoint_weights [V, K]                e: how far along slot k's bone the vertex is, 0 head .. 1 tail
// Joints that no vertex pulls on and slots of weight 0 may hold anything.
#pragma once

#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "reference/model/checks.h"
#include "reference/model/question.h"
#include "reference/model/surface.h"

namespace bindpose::skinning {

template <class T>
struct Bone {
  Vec3<T> head = Vec3<T>::Zero();  ///< a
  Vec3<T> tail = Vec3<T>::Zero();  ///< b
};

/// Shorter bones have no direction: the square of their length is no normal float32 number.
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

/// y - x of numbers that a question gives: one rounding of the difference, however far from the origin.
template <class T>
Vec3<T> difference(const Vec3<T>& y, const Vec3<T>& x) {
  return y - x;
}
template <>
inline Vec3<Tracked> difference(const Vec3<Tracked>& y, const Vec3<Tracked>& x) {
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
  d = difference(bone.tail, bone.head);
  (void)normalize(d);
  return d;
}

/// Errors ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE. The numbers are not looked at.
template <class T>
Expected<std::vector<Bone<T>>> read_bones(const ArraySet& question, std::size_t joint_count) {
  const auto heads = question.require_reals("bone_heads", {joint_count, 3});
  if (!heads) return tl::unexpected(heads.error());
  const auto tails = question.require_reals("bone_tails", {joint_count, 3});
  if (!tails) return tl::unexpected(tails.error());
  std::vector<Bone<T>> bones(joint_count);
  for (std::size_t j = 0; j < joint_count; ++j)
    bones[j] = {read_row<T, 3>(**heads, j), read_row<T, 3>(**tails, j)};
  return bones;
}

/// e [V * K]; errors as read_bones.
template <class T>
Expected<std::vector<T>> read_endpoint_weights(const ArraySet& question, const Influences& influences) {
  const std::size_t count = influences.joints.size();
  const std::size_t rows = influences.width == 0 ? 0 : count / influences.width;
  const auto array = question.require_reals("endpoint_weights", {rows, influences.width});
  if (!array) return tl::unexpected(array.error());
  std::vector<T> e;
  for (std::size_t i = 0; i < count; ++i)
    e.push_back(read_scalar<T>(**array, i));
  return e;
}

/// Errors NOT_FINITE with the joint.
template <class T>
Expected<void> validate(const Bone<T>& bone, std::size_t joint) {
  if (!bindpose::all_finite(bone.head))
    return fail("NOT_FINITE", fmt::format("bone_heads[{}]", joint), "expected finite numbers");
  if (!bindpose::all_finite(bone.tail))
    return fail("NOT_FINITE", fmt::format("bone_tails[{}]", joint), "expected finite numbers");
  return {};
}

/// Errors ZERO_BONE with the joint, where something turns about the bone.
template <class T>
Expected<void> require_direction(const Bone<T>& bone, std::size_t joint) {
  if (has_direction(bone)) return {};
  return fail("ZERO_BONE", fmt::format("bone_tails[{}]", joint),
              "a bone to twist about needs a tail away from its head");
}

/// Errors NOT_FINITE for the endpoint weight of a slot that pulls.
template <class T>
Expected<void> validate_endpoint_weights(const Influences& influences, const std::vector<T>& e) {
  for (std::size_t i = 0; i < e.size(); ++i)
    if (influences.weights[i] != 0 && !std::isfinite(to_double(e[i])))
      return fail("NOT_FINITE",
                  fmt::format("endpoint_weights[{}, {}]", i / influences.width, i % influences.width),
                  "expected a finite number");
  return {};
}

}  // namespace bindpose::skinning
