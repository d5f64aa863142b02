// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/direct_delta_mush_bound.h"

#include <array>
#include <cmath>

#include "reference/numeric/conditioned.h"
#include "reference/numeric/polar.h"

namespace bindpose::surface {
namespace {

/// What a float32 vector of these bounds may be in length.
double longest(const Vec3<Tracked>& d) {
  return euclidean(std::array{std::fabs(d[0].value()) + d[0].error(), std::fabs(d[1].value()) + d[1].error(),
                              std::fabs(d[2].value()) + d[2].error()});
}

Vec3<Tracked> widened_by(const Vec3<Tracked>& y, double error) {
  return {widened(y[0], error), widened(y[1], error), widened(y[2], error)};
}

}  // namespace

BoundedRotation nearest_rotation(const Mat3<Tracked>& A) {
  Mat3<double> values;
  for (int i = 0; i < 9; ++i)
    values(i / 3, i % 3) = A(i / 3, i % 3).value();
  const PolarRotation<double> polar = polar_rotation(values);
  return {rotation_matrix(polar.q).cast<Tracked>(), polar.spread, rotation_error(A, polar.spread)};
}

Vec3<Tracked> turned(const BoundedRotation& R, const Vec3<Tracked>& d) {
  return widened_by(R.R * d, R.error * longest(d));
}

Vec3<Tracked> moved(const BoundedRotation& R, const Vec3<Tracked>& x, const Vec3<Tracked>& q,
                    const Vec3<Tracked>& p) {
  return widened_by(R.R * x + (q - R.R * p), R.error * longest(x - p));
}

}  // namespace bindpose::surface
