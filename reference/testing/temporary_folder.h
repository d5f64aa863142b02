// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a test's own folder, removed with its contents. Tests run in parallel, even from two
// checkouts, so fixed names are not unique.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace bindpose {

class TemporaryFolder {
 public:
  TemporaryFolder() : path_(made()) {}
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code unknown;
    std::filesystem::remove_all(path_, unknown);
  }
  const std::filesystem::path& path() const { return path_; }
  operator const std::filesystem::path&() const { return path_; }
  std::filesystem::path operator/(const std::filesystem::path& below) const { return path_ / below; }

 private:
  static std::filesystem::path made() {
    std::string path = (std::filesystem::temp_directory_path() / "bindpose-test-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr) throw std::runtime_error("no temporary folder: " + path);
    return path;
  }

  std::filesystem::path path_;
};

}  // namespace bindpose
