// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: for tests, checks that an error is one printable line for any quoted names.
#pragma once

#include <algorithm>

#include "reference/model/error.h"

namespace bindpose::test {

/// A name that errors must not print unchanged: long, with a terminal's escape and a byte that is not UTF-8.
inline std::string malicious_name() {
  return "a\x1b[2J\xFF" + std::string(10000, 'x');
}
/// The malicious name without the byte that JSON cannot hold.
inline std::string malicious_json_name() {
  return "a\x1b[2J\x7F" + std::string(10000, 'x');
}

/// One line of printable ASCII, shorter than the input that it describes.
inline bool is_printable_line(const Error& error) {
  const std::string line = to_string(error);
  return line.size() < 4000 &&
         std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace bindpose::test
