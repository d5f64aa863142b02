// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/named_line.h"

#include <regex>
#include <sstream>

#include <fmt/format.h>

namespace bindpose::gpu {

std::string named_line(const std::string& log, const std::string& source) {
  static const std::regex place(R"(\b\d+[:(](\d+))");
  std::smatch match;
  if (!std::regex_search(log, match, place)) return {};
  std::istringstream lines(source);
  std::string line;
  const int wanted = std::stoi(match[1]);
  for (int i = 0; i < wanted; ++i)
    if (!std::getline(lines, line)) return {};
  return fmt::format("line {}: {}", wanted, line);
}

}  // namespace bindpose::gpu
