// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: bytes as text, RFC 4648 section 4.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace bindpose::conformance {

std::string base64(std::string_view bytes);

/// Of the bytes of numbers as they lie in memory.
template <class Number>
std::string base64(std::span<const Number> numbers) {
  return base64(std::string_view(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()));
}

/// The bytes of "a0ff".
std::string bytes_of_hexadecimal(std::string_view digits);

}  // namespace bindpose::conformance
