// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests - who still runs.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace bindpose::conformance {

/// Processes of this machine whose command line holds a text.
inline std::size_t processes_with(const std::string& text) {
  std::size_t count = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    std::ifstream in(entry.path() / "cmdline");
    std::string line;
    std::getline(in, line);  // a process that ends meanwhile makes the stream bad; an iterator would throw
    if (line.find(text) != std::string::npos) ++count;
  }
  return count;
}

}  // namespace bindpose::conformance
