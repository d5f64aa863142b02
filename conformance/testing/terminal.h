// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: finds control characters that terminal output must not have.
#pragma once

#include <string>
#include <string_view>

#include "reference/io/hidden_mark.h"

namespace bindpose::conformance {

/// The first byte of a control character or of a hidden mark; empty: none.
inline std::string moves_terminal(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = [&](std::size_t k) {
      return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U;
    };
    const bool is_c0 = (byte(0) < 0x20 && byte(0) != '\n' && byte(0) != '\t') || byte(0) == 0x7F;
    const bool is_c1 = byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0;
    if (is_c0 || is_c1 || hidden_mark(text.substr(i)))
      return "byte " + std::to_string(i) + ": " + std::to_string(byte(0));
  }
  return "";
}

}  // namespace bindpose::conformance
