// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/error_colours.h"

#include <algorithm>
#include <cmath>

namespace bindpose::conformance {

double worst_fraction_of(const WholeMesh& mesh) {
  double worst = 1;
  for (const double fraction : mesh.fractions)
    if (std::isfinite(fraction)) worst = std::max(worst, fraction);
  return worst;
}

std::vector<std::uint8_t> error_colours(const WholeMesh& mesh, const Colour& within) {
  const double worst = worst_fraction_of(mesh);
  std::vector<std::uint8_t> colours;
  colours.reserve(4 * mesh.fractions.size());
  for (const double fraction : mesh.fractions) {
    const double share = !std::isfinite(fraction) || worst == 1 ? 1 : std::log(fraction) / std::log(worst);
    const Colour colour = fraction <= 1 ? within : scale_colour(share);
    colours.insert(colours.end(), {colour[0], colour[1], colour[2], 255});
  }
  return colours;
}

}  // namespace bindpose::conformance
