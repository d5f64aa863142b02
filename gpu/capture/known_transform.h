// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a transform whose result is known, by which a device shows that it computes and returns vertices at all:
// y = 2 x + (1, 2, 3) for three points, exact in float32. Internal to the libraries of gpu/.
#pragma once

#include <span>

#include "gpu/capture/plan.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Its program in the API's GLSL.
Plan known_transform(bool compute, Api api = Api::vulkan);

/// Error SELF_TEST with what was seen.
Expected<void> check_known_transform(std::span<const float> captured, bool compute);

}  // namespace bindpose::gpu
