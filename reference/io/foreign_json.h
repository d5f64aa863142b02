// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: untrusted JSON and text. Checks limits before a document is parsed: nesting, number of values, members of
// objects. Nesting: recursive code cannot overflow its stack. Values: a parsed value takes up to 40 bytes for each
// byte of text. Members: a parser that keeps their order compares each member with all others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

#include "reference/io/document_limits.h"
#include "reference/model/error.h"

namespace bindpose {

struct JsonLimits {
  std::uint64_t values = limits::json_values.most;
  std::uint64_t depth = limits::json_depth.most;
  std::uint64_t steps = limits::json_steps.most;  ///< see json_excess()
};

/// Why a text is not parsed: nested deeply, or with many values or steps; empty if the text is within all
/// limits. Members of an object and elements of a list are values. Steps: an ordered document compares each new
/// member with all others of its object, so an object of n members takes n^2 steps. The text need not be JSON.
std::string json_excess(std::string_view text, const JsonLimits& most = {});

/// The limits for a type of document, nlohmann::json or ordered_json. nlohmann::json finds a member without a linear search.
template <class Json>
JsonLimits json_limits(std::uint64_t most_values) {
  JsonLimits most{.values = most_values};
  if (!std::is_same_v<Json, nlohmann::ordered_json>) most.steps = ~std::uint64_t{0};
  return most;
}

/// Json: nlohmann::json or ordered_json. The document is_discarded() if the text is not JSON or json_excess() refuses it.
template <class Json = nlohmann::json>
Json foreign_json(std::string_view text, std::uint64_t most_values = limits::json_values.most) {
  return json_excess(text, json_limits<Json>(most_values)).empty() ? Json::parse(text, nullptr, false)
                                                                   : Json(Json::value_t::discarded);
}

/// The parser's reason without its quote of the input, which can be long and untrusted.
std::string reason_of(std::string_view words);

/// Parses JSON. The error has this code and position, and the reason.
template <class Json = nlohmann::ordered_json>
Expected<Json> parse_json(std::string_view text, const char* code, const std::string& where,
                          std::uint64_t most_values = limits::json_values.most) {
  if (std::string excess = json_excess(text, json_limits<Json>(most_values)); !excess.empty())
    return fail(code, where, std::move(excess));
  try {
    return Json::parse(text);
  } catch (const typename Json::exception& error) {
    return fail(code, where, reason_of(error.what()));
  }
}

/// The value as T, or `otherwise` if it is not a T. Never throws, unlike Json::get().
template <class T, class Json>
T get_or(const Json& value, T otherwise = {}) {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    // The library's conversions of numbers that do not fit are undefined.
    const bool fits = value.is_number_unsigned()
                          ? std::in_range<T>(value.template get<std::uint64_t>())
                          : value.is_number_integer() && std::in_range<T>(value.template get<std::int64_t>());
    return fits ? value.template get<T>() : otherwise;
  } else {
    try {
      return value.template get<T>();
    } catch (const typename Json::exception&) {
      return otherwise;
    }
  }
}
/// A member of an object as T, or `otherwise` if it is missing or not a T. Never throws, unlike Json::value().
template <class T, class Json>
T member_or(const Json& object, const char* key, T otherwise = {}) {
  const auto found = object.find(key);
  return found == object.end() ? otherwise : get_or<T>(*found, std::move(otherwise));
}

/// Text for a report: one line, at most `most` bytes, with control characters and invalid UTF-8 escaped.
std::string printable(std::string_view text, std::size_t most = 200);
/// Like printable(), but keeps quotation marks: for text that is shown, not quoted.
std::string printable_words(std::string_view text, std::size_t most = 200);
/// Printable text of a value, as JSON.
template <class Json>
std::string printable_json(const Json& value, std::size_t most = 80) {
  const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  return text.size() > most ? text.substr(0, most) + "..." : text;
}

}  // namespace bindpose
