// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a folder of a test's own, removed with all that is in it.
#pragma once

#include "conformance/subjects/sandbox/folders.h"

namespace bindpose::conformance {

class TemporaryFolder {
 public:
  TemporaryFolder() : path_(*make_temporary_folder()) {}
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { remove_everything(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace bindpose::conformance
