// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: weights as integers of 8 or 16 bits, which the reader decodes. Internal to the libraries of gpu/.
//
// k of n steps are the weight k / n; n is 255 or 65535. Normalized vertex attributes decode them, or the shader
// divides; optionally, the last slot is computed as the rest of n. The used weight differs from k / n by the error
// of the device's division or conversion.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "gpu/program/number_form.h"
#include "gpu/program/vertex_data.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// The smaller number of steps per 1, if all weights are k / n to the nearest float32. Error NOT_APPLICABLE for
/// other weights, and for vertices without weights.
Expected<std::uint32_t> steps_of_weights(const VertexLayout& layout, std::span<const std::uint32_t> words);

/// The normalized integers for this number of steps.
NumberForm normalized_form(std::uint32_t steps);

/// Replaces each weight by k, and the weight of a last slot that is not stored by 0. Error NOT_APPLICABLE; also if
/// the last slot is the rest and the steps of a vertex do not sum to n.
Expected<void> weights_in_steps(VertexData& data, bool last_is_left);

/// The GLSL of the weight of slot i. steps: GLSL of a slot's integer.
std::string decoded_weight(const VertexLayout& layout, std::size_t i,
                           const std::function<std::string(std::size_t)>& steps);

}  // namespace bindpose::gpu
