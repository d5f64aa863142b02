// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: small files that several processes, also on several machines, read and write at once: a reader gets the
// complete file of one writer, or nothing.
//
// The first line is the SHA-256 of the rest. It detects incomplete or damaged files, not forged ones.
#pragma once

#include <filesystem>
#include <optional>

#include "reference/model/error.h"

namespace bindpose::conformance {

/// Replaces the file `name` below `top` as write_below() does: no link below `top` is followed. Errors:
/// FILE_WRITE.
Expected<void> write_sealed(const std::filesystem::path& top, const std::filesystem::path& name,
                            std::string_view text);
/// None for a file that is missing, damaged or not regular, and for one behind a link below `top`.
std::optional<std::string> read_sealed(const std::filesystem::path& top, const std::filesystem::path& name);

}  // namespace bindpose::conformance
