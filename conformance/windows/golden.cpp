// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: golden.exe FOLDER: makes the golden files of all cases, and compares them with the files in golden/data, byte for byte.
// Exit codes: 0 the same bytes, 1 other bytes or no cases, 2 a wrong command line.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "conformance/cases/cases.h"
#include "golden/case_file.h"
#include "golden/difference.h"
#include "reference/io/safetensors.h"

namespace bindpose {
namespace {

constexpr std::uintmax_t largest_file = 1U << 20;  // bytes

/// "" for the same bytes, else the difference or the error.
std::string difference_of(const Case& c, const std::filesystem::path& folder) {
  const auto made = golden::make_case_file(c);
  if (!made) return to_string(made.error());
  std::string name = c.name;
  for (int folders = 0; folders < 2; ++folders)
    name[std::min(name.find('.'), name.size() - 1)] = '/';
  const auto kept = read_file(folder / (name + ".safetensors"), largest_file);
  if (!kept) return to_string(kept.error());
  return made->bytes == *kept ? "" : golden::describe_difference(made->bytes, *kept);
}

int compare(const std::filesystem::path& folder) {
  std::size_t all = 0, wrong = 0;
  for (const Case& c : conformance::built_in_cases()) {
    if (!c.golden) continue;
    ++all;
    const std::string difference = difference_of(c, folder);
    if (difference.empty()) continue;
    ++wrong;
    fmt::print("{}: {}\n", c.name, difference);
  }
  fmt::print("{} of {} golden files are the same\n", all - wrong, all);
  return all > 0 && wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace bindpose

int main(int count, char** words) {
  if (count == 2) return bindpose::compare(words[1]);
  std::fputs("usage: golden.exe FOLDER\n", stderr);
  return 2;
}
