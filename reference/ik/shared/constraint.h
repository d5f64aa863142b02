// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what the constraints of VRM share: the shortest arc, a part of a rotation, their arrays, and the loop.
#pragma once

#include <optional>

#include "reference/animation/slerp.h"
#include "reference/model/inputs.h"
#include "reference/model/surface.h"
#include "reference/numeric/conditioned.h"
#include "reference/numeric/steps.h"

namespace bindpose::ik {

/// normalize(x cross y, 1 + x . y): the shortest rotation of the unit x to the unit y; empty if y = -x.
template <class T>
std::optional<Quat<T>> shortest_arc(const Vec3<T>& x, const Vec3<T>& y) {
  const Vec3<T> axis = x.cross(y);
  Quat<T> arc = quaternion_xyzw<T>(axis[0], axis[1], axis[2], T(1) + x.dot(y));
  if (!normalize_quaternion(arc)) return std::nullopt;
  return stored_entries(arc);
}

/// slerp(from, to, w).
template <class T>
Quat<T> part_way(const Quat<T>& from, const Quat<T>& to, const T& w) {
  return Quat<T>(animation::slerp<T>(from.coeffs(), to.coeffs(), w));
}

/// The rotation of a constrained joint, or the code of a row that has none.
template <class T>
struct Constrained {
  Quat<T> rotation = Quat<T>::Identity();
  const char* undefined = nullptr;
};

/// The source's rotations at rest and now, and the joint's rotation at rest.
ArrayList source_arrays();
ArrayList constrained_arrays();
ArrayList constraint_outputs();

/// Rows (x, y, z, w), divided by their lengths.
template <class T>
std::vector<Quat<T>> unit_rotations(const Inputs<T>& in, std::string_view name) {
  std::vector<Quat<T>> rotations = in.quaternions(name);
  for (Quat<T>& q : rotations)
    static_cast<void>(normalize_quaternion(q));  // Every rotation has a length near 1: already checked.
  return rotations;
}

/// Directions [N, 3], divided by their lengths.
template <class T>
std::vector<Vec3<T>> unit_directions(const Inputs<T>& in, std::string_view name) {
  std::vector<Vec3<T>> directions = in.template rows<3>(name);
  for (Vec3<T>& direction : directions)
    static_cast<void>(normalize(direction));  // Every axis has a length near 1: already checked.
  return directions;
}

/// The array "rotations" of f(n) for all rows.
template <class T, class Function>
Result<T> constrained_rows(const Inputs<T>& in, const Function& f) {
  std::vector<Vec4<T>> rotations;
  std::vector<Undefined> undefined;
  for (std::size_t n = 0; n < in.extent("N"); ++n) {
    const Constrained<T> row = f(n);
    rotations.push_back(row.undefined == nullptr ? Vec4<T>(row.rotation.coeffs()) : Vec4<T>(Vec4<T>::Zero()));
    if (row.undefined != nullptr) undefined.push_back({"rotations", n, row.undefined});
  }
  return {{rotation_array<T>("rotations", rotations)}, undefined};
}

}  // namespace bindpose::ik
