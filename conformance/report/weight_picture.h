// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a character bound again as a picture: its own weights and the new ones in the colours of joints, and how far apart they take the surface.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/cases/asset/bound_mesh.h"
#include "conformance/report/picture.h"

namespace bindpose::conformance {

/// weights.colours as red, green, blue and opacity of each vertex, sRGB. Errors: those of the algorithm.
Expected<std::vector<std::uint8_t>> shown_colours(const BoundWeights& weights);

/// The mesh at rest. The third panel has the scale of colours, from vertices that stay to the one that is taken farthest from where its own
/// weights take it, the largest distance of all moments. Errors: those of shown_colours().
Expected<Picture> picture_of_weights(const Character& character, const std::string& method,
                                     const BoundWeights& weights);

}  // namespace bindpose::conformance
