// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: small files that several processes write and read at once, on this machine or on others: a reader gets what one
// writer wrote, whole, or nothing.
//
// The first line is the SHA-256 of all that is behind it. It tells what is torn or damaged, not what is forged.
#pragma once

#include <filesystem>
#include <optional>

#include "reference/model/error.h"

namespace bindpose::conformance {

/// Replaces the file `name` below `top` as write_below() does: no link below `top` is followed. Errors:
/// FILE_WRITE.
Expected<void> write_sealed(const std::filesystem::path& top, const std::filesystem::path& name,
                            std::string_view text);
/// Nothing for a file that is missing, damaged, or not regular, and for one behind a link below `top`.
std::optional<std::string> read_sealed(const std::filesystem::path& top, const std::filesystem::path& name);

}  // namespace bindpose::conformance
