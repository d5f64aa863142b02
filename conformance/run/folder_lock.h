// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: one judge at a time in a folder of results.
#pragma once

#include <filesystem>

#include "reference/model/error.h"

namespace bindpose::conformance {

/// Holds FOLDER/.lock until it is destroyed, or the process ends.
class FolderLock {
 public:
  /// Makes the folder if need be. Errors: FILE_WRITE; FOLDER_BUSY where another holds it.
  static Expected<FolderLock> take(const std::filesystem::path& folder);

  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  explicit FolderLock(int file) : file_(file) {}
  int file_;
};

}  // namespace bindpose::conformance
