// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: JSON and words that others wrote. Nesting is limited before anything is made of it: what walks a document recursively,
// however it does so, cannot be driven off its stack.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "reference/model/error.h"

namespace bindpose {

inline constexpr std::size_t deepest_json = 64;  // levels; no format here has more than ten

/// Whether brackets outside of texts stand within more than deepest_json others.
bool is_nested_too_deep(std::string_view text);

/// Json: nlohmann::json or ordered_json. Not an object, nor anything else (is_discarded()), where the text is no JSON or is
/// nested too deep.
template <class Json = nlohmann::json>
Json foreign_json(std::string_view text) {
  return is_nested_too_deep(text) ? Json(Json::value_t::discarded) : Json::parse(text, nullptr, false);
}

/// Of what the parser says, what can be told: it repeats what it read last, however long that is, and as it is.
std::string reason_of(std::string_view words);

/// The same with an error of this code at this place that says what is wrong with the text.
template <class Json = nlohmann::ordered_json>
Expected<Json> parse_json(std::string_view text, const char* code, const std::string& where) {
  if (is_nested_too_deep(text))
    return fail(code, where, "nested deeper than " + std::to_string(deepest_json) + " levels");
  try {
    return Json::parse(text);
  } catch (const typename Json::exception& error) {
    return fail(code, where, reason_of(error.what()));
  }
}

/// Text for a report: one line, at most `most` bytes of it, control characters and bytes that are no UTF-8 escaped.
std::string printable(std::string_view text, std::size_t most = 200);
/// printable(), but for quotation marks, which stay as they are: words that are shown, not quoted.
std::string printable_words(std::string_view text, std::size_t most = 200);
/// The same of a value, as JSON.
template <class Json>
std::string printable_json(const Json& value, std::size_t most = 80) {
  const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  return text.size() > most ? text.substr(0, most) + "..." : text;
}

}  // namespace bindpose
