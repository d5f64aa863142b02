// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: for tests, checks for pieces of a text.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

#include <gtest/gtest.h>

namespace bindpose {

/// The result with only the beginning of the text, because the text may have megabytes.
inline testing::AssertionResult about(bool holds, std::string_view text, std::string_view piece) {
  return testing::AssertionResult(holds) << "'" << piece << "' in:\n" << text.substr(0, 20000);
}

/// True if a text has a piece, or all of several. A failure names the first missing piece.
inline testing::AssertionResult has(std::string_view text, std::string_view piece) {
  return about(text.find(piece) != std::string_view::npos, text, piece);
}
template <class Pieces = std::initializer_list<std::string_view>>
testing::AssertionResult has(std::string_view text, const Pieces& pieces) requires(
    !std::is_convertible_v<const Pieces&, std::string_view>) {
  for (const std::string_view piece : pieces)
    if (const auto found = has(text, piece); !found) return found;
  return testing::AssertionSuccess();
}

/// True if a text has none of several pieces. A failure names the first piece found.
template <class Pieces = std::initializer_list<std::string_view>>
testing::AssertionResult lacks(std::string_view text, const Pieces& pieces) {
  for (const std::string_view piece : pieces)
    if (has(text, piece)) return about(false, text, piece);
  return testing::AssertionSuccess();
}

/// Number of occurrences of a piece in a text.
inline std::size_t times(std::string_view piece, std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(piece); at != std::string_view::npos; at = text.find(piece, at + 1))
    ++count;
  return count;
}

}  // namespace bindpose
