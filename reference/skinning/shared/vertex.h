// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the input and output of the kernels of this family for one vertex.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reference/numeric/rigid.h"

namespace bindpose::skinning {

using bindpose::Rigid;

/// A slot with a weight other than 0.
template <class T>
struct Influence {
  std::uint32_t j = 0;   ///< joint
  T w = T(0);            ///< weight
  std::size_t slot = 0;  ///< index of the slot in arrays [V, K]
};

/// A vertex at rest.
template <class T>
struct RestVertex {
  std::size_t v = 0;                          ///< index of the vertex
  Vec3<T> x = Vec3<T>::Zero();                ///< position, metres
  Vec3<T> n = Vec3<T>::Zero();                ///< normal, unit; 0 in a mesh without normals
  Vec3<T> t = Vec3<T>::Zero();                ///< tangent, unit; 0 in a mesh without tangents
  std::vector<Influence<T>> influences = {};  ///< in the order listed
  std::size_t first_slot = 0;                 ///< index of its first slot in arrays [V, K]
  std::uint32_t first_joint = 0;              ///< the joint of that slot, with any weight
  bool stays = false;                         ///< has no influences, so it does not move
};

/// The deformed vertex, or the reason why it has no output.
template <class T>
struct DeformedVertex {
  Vec3<T> x = Vec3<T>::Zero();         ///< x', metres
  Vec3<T> n = Vec3<T>::Zero();         ///< n' before it is normalized
  Vec3<T> t = Vec3<T>::Zero();         ///< t' before it is normalized
  std::string undefined = {};          ///< a code such as ZERO_BLEND; empty: there is an output
  std::string undefined_normal = {};   ///< a code such as SINGULAR_BLEND; empty: there is a normal
  std::string undefined_tangent = {};  ///< a code; empty: there is a tangent
};

template <class T>
DeformedVertex<T> no_answer(const char* code) {
  DeformedVertex<T> vertex;
  vertex.undefined = code;
  return vertex;
}

/// x' = x, n' = n, t' = t
template <class T>
DeformedVertex<T> at_rest(const RestVertex<T>& rest) {
  return {rest.x, rest.n, rest.t};
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

/// x' = C x + t, n' = C n, t' = C t
template <class T>
DeformedVertex<T> carried(const Affine<T>& M, const RestVertex<T>& rest) {
  return {M * rest.x, M.linear * rest.n, M.linear * rest.t};
}

/// sum_i w_i M_i y
template <class T>
Vec3<T> blend_points(const RestVertex<T>& rest, const std::vector<Rigid<T>>& M, const Vec3<T>& y) {
  Vec3<T> sum = Vec3<T>::Zero();
  for (const Influence<T>& i : rest.influences)
    sum += i.w * carried(M[i.j], y);
  return sum;
}

/// x' = q(x - c) + c', n' = q(n), t' = q(t)
template <class T>
DeformedVertex<T> turned_about(const Quat<T>& q, const Vec3<T>& c, const Vec3<T>& moved_c,
                               const RestVertex<T>& rest) {
  return {bindpose::rotate<T>(q, rest.x - c) + moved_c, bindpose::rotate(q, rest.n),
          bindpose::rotate(q, rest.t)};
}

}  // namespace bindpose::skinning
