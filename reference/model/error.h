// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an expected failure as a value: its code, its place and its text.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

namespace bindpose {

/// An expected failure: bad input, a missing device, maths without an output.
/// Never thrown; returned in Expected. Bugs of bindpose itself are assertions instead.
struct Error {
  std::string code;     ///< stable, UPPER_SNAKE_CASE, for programs: "WEIGHT_COUNT"
  std::string where;    ///< file, JSON pointer or array element: "arm.glb#/skins/0", "weights[12]"
  std::string message;  ///< one sentence for people: the fact, and the expectation
};

template <class T>
using Expected = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(std::string code, std::string where, std::string message) {
  return tl::unexpected<Error>(Error{std::move(code), std::move(where), std::move(message)});
}

/// "CODE at where: message", the only format of printed errors; where on one line.
std::string to_string(const Error& error);

/// Writes control characters as escapes (\n, \x1b), because names of files and other texts are not trusted.
std::string one_line(std::string_view text);

}  // namespace bindpose
