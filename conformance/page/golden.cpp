// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the golden files of all cases by WebAssembly, for golden.mjs.
#include <string>

#include <fmt/format.h>

#include "conformance/cases/cases.h"
#include "golden/case_file.h"

namespace {

std::vector<std::byte> made;

}  // namespace

/// Makes the file of a golden case, by number. Returns its name, "<name> <error>", or "" after the last; the next call replaces it.
extern "C" const char* bindpose_golden(std::size_t number) {
  static std::string text;
  text.clear();
  made.clear();
  for (const bindpose::Case& c : bindpose::conformance::built_in_cases()) {
    if (!c.golden || number-- > 0) continue;
    auto file = bindpose::golden::make_case_file(c);
    text = file ? c.name : fmt::format("{} {}", c.name, to_string(file.error()));
    if (file) made = std::move(file->bytes);
    break;
  }
  return text.c_str();
}

/// The bytes of the file.
extern "C" const std::byte* bindpose_golden_bytes() {
  return made.data();
}
extern "C" std::size_t bindpose_golden_size() {
  return made.size();
}
