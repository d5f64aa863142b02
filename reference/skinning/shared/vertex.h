// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what the kernels of this family see of a vertex, and what they answer.
#pragma once

#include <string>

#include "reference/numeric/transform.h"

namespace bindpose::skinning {

/// A vertex at rest; a direction that the mesh lacks is zero.
template <class T>
struct Vertex {
  Vec3<T> x = Vec3<T>::Zero();  ///< position, metres
  Vec3<T> n = Vec3<T>::Zero();  ///< normal
  Vec3<T> t = Vec3<T>::Zero();  ///< tangent
};

/// An influence, a slot of a weight other than 0, of a method that blends matrices.
template <class T>
struct MatrixInfluence {
  T w;                 ///< w_i
  const Affine<T>& M;  ///< M_i, mesh_from_mesh: linear part C_i, translation t_i in metres
};

/// The vertex deformed, or why there is no answer.
template <class T>
struct DeformedVertex {
  Vec3<T> x = Vec3<T>::Zero();        ///< x', metres
  Vec3<T> n = Vec3<T>::Zero();        ///< n' before it is normalized
  Vec3<T> t = Vec3<T>::Zero();        ///< t' before it is normalized
  std::string undefined = {};         ///< a code such as ZERO_BLEND; empty: there is an answer
  std::string undefined_normal = {};  ///< a code such as SINGULAR_BLEND; empty: there is a normal
};

}  // namespace bindpose::skinning
