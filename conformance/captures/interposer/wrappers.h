// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the interposer's replacements of OpenGL functions.
#pragma once

#include <string_view>

namespace bindpose::captures {

/// The interposer's function of this name; null if it has none.
void* wrapper(std::string_view name);

}  // namespace bindpose::captures
