// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/colour_scale.h"

#include <algorithm>

#include <fmt/format.h>

namespace bindpose::conformance {

std::span<const Colour> scale_colours() {
  static constexpr Colour viridis[] = {
      {0x44, 0x01, 0x54}, {0x48, 0x28, 0x78}, {0x3e, 0x4a, 0x89}, {0x31, 0x68, 0x8e}, {0x26, 0x82, 0x8e},
      {0x1f, 0x9e, 0x89}, {0x35, 0xb7, 0x79}, {0x6d, 0xcd, 0x59}, {0xb4, 0xde, 0x2c}, {0xfd, 0xe7, 0x25}};
  return viridis;
}

Colour scale_colour(double share) {
  const auto colours = scale_colours();
  const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(colours.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), colours.size() - 2);
  const double part = place - static_cast<double>(below);
  Colour colour;
  for (std::size_t c = 0; c < colour.size(); ++c)
    colour[c] =
        static_cast<std::uint8_t>(std::lround((1 - part) * colours[below][c] + part * colours[below + 1][c]));
  return colour;
}

std::string to_string(const Colour& colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2]);
}

void add_colour(std::vector<std::uint8_t>& colours, const Colour& colour) {
  colours.insert(colours.end(), {colour[0], colour[1], colour[2], 255});
}

std::vector<std::uint8_t> one_colour(const Colour& colour, std::size_t vertices) {
  std::vector<std::uint8_t> colours;
  for (std::size_t v = 0; v < vertices; ++v)
    add_colour(colours, colour);
  return colours;
}

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
    add_colour(colours, fraction <= 1 ? within : scale_colour(share));
  }
  return colours;
}

}  // namespace bindpose::conformance
