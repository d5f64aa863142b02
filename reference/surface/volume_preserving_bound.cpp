// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/volume_preserving_bound.h"

namespace bindpose::surface {

Expected<Tracked> multiplier(const Cubic<Tracked>& p, double gradient_size, const std::string& place) {
  const Cubic<double> values{p.c3.value(), p.c2.value(), p.c1.value(), p.c0.value(), p.V_x.value()};
  BINDPOSE_TRY(const double k, multiplier(values, gradient_size, place));
  const double a = std::fabs(k), u = Tracked::precision().unit;
  const double data = ((p.c3.error() * a + p.c2.error()) * a + p.c1.error()) * a + p.c0.error();
  const double terms = ((std::fabs(values.c3) * a + std::fabs(values.c2)) * a + std::fabs(values.c1)) * a;
  const double e = 2 * data + 16 * u * (terms + std::fabs(values.c0)) + 1e-12 * std::fabs(values.V_x);
  const double m = values.slope(k), r = 2 * e / m;
  const double h = std::fabs(2 * values.c2 + 6 * values.c3 * k) + 6 * std::fabs(values.c3) * r;
  if (!(m > 0)) return Tracked::uncertain(k, std::numeric_limits<double>::infinity());
  return Tracked::uncertain(k, root_error(e, m, h) + 4 * u * a);
}

}  // namespace bindpose::surface
