// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/data_folder.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>

namespace bindpose {

std::vector<std::filesystem::path> data_folders() {
  namespace fs = std::filesystem;
  std::vector<fs::path> folders;
  const auto add = [&folders](const fs::path& path) {
    std::error_code error;
    const fs::path folder = fs::canonical(path, error);
    if (!error && fs::is_directory(folder, error) &&
        std::find(folders.begin(), folders.end(), folder) == folders.end())
      folders.push_back(folder);
  };
  if (const char* named = std::getenv("BINDPOSE_DATA"); named != nullptr && *named != '\0') add(named);
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return folders;
  add(program.parent_path() / BINDPOSE_DATA_FROM_PROGRAM);
  add(program.parent_path() / "../share/bindpose");  // in a build tree
  return folders;
}

std::filesystem::path find_data(const std::filesystem::path& name) {
  std::error_code error;
  for (const auto& folder : data_folders())
    if (std::filesystem::exists(folder / name, error)) return folder / name;
  return name;
}

}  // namespace bindpose
