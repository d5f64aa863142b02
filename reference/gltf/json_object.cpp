// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/json_object.h"

#include <algorithm>

#include <fmt/format.h>

#include "reference/numeric/float32.h"

namespace bindpose::gltf {

std::optional<std::int64_t> as_integer(const Json& json) {
  if (json.is_number_unsigned()) {
    return static_cast<std::int64_t>(std::min<std::uint64_t>(json.get<std::uint64_t>(), kLargestInteger));
  }
  if (json.is_number_integer()) return std::max<std::int64_t>(json.get<std::int64_t>(), kNone - 1);
  if (!json.is_number_float()) return std::nullopt;
  const double value = json.get<double>();
  if (!(std::floor(value) == value)) return std::nullopt;
  if (value >= static_cast<double>(kLargestInteger)) return kLargestInteger;
  return std::max(static_cast<std::int64_t>(std::max(value, -4.0)), kNone - 1);
}

bool JsonObject::has_value(const char* name) const {
  const auto member = json_->find(name);
  return member != json_->end() && !member->is_null();
}

const Json* JsonObject::find(const char* name, std::string_view type, Presence presence) const {
  const auto member = json_->find(name);
  const bool is_there = member != json_->end();
  if (is_there && (type == "integer" ? as_integer(*member).has_value() : type == member->type_name()))
    return &*member;
  if (is_there) mismatch(name, type);
  if (!has_value(name) && presence == Presence::required)
    log().error("UNDEFINED_PROPERTY", where_, fmt::format("property '{}' must be defined", name));
  return nullptr;
}

const Json* JsonObject::find_filled(const char* name, Presence presence) const {
  const Json* member = find(name, "array", presence);
  if (member == nullptr || !member->empty()) return member;
  log().error("EMPTY_ENTITY", where_ / name, "the array is empty");
  return nullptr;
}

void JsonObject::mismatch(const char* name, std::string_view type) const {
  log().error("TYPE_MISMATCH", where_ / name, fmt::format("'{}' is not of type {}", name, type));
}

std::int64_t JsonObject::index(const char* name, Presence presence) const {
  const Json* member = find(name, "integer", presence);
  if (member == nullptr) return kNone;
  const std::int64_t value = *as_integer(*member);
  if (value >= 0) return value;
  log().error("INVALID_INDEX", where_ / name, "the index is negative");
  return kNone;
}

std::int64_t JsonObject::integer(const char* name, const IntegerRule& rule) const {
  const Json* member = find(name, "integer", rule.presence);
  if (member == nullptr) return has_value(name) ? kNone : rule.fallback;
  const std::int64_t value = *as_integer(*member);
  if (!rule.allowed.empty()) {
    if (std::ranges::find(rule.allowed, value) != rule.allowed.end()) return value;
    log().warning("VALUE_NOT_IN_LIST", where_ / name, fmt::format("{} is not a known value", value));
    return kNone;
  }
  if (value >= rule.min && value <= rule.max && value != kLargestInteger) return value;
  log().error("VALUE_NOT_IN_RANGE", where_ / name,
              fmt::format("{} is outside [{}, {}]", member->dump(), rule.min, rule.max));
  return kNone;
}

bool JsonObject::boolean(const char* name) const {
  const Json* member = find(name, "boolean", Presence::optional);
  return member != nullptr && member->get<bool>();
}

std::optional<std::string> JsonObject::string(const char* name, Presence presence) const {
  const Json* member = find(name, "string", presence);
  return member == nullptr ? std::nullopt : std::optional(member->get<std::string>());
}

std::optional<std::vector<double>> JsonObject::numbers(const char* name, const NumbersRule& rule) const {
  const Json* member = find_filled(name, Presence::optional);
  if (member == nullptr) return std::nullopt;
  if (rule.length != 0 && member->size() != rule.length) {
    log().error("ARRAY_LENGTH_NOT_IN_LIST", where_ / name,
                fmt::format("{} numbers, expected {}", member->size(), rule.length));
    return std::nullopt;
  }
  bool sound = true;
  std::vector<double> values;
  values.reserve(member->size());
  for (std::size_t i = 0; i < member->size(); ++i) {
    const Json& element = (*member)[i];
    if (!element.is_number()) {
      log().error("ARRAY_TYPE_MISMATCH", where_ / name, fmt::format("element {} is not a number", i));
      sound = false;
      continue;
    }
    const double value = element.get<double>();
    // Halfway from the largest float32 to 2^128 rounds to infinity.
    if (!(value >= rule.min && value <= rule.max && std::abs(value) < 0x1.ffffffp127)) {
      log().error("VALUE_NOT_IN_RANGE", where_ / name / i,
                  fmt::format("{} is outside [{}, {}] or has no finite float32", value, rule.min, rule.max));
      sound = false;
      continue;
    }
    values.push_back(to_float32(value));
  }
  if (!sound) return std::nullopt;
  return values;
}

std::optional<std::vector<double>> JsonObject::gl_integers(const char* name, std::size_t length,
                                                           std::int64_t min, std::int64_t max) const {
  const Json* member = find(name, "array", Presence::optional);
  if (member == nullptr) return std::nullopt;
  if (member->size() != length) {
    log().error("ARRAY_LENGTH_NOT_IN_LIST", where_ / name,
                fmt::format("{} numbers, expected {}", member->size(), length));
    return std::nullopt;
  }
  bool sound = true;
  std::vector<double> values;
  for (const Json& element : *member) {
    const bool integral = as_integer(element).has_value();
    const double value = integral ? element.get<double>() : 0;
    if (!integral) {
      log().error("ARRAY_TYPE_MISMATCH", where_ / name, "an element is not an integer");
    } else if (value < static_cast<double>(min) || value > static_cast<double>(max)) {
      log().error("INVALID_GL_VALUE", where_ / name, fmt::format("{} is outside [{}, {}]", value, min, max));
    } else {
      values.push_back(value);
      continue;
    }
    sound = false;
  }
  if (!sound) return std::nullopt;
  return values;
}

std::optional<std::vector<std::int64_t>> JsonObject::indices(const char* name, Presence presence) const {
  const Json* member = find_filled(name, presence);
  if (member == nullptr) return std::nullopt;
  std::vector<std::int64_t> values;
  std::set<std::int64_t> seen;
  for (std::size_t i = 0; i < member->size(); ++i) {
    const std::int64_t value = as_integer((*member)[i]).value_or(kNone);
    if (value < 0) {
      log().error("INVALID_INDEX", where_ / name / i, "expected an integer that is not negative");
    } else if (!seen.insert(value).second) {
      log().error("DUPLICATE_ELEMENTS", where_ / name / i, fmt::format("duplicate value {}", value));
    }
    values.push_back(value < 0 ? kNone : value);
  }
  return values;
}

std::vector<std::string> JsonObject::strings(const char* name) const {
  std::vector<std::string> values;
  const Json* member = find_filled(name, Presence::optional);
  if (member == nullptr) return values;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < member->size(); ++i) {
    const Json& element = (*member)[i];
    if (!element.is_string()) {
      log().error("ARRAY_TYPE_MISMATCH", where_ / name / i, "an element is not a string");
      continue;
    }
    values.push_back(element.get<std::string>());
    if (!seen.insert(values.back()).second) {
      log().error("DUPLICATE_ELEMENTS", where_ / name / i,
                  fmt::format("duplicate value '{}'", values.back()));
    }
  }
  return values;
}

