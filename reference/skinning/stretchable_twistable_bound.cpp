// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/stretchable_twistable_bound.h"

#include <algorithm>

namespace bindpose::skinning {

Vec3<Tracked> twisted(TwistForm, const Quat<Tracked>& R, const Vec3<Tracked>& d, const Tracked& theta,
                      const Vec3<Tracked>& y) {
  const Vec3<Tracked> u = by_rodrigues(R, d, theta, y), v = by_quaternion(R, d, theta, y);
  Vec3<Tracked> either;
  for (int r = 0; r < 3; ++r) {
    const double apart = std::fabs(u[r].value() - v[r].value());
    either[r] = Tracked::uncertain(u[r].value(), std::max(u[r].error(), v[r].error() + apart));
  }
  return either;
}

}  // namespace bindpose::skinning
