// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: palettes of rigid motions, a unit quaternion and a translation a joint, and how questions hold them.
//
// Formula. M_j x = q_j(x) + t_j. A subject may take the palette in any of three forms, each computed from
// the float32 numbers (q, t) and rounded to float32 once more:
//   quaternion and translation     (q, t) itself
//   rows of a matrix               (R(q) | t), made a quaternion again by its largest number
//   dual quaternion                q + e d,  d = (t, 0) q / 2, and t = 2 d q* again
// The bound on a motion's numbers is the largest over the three, so a subject is judged alike in whatever
// form it wants its palette.
//
// Source. S. W. Shepperd, Quaternion from rotation matrix, Journal of Guidance and Control 1(3), 1978; L.
// Kavan, S. Collins, J. Zara, C. O'Sullivan, Geometric skinning with approximate dual quaternion blending,
// ACM Transactions on Graphics 27(4), 2008, section 3 (dual quaternions of rigid motions).
#pragma once

#include <string>
#include <vector>

#include "reference/model/question.h"
#include "reference/model/surface.h"
#include "reference/numeric/rigid.h"

namespace bindpose::skinning {

using bindpose::Rigid;

/// Writes "<name>_rotations" [J, 4] (x, y, z, w) and "<name>_translations" [J, 3], rounded to float32.
void add_rigids(ArraySet& question, const std::string& name, const std::vector<Rigid<double>>& motions);

/// The numbers of (q, t) with the largest error that one of the palette's forms brings in; for the scalars
/// that carry no bound, the numbers themselves.
template <class T>
Rigid<T> in_any_form(const Rigid<T>& motion) {
  return motion;
}
Rigid<Tracked> in_any_form(const Rigid<Tracked>& motion);

/// The quaternion of a rotation matrix: its largest number from the diagonal, the others by division
/// (Shepperd).
template <class T>
Quat<T> quaternion_from_matrix(const Mat3<T>& R);

/// The result arrays "<name>_rotations" [J, 4] and "<name>_translations" [J, 3].
template <class T>
void append_rigids(std::vector<ResultArray<T>>& arrays, const std::string& name,
                   const std::vector<Rigid<T>>& motions) {
  std::vector<Vec4<T>> rotations;
  std::vector<Vec3<T>> translations;
  for (const Rigid<T>& motion : motions) {
    rotations.push_back(motion.rotation.coeffs());
    translations.push_back(motion.translation);
  }
  arrays.push_back(rotation_array<T>(name + "_rotations", rotations));
  arrays.push_back(to_result_array<T, 3>(name + "_translations", translations));
}

/// Reads what add_rigids writes. Joints that no vertex of `influences` pulls on (weight 0 everywhere) may
/// hold anything and are given back as the identity where they are no motion; without influences every
/// joint counts. Errors ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE, INDEX_RANGE (an influence beyond the
/// palette), NOT_FINITE, NOT_UNIT (length off by more than 0.02) with the joint.
template <class T>
Expected<std::vector<Rigid<T>>> read_rigids(const ArraySet& question, const std::string& name,
                                            const Influences* influences = nullptr);

}  // namespace bindpose::skinning
