// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the fields of a struct as JSON, listed once - written by FieldWriter, read and checked by FieldReader.
//
//   template <class Each, MaybeConst<Plan> P>
//   void fields(Each& each, P& plan) {
//     each("tests", plan.tests);                 // is always there
//     each.optional("not_run", plan.not_run);    // may be missing
//   }
#pragma once

#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reference/model/error.h"

namespace bindpose::conformance {

/// T, or const T: what is read, or written.
template <class S, class T>
concept MaybeConst = std::same_as<std::remove_const_t<S>, T>;

/// A number that may be infinite or none, which JSON does not have: "inf", "-inf", "nan" are written as texts.
template <class Number>
struct Extended {
  Number& value;
};
template <class Number>
Extended(Number&) -> Extended<Number>;

nlohmann::ordered_json json_number(double x);

/// The document as a file's text; bytes that are no UTF-8 - names and drivers' words may hold anything - are replaced.
std::string json_text(const nlohmann::ordered_json& document, int indent = 1);

/// Error: `code` at `where` with the parser's words.
Expected<nlohmann::ordered_json> parse_json(std::string_view text, const char* code,
                                            const std::string& where);
/// Whether it is {"format": name, ...}.
bool has_format(const nlohmann::ordered_json& document, std::string_view name);

template <class T>
nlohmann::ordered_json json_of(const T& value);
template <class T>
nlohmann::ordered_json json_of(const std::optional<T>& value);
template <class T>
nlohmann::ordered_json json_of(const std::vector<T>& list);

class FieldWriter {
 public:
  template <class T>
  void operator()(const char* key, const T& value) {
    object_[key] = json_of(value);
  }
  template <class Number>
  void operator()(const char* key, const Extended<Number>& number) {
    object_[key] = json_number(number.value);
  }
  template <class T>
  void optional(const char* key, const T& value) {
    (*this)(key, value);
  }
  /// Left out where there is none.
  template <class T>
  void optional(const char* key, const std::optional<T>& value) {
    if (value) (*this)(key, *value);
  }
  /// Fields that stand in an object of their own.
  template <class Fields>
  void inside(const char* key, Fields list) {
    FieldWriter each;
    list(each);
    object_[key] = each.object();
  }
  nlohmann::ordered_json object() { return std::move(object_); }

 private:
  nlohmann::ordered_json object_ = nlohmann::ordered_json::object();
};

template <class T>
concept HasFields = requires(FieldWriter& each, const T& value) {
  fields(each, value);
};

template <class T>
nlohmann::ordered_json json_of(const T& value) {
  if constexpr (HasFields<T>) {
    FieldWriter each;
    fields(each, value);
    return each.object();
  } else if constexpr (std::is_enum_v<T>) {
    return to_string(value);
  } else {
    return value;
  }
}
template <class T>
nlohmann::ordered_json json_of(const std::optional<T>& value) {
  return value ? json_of(*value) : nlohmann::ordered_json();
}
template <class T>
nlohmann::ordered_json json_of(const std::vector<T>& list) {
  auto array = nlohmann::ordered_json::array();
  for (const T& each : list)
    array.push_back(json_of(each));
  return array;
}

/// How a format says what is wrong with a field.
struct FieldWords {
  const char* code;       ///< of errors: "RESULTS_FORMAT"
  const char* name_code;  ///< of a name that is none of an enum's
  const char* missing = "is missing, expected ";
  const char* expected = "expected ";  ///< before what was to be there: "a text"
  const char* names = "a list of texts";
  const char* no_name = "is no verdict that this bindpose knows";
};

/// The first thing that is wrong is kept, the rest is ignored.
class FieldReader {
 public:
  using Json = nlohmann::ordered_json;

  /// place: of the object, "results.json#/results/3".
  FieldReader(const Json& object, std::string place, const FieldWords& words, std::optional<Error>& error)
      : object_(object), place_(std::move(place)), words_(words), error_(error) {}

  template <class T>
  void operator()(const char* key, T&& value) {
    read(key, find(key), value);
  }
  template <class T>
  void optional(const char* key, T&& value) {
    if (const Json* found = find(key)) read(key, found, value);
  }
  template <class T>
  void optional(const char* key, std::optional<T>& value) {
    if (const Json* found = find(key)) read(key, found, value.emplace());
  }
  template <class Fields>
  void inside(const char* key, Fields list) {
    inside(key, find(key), list);
  }

  /// Notes the first key that is none of these.
  bool knows(const std::vector<std::string_view>& keys, const std::string& otherwise);
  /// Null where the key, or the object, is not there.
  const Json* find(const char* key) const;
  void note(std::string_view key, const char* code, std::string message);
  void note(std::string_view key, std::string message) { note(key, words_.code, std::move(message)); }

 private:
  void read(std::string_view key, const Json* found, std::string& value);
  void read(std::string_view key, const Json* found, bool& value);
  void read(std::string_view key, const Json* found, std::size_t& value);
  void read(std::string_view key, const Json* found, double& value);
  void read(std::string_view key, const Json* found, const Extended<double>& value);
  void read(std::string_view key, const Json* found, std::vector<std::string>& names);
  void read(std::string_view key, const Json* found, std::map<std::string, std::string>& texts);
  template <class T>
  void read(std::string_view key, const Json* found, std::optional<T>& value) {
    if (found == nullptr || !found->is_null()) read(key, found, value.emplace());
  }
  template <HasFields T>
  void read(std::string_view key, const Json* found, T& value) {
    inside(key, found, [&value](FieldReader& each) { fields(each, value); });
  }
  template <HasFields T>
  void read(std::string_view key, const Json* found, std::vector<T>& list) {
    if (!is(key, found, found != nullptr && found->is_array(), "a list")) return;
    for (const Json& each : *found)
      read(fmt::format("{}/{}", key, list.size()), &each, list.emplace_back());
  }
  /// from_name(word, value) is false for a word that is none.
  template <class Name>
  requires std::is_enum_v<Name>
  void read(std::string_view key, const Json* found, Name& value) {
    std::string word;
    read(key, found, word);
    if (!from_name(word, value)) note(key, words_.name_code, fmt::format("'{}' {}", word, words_.no_name));
  }
  template <class Fields>
  void inside(std::string_view key, const Json* found, Fields list) {
    if (!is(key, found, found != nullptr && found->is_object(), "an object")) return;
    FieldReader each(*found, fmt::format("{}/{}", place_, key), words_, error_);
    list(each);
  }
  /// Notes what was to be there where it is not.
  bool is(std::string_view key, const Json* found, bool is_right, const char* what);
  template <class T>
  void take(std::string_view key, const Json* found, bool (Json::*is_right)() const noexcept,
            const char* what, T& value);

  const Json& object_;
  std::string place_;
  const FieldWords& words_;
  std::optional<Error>& error_;
};

template <class Each, MaybeConst<Error> E>
void fields(Each& each, E& error) {
  each("code", error.code);
  each("where", error.where);
  each("message", error.message);
}

/// Reads a struct. Errors: by the words' codes, at place/key.
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
