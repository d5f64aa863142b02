// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: characters that mislead readers: they reverse the direction of writing or are invisible.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace bindpose {

struct HiddenMark {
  unsigned point;      ///< U+061C, U+200B to U+200F, U+2028 to U+202E or U+2060 to U+2069
  std::size_t length;  ///< bytes of UTF-8
};
/// The byte order mark of UTF-8.
std::optional<HiddenMark> hidden_mark(std::string_view text);

}  // namespace bindpose
