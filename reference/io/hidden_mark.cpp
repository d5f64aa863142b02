// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/hidden_mark.h"

namespace bindpose {

std::optional<HiddenMark> hidden_mark(std::string_view text) {
  const auto byte = [&text](std::size_t i) {
    return static_cast<unsigned>(static_cast<unsigned char>(text[i]));
  };
  if (text.starts_with("\xD8\x9C")) return HiddenMark{0x061C, 2};
  if (text.size() < 3 || byte(0) != 0xE2) return {};
  const unsigned point = 0x2000 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  const auto is_in = [point](unsigned first, unsigned last) { return point >= first && point <= last; };
  if (!is_in(0x200B, 0x200F) && !is_in(0x2028, 0x202E) && !is_in(0x2060, 0x2069)) return {};
  return HiddenMark{point, 3};
}

}  // namespace bindpose
