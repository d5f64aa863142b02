// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Difference of poses: the kernel. The page is reference/animation/pose_difference.md.
#pragma once

#include "reference/animation/shared/poses.h"
#include "reference/numeric/conditioned.h"
#include "reference/numeric/rigid.h"

namespace bindpose::animation {

/// ds = s / s_0, or s - s_0.
template <class T>
T scale_difference(const T& s, const T& s_0, DeltaScale scale) {
  return scale == DeltaScale::factor ? T(s / s_0) : difference<T>(s, s_0);
}

/// One joint in the pose and in the reference pose: dt = t - t_0, dq = q q_0* or q_0* q, ds.
template <class T>
Trs<T> pose_difference(const Trs<T>& pose, const Trs<T>& reference, DeltaAxes axes, DeltaScale scale) {
  const Quat<T> q = pose.rotation, back = conjugate(reference.rotation);
  Trs<T> d{difference<T>(pose.translation, reference.translation),
           axes == DeltaAxes::parent ? quaternion_product(q, back) : quaternion_product(back, q), pose.scale};
  for (int c = 0; c < 3; ++c)
    d.scale[c] = scale_difference(pose.scale[c], reference.scale[c], scale);
  return d;
}

}  // namespace bindpose::animation
