// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the bytes that the minimal program sends, the shaders that it runs, and the arrays that it reads back.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gpu/device/device.h"
#include "gpu/program/palette_delivery.h"
#include "reference/model/arrays.h"

namespace bindpose::bench {

namespace minimal {

/// A vertex's words: position 3 | normal 3 | tangent 4 | joints 4 | weights 4.
constexpr std::size_t normal_at = 3, tangent_at = 6, joints_at = 10, weights_at = 14, vertex_words = 18;

}  // namespace minimal

constexpr std::size_t minimal_captured_words = 10;

/// Of a question about linear blending at palette level with four influences.
std::vector<std::uint32_t> minimal_vertices(const ArraySet& arrays);
/// captured: of all vertices. Positions, normals, tangents.
ArraySet minimal_answer(std::span<const float> captured);

/// The header, the palette and the function skin().
std::string minimal_skinning(gpu::Api api, gpu::PaletteDelivery delivery, std::size_t palette_rows);
/// A whole program; the number of vertices is a uniform.
std::string minimal_compute_shader(gpu::Api api, gpu::PaletteDelivery delivery, std::size_t palette_rows);

}  // namespace bindpose::bench
