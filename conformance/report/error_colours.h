// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a colour of each vertex by its error.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/report/colour_scale.h"
#include "conformance/report/whole_mesh.h"

namespace bindpose::conformance {

/// The largest error / bound of a vertex that is a number, at least 1.
double worst_fraction_of(const WholeMesh& mesh);

/// Red, green, blue and opacity of each vertex: what is within its bound in one colour, else the scale of colours by the logarithm
/// of error / bound.
std::vector<std::uint8_t> error_colours(const WholeMesh& mesh, const Colour& within);

}  // namespace bindpose::conformance
