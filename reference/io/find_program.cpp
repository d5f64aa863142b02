// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/find_program.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <unistd.h>

namespace bindpose {
namespace {

bool is_program(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

Expected<std::string> find_program(const char* variable, std::initializer_list<const char*> names,
                                   const std::string& words_if_missing) {
  if (const char* named = std::getenv(variable); named != nullptr && *named != '\0') {
    if (is_program(named)) return std::string(named);
    return fail("LIBRARY_MISSING", named, std::string(variable) + " does not name a program");
  }
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    for (const char* name : names)
      if (const auto program = std::filesystem::path(folder) / name; is_program(program))
        return program.string();
  return fail("LIBRARY_MISSING", *names.begin(), words_if_missing);
}

}  // namespace bindpose
