// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the golden files of the page's cases as WebAssembly makes them, for golden.mjs.
#include <string>

#include <fmt/format.h>

#include "conformance/cases/cases.h"
#include "golden/case_file.h"
#include "reference/io/safetensors.h"

/// "<name> <FNV-1a hash of the file>" of a golden case, by number, or "<name> <error>"; "" after the last. The next call replaces it.
extern "C" const char* bindpose_golden(std::size_t number) {
  static std::string text;
  text.clear();
  for (const bindpose::Case& c : bindpose::conformance::built_in_cases()) {
    if (!c.golden || number-- > 0) continue;
    const auto file = bindpose::golden::make_case_file(c);
    text = fmt::format("{} {}", c.name, file ? bindpose::fnv1a64(file->bytes) : to_string(file.error()));
    break;
  }
  return text.c_str();
}
