// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: meshes drawn side by side on a device without a window.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gpu/device/context.h"
#include "gpu/picture/image.h"
#include "reference/model/rig.h"

namespace bindpose::gpu {

/// Vertices of one panel.
struct DrawnVertices {
  std::vector<float> places;          ///< [#vertices 3], finite
  std::vector<std::uint8_t> colours;  ///< [#vertices 4], sRGB and opacity
};

/// One mesh drawn several times, from the same side.
struct Drawing {
  std::vector<DrawnVertices> panels;
  std::vector<Triangle> triangles;           ///< triangles of every panel; if empty, vertices are points
  std::array<float, 3> low = {}, high = {};  ///< the box that a panel shows completely
};

constexpr std::size_t panel_side = 480;  ///< pixels

/// One panel next to the other, seen and lit from the front (+z), slightly rotated. Errors SHADER_COMPILE,
/// GL_ERROR, CONTEXT_REFUSED.
Expected<Image> draw(Context& context, const Drawing& drawing);

}  // namespace bindpose::gpu
