// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what processes and folders use at the moment, read from /proc and the file system.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include <sys/types.h>

#include "reference/model/error.h"

namespace bindpose::conformance {

/// Children of a process, their children and so on, each once; stops at `most`.
std::vector<pid_t> descendants(pid_t of, std::size_t most);

struct Usage {
  std::size_t tasks = 0;     ///< processes and their threads
  std::uint64_t memory = 0;  ///< resident, bytes; pages that processes share count for each
};
/// Stops counting soon after `enough` tasks.
Usage usage_of_descendants(pid_t of, std::size_t enough);

/// Bytes that the files below a folder take; stops soon after `enough`. Links are not followed; every entry
/// counts for a page, so that many empty files count too.
std::uint64_t disk_usage(const std::filesystem::path& folder, std::uint64_t enough);

/// An empty folder of its own name among the temporary files. Errors: FILE_WRITE.
Expected<std::filesystem::path> make_temporary_folder();

/// Removes a folder with all that is in it, also where somebody has taken away the right to look into it.
void remove_everything(const std::filesystem::path& folder);

}  // namespace bindpose::conformance
