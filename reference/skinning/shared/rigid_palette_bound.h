// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the bound on a palette of rigid motions, for every form that a subject may use.
//
// Formula. M_j x = q_j(x) + t_j. A subject may take the palette in any of three forms, each computed from the float32
// numbers (q, t) and rounded to float32 once more:
//   quaternion and translation     (q, t) itself
//   rows of a matrix               (R(q) | t), made a quaternion again by its largest number
//   dual quaternion                q + e d,  d = (t, 0) q / 2, and t = 2 d q* again
// The bound on a motion's numbers is the largest over the three, so the form of a subject's palette does not change
// its bound.
//
// Source. L. Kavan, S. Collins, J. Zara, C. O'Sullivan, Geometric skinning with approximate dual quaternion blending,
// ACM Transactions on Graphics 27(4), 2008, section 3 (dual quaternions of rigid motions).
#pragma once

#include "reference/numeric/rigid.h"

namespace bindpose::skinning {

/// (q, t) itself for scalars without a bound.
template <class T>
bindpose::Rigid<T> in_any_form(const bindpose::Rigid<T>& motion) {
  return motion;
}
/// (q, t) with the largest error of the palette's forms.
bindpose::Rigid<Tracked> in_any_form(const bindpose::Rigid<Tracked>& motion);

}  // namespace bindpose::skinning
