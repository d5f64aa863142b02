// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: copies files of the judge's user so that another user can read them.
#pragma once

#include <filesystem>
#include <functional>

#include "reference/io/process.h"

namespace bindpose::conformance {

/// True if every user may read the file, or the folder with all below it (and run what its owner may run).
/// Ignores the folders above it.
bool is_open_to_all(const std::filesystem::path& path);
/// True if every user may enter the folders above it.
bool is_reached_by_all(const std::filesystem::path& path);

/// Copies a file or folder for all users to read. Links stay links; follows none, even if one replaces a file
/// meanwhile. Omits everything except files, folders and links, and omits `but` with its contents. Errors:
/// FILE_READ, FILE_WRITE, SANDBOX_FOLDER (more than most_copied bytes, or folders nested deeper than `deepest`).
Expected<void> copy_for_all(const std::filesystem::path& from, const std::filesystem::path& to,
                            const std::vector<std::filesystem::path>& but = {});
inline constexpr std::uintmax_t most_copied = std::uintmax_t{1} << 30;

/// Reads a file to its end in blocks. Errors: FILE_READ, for `name`, and those of `take`.
Expected<void> read_blocks(const Descriptor& from, const std::filesystem::path& name,
                           const std::function<Expected<void>(std::string_view)>& take);

/// Makes the files readable for every user; other rights stay.
void open_to_all(const std::filesystem::path& path);

}  // namespace bindpose::conformance
