// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the fields of a struct as JSON, listed once - written by FieldWriter, read and checked by FieldReader.
//
//   void fields(auto& each, MaybeConst<Plan> auto& plan) {
//     each("tests", plan.tests);                 // must exist
//     each.optional("not_run", plan.not_run);    // may be missing
//   }
#pragma once

#include <concepts>
#include <map>
#include <optional>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reference/io/foreign_json.h"

namespace bindpose::conformance {

/// T for reading, const T for writing.
template <class S, class T>
concept MaybeConst = std::same_as<std::remove_const_t<S>, T>;

nlohmann::ordered_json json_number(double x);

/// A number that may be infinite or NaN, which JSON lacks: written as the text "inf", "-inf" or "nan".
template <class Number>
struct Extended {
  Number& value;
  operator nlohmann::ordered_json() const { return json_number(value); }
};
template <class Number>
Extended(Number&) -> Extended<Number>;

/// The document as a file's text. Names and texts of drivers are untrusted: invalid UTF-8 is replaced; control
/// characters and marks that reverse the direction of writing are escaped, so that an editor shows what a parser
/// reads.
std::string json_text(const nlohmann::ordered_json& document, int indent = 1);
/// True for {"format": name, ...}.
bool has_format(const nlohmann::ordered_json& document, std::string_view name);

nlohmann::ordered_json json_of(const auto& value);

struct FieldWriter {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();

  void operator()(const char* key, const auto& value) { object[key] = json_of(value); }
  /// Not written if it is empty.
  void optional(const char* key, const auto& value) {
    if (auto json = json_of(value); !json.is_null()) object[key] = std::move(json);
  }
  /// Fields of a nested object.
  void inside(const char* key, auto list) {
    FieldWriter each;
    list(each);
    object[key] = std::move(each.object);
  }
};

template <class T>
concept HasFields = requires(FieldWriter& each, const T& value) {
  fields(each, value);
};
template <class T>
concept IsList = requires(T list) {
  list.emplace_back();
};

nlohmann::ordered_json json_of(const auto& value) {
  using T = std::remove_cvref_t<decltype(value)>;
  if constexpr (HasFields<T>) {
    FieldWriter each;
    fields(each, value);
    return std::move(each.object);
  } else if constexpr (IsList<T>) {
    auto array = nlohmann::ordered_json::array();
    for (const auto& each : value)
      array.push_back(json_of(each));
    return array;
  } else if constexpr (requires { value.has_value(); }) {
    return value ? json_of(*value) : nlohmann::ordered_json();
  } else if constexpr (std::is_enum_v<T>) {
    return to_string(value);
  } else {
    return value;
  }
}

/// Error texts of a format for a wrong field.
struct FieldWords {
  const char* code;       ///< error code: "RESULTS_FORMAT"
  const char* name_code;  ///< error code for an unknown name of an enum
  const char* missing = "is missing, expected ";
  const char* expected = "expected ";  ///< prefix of the expected kind: "a text"
  const char* names = "a list of texts";
  const char* no_name = "is not a verdict that this bindpose knows";
};

/// Keeps the first error and ignores the others.
class FieldReader {
 public:
  using Json = nlohmann::ordered_json;

  /// place: of the object, "results.json#/results/3".
  FieldReader(const Json& object, std::string place, const FieldWords& words, std::optional<Error>& error)
      : object_(object), place_(std::move(place)), words_(words), error_(error) {}

  void operator()(const char* key, auto&& value) { read(key, find(key), value); }
  void optional(const char* key, auto&& value) {
    if (const Json* found = find(key)) read(key, found, value);
  }
  template <class T>
  void optional(const char* key, std::optional<T>& value) {
    if (const Json* found = find(key)) read(key, found, value.emplace());
  }
  void inside(const char* key, auto list) { inside(key, find(key), list); }

  /// Records the first key that is not in the list.
  bool knows(const std::vector<std::string_view>& keys, const std::string& otherwise);
  /// Null if the key or the object is missing.
  const Json* find(const char* key) const;
  void note(std::string_view key, const char* code, std::string message);
  void note(std::string_view key, std::string message) { note(key, words_.code, std::move(message)); }

 private:
  void inside(std::string_view key, const Json* found, auto list) {
    if (!is(key, found, &Json::is_object, "an object")) return;
    FieldReader each(*found, fmt::format("{}/{}", place_, key), words_, error_);
    list(each);
  }
  void read(std::string_view key, const Json* found, Extended<double>& number);
  void read(std::string_view key, const Json* found, auto& value) {
    using T = std::remove_reference_t<decltype(value)>;
    if constexpr (HasFields<T>) {
      inside(key, found, [&value](FieldReader& each) { fields(each, value); });
    } else if constexpr (std::is_enum_v<T>) {  // from_name(word, value) is false for unknown words
      std::string word;
      read(key, found, word);
      if (!from_name(word, value))
        note(key, words_.name_code, fmt::format("'{}' {}", printable(word), words_.no_name));
    } else if constexpr (requires { value.has_value(); }) {
      if (found == nullptr || !found->is_null()) read(key, found, value.emplace());
    } else if constexpr (IsList<T> && !std::same_as<T, std::vector<std::string>>) {
      if (!is(key, found, &Json::is_array, "a list")) return;
      for (const Json& each : *found) {
        const std::string place = fmt::format("{}/{}", key, value.size());
        read(place, &each, value.emplace_back());
      }
    } else if (is_for(key, found, value)) {
      found->get_to(value);
    }
  }
  /// True if the JSON value has the type to read. Otherwise records the expected type.
  bool is(std::string_view key, const Json* found, bool (Json::*is_right)() const noexcept, const char* what);
  bool is_for(std::string_view key, const Json* found, const std::string&);
  bool is_for(std::string_view key, const Json* found, bool);
  bool is_for(std::string_view key, const Json* found, std::size_t);
  bool is_for(std::string_view key, const Json* found, double);
  bool is_for(std::string_view key, const Json* found, const std::vector<std::string>&);
  bool is_for(std::string_view key, const Json* found, const std::map<std::string, std::string>&);

  const Json& object_;
  std::string place_;
  const FieldWords& words_;
  std::optional<Error>& error_;
};

void fields(auto& each, MaybeConst<Error> auto& error) {
  each("code", error.code);
  each("where", error.where);
  each("message", error.message);
}

/// Reads a struct. Errors: with the words' codes, at place/key.
template <HasFields T>
Expected<T> read_fields(const nlohmann::ordered_json& object, std::string place, const FieldWords& words) {
  T value;
  std::optional<Error> error;
  FieldReader each(object, std::move(place), words, error);
  fields(each, value);
  if (error) return tl::unexpected(*error);
  return value;
}

}  // namespace bindpose::conformance
