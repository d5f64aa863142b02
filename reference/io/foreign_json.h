// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: JSON and words that others wrote. Nesting and the number of values are limited before a document is parsed. Nesting: code
// that walks a document recursively cannot overflow its stack. Values: a parsed value takes up to 40 bytes for each byte of text.
#pragma once

#include <cstddef>

#include <nlohmann/json.hpp>

#include "reference/io/document_limits.h"
#include "reference/model/error.h"

namespace bindpose {

/// Says why a text is not parsed: it is nested deeper than limits::json_depth, or holds more values than `most_values`; the members
/// of an object and the elements of a list are values. Empty: it is within both limits. The text need not be JSON.
std::string json_excess(std::string_view text, std::uint64_t most_values = limits::json_values.most);

/// Json: nlohmann::json or ordered_json. The document is_discarded() if the text is not JSON or json_excess() refuses it.
template <class Json = nlohmann::json>
Json foreign_json(std::string_view text, std::uint64_t most_values = limits::json_values.most) {
  return json_excess(text, most_values).empty() ? Json::parse(text, nullptr, false)
                                                : Json(Json::value_t::discarded);
}

/// The parser's reason without the input that it quotes: that input can be long and hostile.
std::string reason_of(std::string_view words);

/// The same with an error of this code at this place that says what is wrong with the text.
template <class Json = nlohmann::ordered_json>
Expected<Json> parse_json(std::string_view text, const char* code, const std::string& where,
                          std::uint64_t most_values = limits::json_values.most) {
  if (std::string excess = json_excess(text, most_values); !excess.empty())
    return fail(code, where, std::move(excess));
  try {
    return Json::parse(text);
  } catch (const typename Json::exception& error) {
    return fail(code, where, reason_of(error.what()));
  }
}

/// Text for a report: one line, at most `most` bytes, with control characters and invalid UTF-8 escaped.
std::string printable(std::string_view text, std::size_t most = 200);
/// Like printable(), but keeps quotation marks: for text that is shown, not quoted.
std::string printable_words(std::string_view text, std::size_t most = 200);
/// The same of a value, as JSON.
template <class Json>
std::string printable_json(const Json& value, std::size_t most = 80) {
  const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  return text.size() > most ? text.substr(0, most) + "..." : text;
}

}  // namespace bindpose
