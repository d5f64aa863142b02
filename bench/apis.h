// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: compute shaders through Vulkan beside OpenGL's by parts - what of the difference is ours, and what the drivers'.
#pragma once

#include <cstddef>
#include <string>

namespace bindpose::bench {

/// Measures in so many turns, prints a table; subject: OpenGL's, as in "gpu:surfaceless". Returns an exit code: 1 where an answer is
/// wrong, 2 without one of the devices.
int print_apis(const std::string& subject, std::size_t turns);

}  // namespace bindpose::bench
