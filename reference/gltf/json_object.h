// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: members of a JSON object read with their type, range and presence checked.
//
// A getter reports an error at the same place as the Khronos validator, and then returns kNone for integers,
// otherwise an empty optional.
#pragma once

#include <functional>
#include <limits>
#include <set>

#include "reference/gltf/json_text.h"

namespace bindpose::gltf {

/// Marks a missing or invalid member.
constexpr std::int64_t kNone = -1;

/// Integers from JSON are below 2^53, so sums and small multiples of them cannot overflow.
constexpr std::int64_t kLargestInteger = (std::int64_t{1} << 53) - 1;

enum class Presence { optional, required };

/// Allowed values of an integer member. A value outside `allowed` is a warning, as in the validator.
struct IntegerRule {
  Presence presence = Presence::optional;
  std::int64_t fallback = kNone;
  std::int64_t min = 0;
  std::int64_t max = kLargestInteger;
  std::vector<std::int64_t> allowed = {};
};

/// Allowed values of an array of numbers.
struct NumbersRule {
  std::size_t length = 0;  ///< 0: any but empty
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};

/// State of all checks of one file.
struct Vetting {
  IssueLog& log;
  std::set<std::string, std::less<>> extensions_used;
};

/// A JSON object and its place; both must outlive this view.
class JsonObject {
 public:
  JsonObject(const Json& json, const Pointer& where, Vetting& vetting)
      : json_(&json), where_(where), vetting_(&vetting) {}

  const Json& json() const { return *json_; }
  const Pointer& where() const { return where_; }
  IssueLog& log() const { return vetting_->log; }
  const Vetting& vetting() const { return *vetting_; }

  bool has(const char* name) const { return json_->contains(name); }

  /// An index. Errors: INVALID_INDEX if negative, TYPE_MISMATCH, UNDEFINED_PROPERTY.
  std::int64_t index(const char* name, Presence presence) const;

  /// An integer: VALUE_NOT_IN_RANGE, VALUE_NOT_IN_LIST (warning), TYPE_MISMATCH, UNDEFINED_PROPERTY.
  std::int64_t integer(const char* name, const IntegerRule& rule) const;

  bool boolean(const char* name) const;
  std::optional<std::string> string(const char* name, Presence presence = Presence::optional) const;

  /// Numbers rounded to float32: EMPTY_ENTITY, ARRAY_LENGTH_NOT_IN_LIST, ARRAY_TYPE_MISMATCH, VALUE_NOT_IN_RANGE
  /// at the element (also if float32 has no finite value for it).
  std::optional<std::vector<double>> numbers(const char* name, const NumbersRule& rule) const;

  /// Integers within [min, max] of a component type: ARRAY_LENGTH_NOT_IN_LIST, ARRAY_TYPE_MISMATCH,
  /// INVALID_GL_VALUE.
  std::optional<std::vector<double>> gl_integers(const char* name, std::size_t length, std::int64_t min,
                                                 std::int64_t max) const;

  /// Distinct indices; an unusable one is kNone: EMPTY_ENTITY, DUPLICATE_ELEMENTS, INVALID_INDEX at the
  /// element.
  std::optional<std::vector<std::int64_t>> indices(const char* name, Presence presence) const;

  /// Distinct strings: EMPTY_ENTITY, DUPLICATE_ELEMENTS, ARRAY_TYPE_MISMATCH at the element.
  std::vector<std::string> strings(const char* name) const;

  std::optional<JsonObject> object(const char* name, Presence presence) const;

  /// Calls `read` for every object of a required array, and returns their number: EMPTY_ENTITY,
  /// ARRAY_TYPE_MISMATCH, UNDEFINED_PROPERTY (then nothing is read and the output is 0).
  std::size_t objects(const char* name,
                      const std::function<void(const JsonObject&, std::size_t)>& read) const;

  /// The object of an extension, or nothing. check_extensions() reports what is wrong with it.
  std::optional<JsonObject> extension(const char* name) const;

  /// Checks the member "extensions": all entries are objects and declared. Errors TYPE_MISMATCH,
  /// UNDECLARED_EXTENSION.
  void check_extensions() const;

 private:
  /// True if the member exists and is not null.
  bool has_value(const char* name) const;
  /// The member; none if it is missing, null or of another type. Errors TYPE_MISMATCH, UNDEFINED_PROPERTY.
  const Json* find(const char* name, std::string_view type, Presence presence) const;
  /// Finds an array; also EMPTY_ENTITY.
  const Json* find_filled(const char* name, Presence presence) const;
  void mismatch(const char* name, std::string_view type) const;

  const Json* json_;
  Pointer where_;
  Vetting* vetting_;
};

/// A JSON number that is an integer, also if written 3.0; clamped to kNone - 1 .. kLargestInteger.
std::optional<std::int64_t> as_integer(const Json& json);

}  // namespace bindpose::gltf
