// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a number with keys along an axis, linear between keys and constant beyond them, and its derivative.
//
// Formula.
//   z < z_0              f = f_0                       f' = 0
//   z_k <= z < z_k+1     f = f_k + f' (z - z_k)        f' = (f_k+1 - f_k) / (z_k+1 - z_k)
//   z >= z_K-1           f = f_K-1                     f' = 0
#pragma once

#include "reference/deform/shared/deformed_mesh.h"

namespace bindpose::deform {

/// Keys: positions in metres, increasing, and amounts [#keys].
template <class T>
struct Profile {
  std::vector<T> heights, values;
};

template <class T>
struct ProfilePoint {
  T value;  ///< f
  T slope;  ///< f', per metre
};

/// heights, and the array of values at them.
inline ArrayList profile_arrays(const ArrayDeclaration& values) {
  return {real("heights", "z_k", "K", Kind::length(),
               "positions of the keys along the deformer's z axis, increasing")
              .not_empty()
              .finite(),
          values};
}

/// The profile of an input. Errors PARAMETER_RANGE if heights do not increase.
template <class T>
Expected<Profile<T>> read_profile(const Inputs<T>& in, std::string_view values) {
  BINDPOSE_CHECK(require_increasing(in.reals("heights"), "heights"));
  return Profile<T>{in.numbers("heights"), in.numbers(values)};
}

/// f and f' at z. The matrix formulation has f = (1 - u) f_k + u f_k+1, u = (z - z_k) / (z_k+1 - z_k).
template <class T>
ProfilePoint<T> profile_at(const Profile<T>& keys, const T& z, Form form) {
  const auto& [h, f] = keys;
  if (z < h.front()) return {f.front(), T(0)};
  std::size_t k = 0;
  while (k + 1 < h.size() && z >= h[k + 1])
    ++k;
  if (k + 1 == h.size()) return {f[k], T(0)};
  const T length = h[k + 1] - h[k], along = z - h[k];
  const T slope = (f[k + 1] - f[k]) / length;
  if (form == Form::quaternion) return {f[k] + slope * along, slope};
  const T u = along / length;
  return {(T(1) - u) * f[k] + u * f[k + 1], slope};
}

}  // namespace bindpose::deform
