// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a perceptually uniform colour scale from dark to light, also in grey and for colour-blind readers.
//
// Source: viridis, by Nathaniel Smith and Stefan van der Walt, 2015 (CC0), part of matplotlib: linear
// interpolation between ten of its colours, evenly spaced.
#pragma once

#include "conformance/report/whole_mesh.h"

namespace bindpose::conformance {

/// Red, green and blue, sRGB.
using Colour = std::array<std::uint8_t, 3>;

/// The ten colours of the scale.
std::span<const Colour> scale_colours();
/// share: 0 dark, 1 light.
Colour scale_colour(double share);
/// "#440154"
std::string to_string(const Colour& colour);

/// Appends red, green, blue and opacity of a vertex. one_colour(): the same colour for all vertices.
void add_colour(std::vector<std::uint8_t>& colours, const Colour& colour);
std::vector<std::uint8_t> one_colour(const Colour& colour, std::size_t vertices);
/// The largest finite error / bound of all vertices, at least 1.
double worst_fraction_of(const WholeMesh& mesh);

/// Red, green, blue and opacity of each vertex: one colour within the bound, otherwise the colour scale by the
/// logarithm of error / bound.
std::vector<std::uint8_t> error_colours(const WholeMesh& mesh, const Colour& within);

}  // namespace bindpose::conformance
