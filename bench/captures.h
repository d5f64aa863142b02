// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the cost of a capture that proves itself - gpu/capture compared with a program that does nothing but skin, on one device in one
// run - and the same question by Vulkan's compute shaders beside OpenGL's.
#pragma once

#include <cstddef>
#include <string>

namespace bindpose::bench {

/// Measures in so many turns, prints tables; subject: as in "gpu:surfaceless". Returns an exit code: 1 where an answer is wrong, 2 without
/// the device.
int print_captures(const std::string& subject, std::size_t turns);

}  // namespace bindpose::bench
