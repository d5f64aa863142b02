// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: one judge at a time in a folder of results.
#pragma once

#include <filesystem>
#include <utility>

#include "reference/io/process.h"
#include "reference/model/error.h"

namespace bindpose::conformance {

/// Holds FOLDER/.lock until it is destroyed, or the process ends. The file may be the user's own: it is not
/// written to and not removed.
class FolderLock {
 public:
  /// Makes the folder if need be. Errors: FILE_WRITE; FOLDER_BUSY where another holds it.
  static Expected<FolderLock> take(const std::filesystem::path& folder);

 private:
  explicit FolderLock(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

}  // namespace bindpose::conformance