std::optional<JsonObject> JsonObject::object(const char* name, Presence presence) const {
  const Json* member = find(name, "object", presence);
  if (member == nullptr) return std::nullopt;
  return JsonObject(*member, where_ / name, *vetting_);
}

std::size_t JsonObject::objects(const char* name,
                                const std::function<void(const JsonObject&, std::size_t)>& read) const {
  const Json* member = find_filled(name, Presence::required);
  if (member == nullptr) return 0;
  bool sound = true;
  for (const Json& element : *member) {
    if (element.is_object()) continue;
    log().error("ARRAY_TYPE_MISMATCH", where_ / name, "an element is not an object");
    sound = false;
  }
  if (!sound) return 0;
  for (std::size_t i = 0; i < member->size(); ++i) {
    read(JsonObject((*member)[i], where_ / name / i, *vetting_), i);
  }
  return member->size();
}

std::optional<JsonObject> JsonObject::extension(const char* name) const {
  const auto extensions = json_->find("extensions");
  if (extensions == json_->end() || !extensions->is_object()) return std::nullopt;
  const auto found = extensions->find(name);
  if (found == extensions->end() || !found->is_object()) return std::nullopt;
  return JsonObject(*found, where_ / "extensions" / name, *vetting_);
}

void JsonObject::check_extensions() const {
  if (!has("extensions")) return;
  const std::optional<JsonObject> extensions = object("extensions", Presence::optional);
  if (!extensions) return;
  for (const auto& [name, value] : extensions->json().items()) {
    if (!value.is_object()) extensions->mismatch(name.c_str(), "object");
    if (vetting_->extensions_used.find(name) == vetting_->extensions_used.end()) {
      log().error("UNDECLARED_EXTENSION", extensions->where() / name,
                  "the extension is not declared in extensionsUsed");
    }
  }
}

}  // namespace bindpose::gltf
