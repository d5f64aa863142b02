// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests, finds processes that still run.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace bindpose::conformance {

/// Processes of this machine whose command line contains a text.
inline std::vector<int> ids_of_processes_with(const std::string& text) {
  std::vector<int> ids;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    std::ifstream in(entry.path() / "cmdline");
    std::string line;
    std::getline(in, line);  // if a process ends meanwhile, the stream fails; an iterator would throw
    if (line.find(text) != std::string::npos) ids.push_back(std::stoi(entry.path().filename().string()));
  }
  return ids;
}

inline std::size_t processes_with(const std::string& text) {
  return ids_of_processes_with(text).size();
}

/// True if the condition becomes true within a minute.
inline bool soon(const std::function<bool()>& condition) {
  for (int i = 0; i < 6000 && !condition(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return condition();
}

}  // namespace bindpose::conformance
