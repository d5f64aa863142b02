// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what a small vertex shader writes, captured by transform feedback. Internal to the library.
#pragma once

#include <cstddef>
#include <vector>

#include "gpu/device/context.h"
#include "gpu/device/program.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Draws so many points from the attributes that are bound; numbers: what the program captures of all of them. Error GL_ERROR, said to
/// be of `what`.
Expected<std::vector<float>> feedback(Context& context, const Program& program, std::size_t points,
                                      std::size_t numbers, const char* what);

}  // namespace bindpose::gpu
