// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: whether a context computes and returns vertices at all.
#pragma once

#include "gpu/device/context.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Captures y = 2 x + (1, 2, 3) for three points, exact in float32, by transform feedback, and compares.
/// Errors SELF_TEST with what was seen, SHADER_COMPILE, GL_ERROR, CONTEXT_REFUSED.
Expected<void> self_check(Context& context);

}  // namespace bindpose::gpu
