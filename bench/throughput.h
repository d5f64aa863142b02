// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the speed of a device on resident data: vertices per second, and bytes read and written, compared with a
// copy within its memory.
#pragma once

#include <cstddef>
#include <string>

namespace bindpose::bench {

/// Prints a table of linear blending, dual quaternions and dense morphing, for each combination of the device.
/// subject: gpu:..., vulkan, opencl, cuda. Returns an exit code: 1 if an output is wrong, 2 without the device.
int print_throughput(const std::string& subject, std::size_t vertices);

}  // namespace bindpose::bench
