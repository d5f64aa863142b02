// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests - whether an error can be told to people whatever it speaks of.
#pragma once

#include <algorithm>

#include "reference/model/error.h"

namespace bindpose::test {

/// A name that must not come back unchanged: long, with a terminal's escape and a byte that is not UTF-8.
inline std::string hostile_name() {
  return "a\x1b[2J\xFF" + std::string(10000, 'x');
}
/// The malicious name without the byte that JSON cannot have.
inline std::string hostile_json_name() {
  return "a\x1b[2J\x7F" + std::string(10000, 'x');
}

/// One line of printable ASCII, shorter than what it speaks of.
inline bool is_tellable(const Error& error) {
  const std::string told = to_string(error);
  return told.size() < 4000 &&
         std::all_of(told.begin(), told.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace bindpose::test
