// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/folder_lock.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace bindpose::conformance {

Expected<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail("FILE_WRITE", folder.string(), error.message());
  const std::filesystem::path path = folder / ".lock";
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file < 0) return fail("FILE_WRITE", path.string(), std::strerror(errno));
  FolderLock lock(file);
  if (::flock(file, LOCK_EX | LOCK_NB) != 0)
    return fail("FOLDER_BUSY", folder.string(), "another run writes its results here");
  return lock;
}

FolderLock::FolderLock(FolderLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

FolderLock::~FolderLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace bindpose::conformance
