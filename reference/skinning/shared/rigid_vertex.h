// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what a kernel that blends rigid motions is told about a vertex, and what it says of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reference/model/rig.h"
#include "reference/numeric/rigid.h"
#include "reference/skinning/shared/vertex.h"

namespace bindpose::skinning {

using bindpose::Rigid;

/// A slot with a weight other than 0.
template <class T>
struct Influence {
  std::uint32_t j = 0;   ///< joint
  T w = T(0);            ///< weight
  std::size_t slot = 0;  ///< row of arrays [V, K] that it is
};

/// A vertex at rest.
template <class T>
struct RestVertex {
  std::size_t v = 0;                          ///< which one
  Vec3<T> x = Vec3<T>::Zero();                ///< position, metres
  Vec3<T> n = Vec3<T>::Zero();                ///< normal, unit; 0 in a mesh without normals
  Vec3<T> t = Vec3<T>::Zero();                ///< tangent, unit; 0 in a mesh without tangents
  std::vector<Influence<T>> influences = {};  ///< in the order listed
  std::uint32_t first_joint = 0;              ///< the joint of the first slot, whatever its weight
};

template <class T>
DeformedVertex<T> no_answer(const char* code) {
  DeformedVertex<T> vertex;
  vertex.undefined = code;
  return vertex;
}

/// The influences of vertex v.
template <class T>
std::vector<Influence<T>> influences_of(const Influences& influences, std::size_t v) {
  std::vector<Influence<T>> of_v;
  for (std::size_t i = v * influences.width; i < (v + 1) * influences.width; ++i)
    if (influences.weights[i] != 0)
      of_v.push_back({influences.joints[i], static_cast<T>(influences.weights[i]), i});
  return of_v;
}

/// M x = q(x) + t
template <class T>
Vec3<T> carried(const Rigid<T>& M, const Vec3<T>& x) {
  return bindpose::rotate(M.rotation, x) + M.translation;
}

/// x' = M x, n' = q(n), t' = q(t)
template <class T>
DeformedVertex<T> carried(const Rigid<T>& M, const RestVertex<T>& rest) {
  return {carried(M, rest.x), bindpose::rotate(M.rotation, rest.n), bindpose::rotate(M.rotation, rest.t)};
}

/// x' = q(x - c) + c', n' = q(n), t' = q(t)
template <class T>
DeformedVertex<T> turned_about(const Quat<T>& q, const Vec3<T>& c, const Vec3<T>& moved_c,
                               const RestVertex<T>& rest) {
  return {bindpose::rotate<T>(q, rest.x - c) + moved_c, bindpose::rotate(q, rest.n),
          bindpose::rotate(q, rest.t)};
}

}  // namespace bindpose::skinning
