// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: bytes as text.
//
// Source: RFC 4648 (base64, both alphabets).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose {

/// In the first alphabet, padded.
std::string base64(std::span<const std::byte> bytes);
inline std::string base64(std::string_view bytes) {
  return base64(std::as_bytes(std::span(bytes.data(), bytes.size())));
}

/// Decodes either alphabet. Padding may be missing but not wrong. Empty if the text is not base64.
std::optional<std::vector<std::byte>> base64_decoded(std::string_view text);

}  // namespace bindpose
