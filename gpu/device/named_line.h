// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: finds the line of a program in a compiler's log. Internal to the libraries of gpu/.
#pragma once

#include <string>

namespace bindpose::gpu {

/// "line 12: <text>" for the first line in a compiler's log: "0:12(3): error" (Mesa), "0(12) : error" (NVIDIA),
/// "ERROR: 0:12:" (ANGLE, glslang); empty if it names none.
std::string named_line(const std::string& log, const std::string& source);

}  // namespace bindpose::gpu
