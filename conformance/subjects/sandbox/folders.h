// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: folders that foreign code writes into: how much is there, and how all of it goes away.
//
// Everything is reached by descriptors, never by a path through a folder that somebody else may exchange for a link, and
// nothing here needs more of them, or more stack, the deeper folders stand in one another.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "reference/model/error.h"

namespace bindpose::conformance {

/// An empty folder in another, by default that of temporary files; its name begins with `prefix`. Errors: FILE_WRITE.
Expected<std::filesystem::path> make_temporary_folder(const std::filesystem::path& in = {},
                                                      const std::string& prefix = "bindpose-");

/// A lock on a folder, which ends with the descriptor or the process; -1 where another process has it.
int lock_folder(const std::filesystem::path& folder);
/// Removes folders whose names begin so, if they are of this process's user, nobody has locked them and they have been there
/// for a second: what was left by processes that were killed.
void remove_abandoned(const std::filesystem::path& in, const std::string& prefix);

/// Bytes that the files below a folder take; stops soon after `enough`. Links are not followed; every entry counts for a
/// page, so that many empty files count too, and folders deeper in one another than `deepest` for more than enough.
std::uint64_t disk_usage(const std::filesystem::path& folder, std::uint64_t enough);
inline constexpr int deepest = 64;

/// Removes all that is in a folder, also where somebody has taken away the right to look into it. A link is not followed,
/// and nothing happens where the folder itself is one.
void empty_folder(const std::filesystem::path& folder);

/// The same with the folder itself; of a link or a file, that.
void remove_everything(const std::filesystem::path& folder);

}  // namespace bindpose::conformance
