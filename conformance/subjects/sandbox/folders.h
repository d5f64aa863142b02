// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: measures and removes the contents of folders that foreign code writes to. It uses descriptors, never a
// path through a folder that another process may replace by a link. The number of descriptors and the stack do not
// grow with the depth of folders.
#pragma once

#include <cstdint>
#include <filesystem>

#include "reference/io/process.h"

namespace bindpose::conformance {

/// Prefix of names of temporary folders.
inline constexpr std::string_view temporary_prefix = "bindpose-exchange-";

/// A folder and a lock that shows other processes that it is in use. The lock ends with the process.
struct LockedFolder {
  std::filesystem::path path;
  Descriptor lock;
};
/// Makes an empty folder in another, by default in that of temporary files. Removes abandoned
/// folders first. Errors: FILE_WRITE.
Expected<LockedFolder> make_temporary_folder(const std::filesystem::path& in = {});

/// Removes folders of make_temporary_folder() from killed processes: they belong to this process's user, have such
/// a name, are not locked and are older than a second. Follows no links. Also kills the processes of subjects' own
/// users that ran there.
void remove_abandoned(const std::filesystem::path& in);

/// A temporary folder that is removed when this object goes out of scope.
class ScratchFolder {
 public:
  /// Errors: FILE_WRITE.
  static Expected<ScratchFolder> make();
  ScratchFolder(ScratchFolder&&) = default;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();
  const std::filesystem::path& path() const { return folder_.path; }

 private:
  explicit ScratchFolder(LockedFolder folder) : folder_(std::move(folder)) {}
  LockedFolder folder_;
};

/// Bytes of the files below a folder; stops soon after `enough`. Follows no links. Every entry counts as at least
/// a page, so that many empty files also count; folders nested deeper than `deepest` count as more than enough.
std::uint64_t disk_usage(const std::filesystem::path& folder, std::uint64_t enough);
inline constexpr int deepest = 64;

/// Removes everything in a folder, even without the right to read it. Follows no links; does nothing if the folder
/// itself is a link. Gives up after `longest`, because another process may fill it at the same time; the default
/// is 1.5 times a slow disk's time for 20,000 folders. True if the folder is empty.
bool empty_folder(const std::filesystem::path& folder,
                  std::chrono::duration<double> longest = std::chrono::seconds(120));

/// Removes a folder with its contents, or a link or a file.
void remove_everything(const std::filesystem::path& folder);

}  // namespace bindpose::conformance
