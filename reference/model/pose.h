// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the transforms of a character's joints at one moment, and their tracks over time.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/model/error.h"
#include "reference/numeric/transform.h"

namespace bindpose {

/// A joint's transform in its parent's space, given as translation, rotation, scale or as a whole matrix.
template <class T>
struct LocalTransform {
  bool is_matrix = false;  ///< chooses `matrix`, else `trs`
  Trs<T> trs;              ///< L = T R S when !is_matrix
  Affine<T> matrix;        ///< L when is_matrix
};

/// parent_from_joint of a local transform.
template <class T>
Affine<T> affine_from_local(const LocalTransform<T>& local) {
  return local.is_matrix ? local.matrix : affine_from_trs(local.trs);
}

/// One moment: a local transform per joint, a weight per morph target.
template <class T>
struct Pose {
  std::vector<LocalTransform<T>> locals;  ///< parent_from_joint [#joints]
  std::vector<T> morph_weights;           ///< phi [#morph targets or 0]
};

enum class Interpolation { step, linear, cubicspline };

/// Keyframes of one quantity over time, with the rules of glTF 2.0.
struct Track {
  Interpolation interpolation = Interpolation::linear;
  bool rotation = false;  ///< values are unit quaternions (x, y, z, w): slerp; cubic values are normalised
  std::size_t width = 0;  ///< numbers per value: 3 translation or scale, 4 rotation, n morph weights
  std::vector<double> times;  ///< [#keys], seconds, strictly increasing
  std::vector<double>
      values;  ///< [#keys * width], or [#keys * 3 * width]: in-tangent, value, out-tangent (cubic)
  std::vector<double> uncertainty = {};  ///< uncertainty of values stored with fewer bits; empty: exact

  std::size_t key_count() const { return times.size(); }
};

/// Checks counts, finite values, strictly increasing times and unit rotations: errors COUNT_MISMATCH,
/// NOT_FINITE, TIME_ORDER, NOT_UNIT.
Expected<void> validate(const Track& track);

}  // namespace bindpose
