// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: weights that travel as whole numbers of steps, in a byte or in 16 bits, and are decoded where they are read. Internal to the libraries of gpu/.
//
// Of n steps, k of them are the weight k / n; n is 255 or 65535. Decoded by vertex attributes that are normalized, or by the shader, which divides; or the
// last slot is not stored, and is what the others leave of n. What is computed with is then as far from k / n as the device divides, or converts.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "gpu/program/number_form.h"
#include "gpu/program/vertex_data.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// How many steps are 1, of weights that are all k / n to the nearest float32: the fewer. Error NOT_APPLICABLE for others, and for vertices without weights.
Expected<std::uint32_t> steps_of_weights(const VertexLayout& layout, std::span<const std::uint32_t> words);

/// The normalized integers of so many steps.
NumberForm normalized_form(std::uint32_t steps);

/// Puts k in the place of each weight, and 0 in that of a last slot that is not stored. Errors NOT_APPLICABLE; also where the last slot is what the others leave
/// and steps of a vertex do not sum to n.
Expected<void> weights_in_steps(VertexData& data, bool last_is_left);

/// The GLSL of the weight of slot i. steps: GLSL of a slot's integer.
std::string decoded_weight(const VertexLayout& layout, std::size_t i,
                           const std::function<std::string(std::size_t)>& steps);

}  // namespace bindpose::gpu
