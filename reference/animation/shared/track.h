// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a track's value at a time, by glTF 2.0's rules. Before the first key: the first key's value; after the
// last key: the last key's.
#pragma once

#include "reference/animation/cubicspline_track.h"
#include "reference/animation/linear_track.h"
#include "reference/animation/step_track.h"

namespace bindpose::animation {

/// The value of a track that validate() accepts, at any time [#width].
template <class T>
std::vector<T> sample(const Track& track, double t,
                      RotationInterpolation rotations = RotationInterpolation::slerp) {
  switch (track.interpolation) {
    case Interpolation::step:
      return step_track<T>(track, t);
    case Interpolation::linear:
      return linear_track<T>(track, t, LinearForm::two_products, rotations);
    case Interpolation::cubicspline:
      return cubicspline_track<T>(track, t);
  }
  return {};
}

}  // namespace bindpose::animation
