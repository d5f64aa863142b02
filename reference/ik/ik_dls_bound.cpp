// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/ik_dls_bound.h"

namespace bindpose::ik {

/// The kernel's iteration, stage by stage.
template <>
Chain<Tracked> bounded_dls(const Chain<double>& rest, const Vec3<double>& goal, double damping,
                           int iterations) {
  const auto joint_count = static_cast<std::ptrdiff_t>(rest.size());
  const std::size_t f = rest.size(), end = f + 1;
  Chain<double> start = rest;
  start.resize(end + 1, Vec3<double>::Zero());
  StagedChain x(start);
  for (int k = 0; k < iterations; ++k) {
    x.run([&]<class S>(Chain<S>& points) {
      const Chain<S> p(points.begin(), points.begin() + joint_count);
      points[f] = damped_solution<S>(p, goal.cast<S>(), S(damping));
      points[end] = p.back();
    });
    for (std::size_t i = rest.size() - 1; i-- > 0;)
      x.run([&]<class S>(Chain<S>& points) {
        Chain<S> p(points.begin(), points.begin() + joint_count);
        turn<S>(p, i, points[end], points[f]);
        std::copy(p.begin(), p.end(), points.begin());
      });
  }
  Chain<Tracked> p = x.points();
  p.resize(rest.size());
  return p;
}

}  // namespace bindpose::ik
