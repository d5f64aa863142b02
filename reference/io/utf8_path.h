// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a path from text.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace bindpose {

/// The path of a UTF-8 text. On Windows, gcc's library reads char as Latin-1.
inline std::filesystem::path utf8_path(std::string_view text) {
  return std::u8string(text.begin(), text.end());
}

}  // namespace bindpose
