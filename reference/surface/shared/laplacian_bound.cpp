// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/shared/laplacian_bound.h"

namespace bindpose::surface {

Tracked smoothed_number(double step, const Tracked& x, std::span<const Tracked> c,
                        std::span<const Tracked> x_u) {
  const Precision& precision = Tracked::precision();
  double sum = 0, total = 0, uncertain_total = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    sum += c[i].value() * x_u[i].value();
    total += c[i].value();
    uncertain_total += c[i].error();
  }
  const double mean = sum / total, least = total - uncertain_total;
  if (!(least > 0)) return Tracked::uncertain(x.value(), std::numeric_limits<double>::infinity());
  double carried = 0, size = 0;
  bool all_one = true;
  for (std::size_t i = 0; i < c.size(); ++i) {
    all_one = all_one && c[i].value() == 1 && c[i].error() == 0;
    const double most = c[i].value() + c[i].error();
    carried += (most * x_u[i].error() + c[i].error() * std::fabs(x_u[i].value() - mean)) / least;
    size += most * (std::fabs(x_u[i].value()) + x_u[i].error()) / least;
  }
  const auto n = static_cast<double>(c.size());
  const double own = std::fabs(x.value()) + x.error();
  const double roundings = precision.unit * (3 * own + ((all_one ? n : 2 * n) + 6) * step * size) +
                           (own + size > 0 ? (n + 4) * precision.smallest : 0);
  return Tracked::uncertain((1 - step) * x.value() + step * mean,
                            Tracked::slack * ((1 - step) * x.error() + step * carried + roundings));
}

}  // namespace bindpose::surface
