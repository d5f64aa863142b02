// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/direct_delta_mush_bound.h"

#include "reference/numeric/conditioned.h"
#include "reference/numeric/polar.h"

namespace bindpose::surface {
namespace {

/// The largest length of a float32 vector within these bounds.
double longest(const Vec3<Tracked>& d) {
  return euclidean(std::array{std::fabs(d[0].value()) + d[0].error(), std::fabs(d[1].value()) + d[1].error(),
                              std::fabs(d[2].value()) + d[2].error()});
}

Vec3<Tracked> widened_by(const Vec3<Tracked>& y, double error) {
  return {widened(y[0], error), widened(y[1], error), widened(y[2], error)};
}

}  // namespace

DeformedVertex<Tracked> turned_by_nearest_rotation(const Mat3<Tracked>& A, const Vec3<Tracked>& q,
                                                   const Vec3<Tracked>& p, const RestVertex<Tracked>& rest,
                                                   double& spread) {
  const PolarRotation<double> polar =
      polar_rotation(Mat3<double>(A.unaryExpr([](const Tracked& a) { return a.value(); })));
  const Mat3<Tracked> R = rotation_matrix(polar.q).cast<Tracked>();
  const double error = rotation_error(A, polar.spread);
  spread = polar.spread;
  return {widened_by(R * rest.x + (q - R * p), error * longest(rest.x - p)),
          widened_by(R * rest.n, error * longest(rest.n)), widened_by(R * rest.t, error * longest(rest.t))};
}

}  // namespace bindpose::surface
