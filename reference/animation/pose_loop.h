// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a looped sequence of key poses - an elbow at 0, 30, 60, 90 degrees and round again.
//
// Formula. With the phase p = t mod P, 0 <= p < P:
//   u = (p - t_k) / (t_k+1 - t_k)                      between two keys
//   u = (p - t_K-1 mod P) / (t_0 + P - t_K-1)          from the last key over the end of the period to the
//   first translation_j = lerp(translation_k,j, translation_k+1,j, u) rotation_j    = slerp(rotation_k,j,
//   rotation_k+1,j, u), on the short arc
//
// Source. D. Rohmer, TP Skinning, CPE Lyon, questions 13 to 15 and 23; lerp and slerp have their own pages.
// Deviation: the times are given, where the course spaces them equally.
//
// Symbols.
//   P      period, array "period" [1], seconds
//   t_k    key times, array "times" [K], seconds, strictly increasing, 0 <= t_k < P
//   k, j   key, joint
//   t      time asked for, array "t" [1], seconds; p its phase, u the interpolation parameter 0 .. 1
//   arrays "translations" [K, J, 3], metres, and "rotations" [K, J, 4], unit quaternions (x, y, z, w);
//   answered by arrays of the same names [J, 3] and [J, 4]
//
// Requires. At least one key, a pose a key (COUNT_MISMATCH, ARRAY_SHAPE), finite numbers (NOT_FINITE), a
// period above 0 and times within it (TIME_RANGE), increasing times (TIME_ORDER), rotations of length 1
// within 0.02 (NOT_UNIT).
//
// Degenerate. One key is a pose at rest. Before the first key's time the pose is on its way from the last
// key. A t below 0 or of many periods is legal; its phase in float32 is uncertain by the size of t, and the
// bound says so. On a key the pose is the key's own; a rotation between keys of opposite sign has the sign of
// the earlier one.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/model/error.h"
#include "reference/numeric/transform.h"

namespace bindpose::animation {

/// Key poses and when they are reached.
struct PoseLoop {
  std::vector<double> times;               ///< t_k [#keys]
  double period = 0;                       ///< P
  std::size_t joint_count = 0;             ///< J
  std::vector<Vec3<double>> translations;  ///< [#keys * #joints]
  std::vector<Vec4<double>> rotations;     ///< (x, y, z, w) [#keys * #joints]
};

/// Errors as under Requires.
Expected<void> validate(const PoseLoop& loop);

/// One moment of a loop.
template <class T>
struct LoopedPose {
  std::vector<Vec3<T>> translations;  ///< [#joints]
  std::vector<Vec4<T>> rotations;     ///< (x, y, z, w) [#joints]
};

template <class T>
Expected<LoopedPose<T>> pose_loop(const PoseLoop& loop, double t);

}  // namespace bindpose::animation
