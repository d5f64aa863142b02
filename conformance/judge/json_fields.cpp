// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/json_fields.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "reference/io/hidden_mark.h"
#include "reference/numeric/float32.h"

namespace bindpose::conformance {

using nlohmann::ordered_json;

ordered_json json_number(double x) {
  if (std::isfinite(x)) return x;
  return std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf";
}

namespace {

/// A hidden mark at the start of this text: DEL and U+0080 to U+009F, which dump() does not escape, and invisible
/// characters.
std::optional<HiddenMark> hidden_in_json(std::string_view text) {
  if (text[0] == '\x7F') return HiddenMark{0x7F, 1};
  const unsigned second = text.size() > 1 ? static_cast<unsigned char>(text[1]) : 0;
  if (text[0] == '\xC2' && second < 0xA0) return HiddenMark{second, 2};
  return hidden_mark(text);
}

}  // namespace

std::string json_text(const ordered_json& document, int indent) {
  const std::string raw = document.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
  constexpr const char* first_bytes = "\x7F\xC2\xD8\xE2";
  std::string text;
  std::size_t copied = 0;
  for (std::size_t i = raw.find_first_of(first_bytes); i < raw.size();
       i = raw.find_first_of(first_bytes, i)) {
    const auto hidden = hidden_in_json(std::string_view(raw).substr(i));
    if (!hidden) {
      ++i;
      continue;
    }
    text.append(raw, copied, i - copied).append(fmt::format("\\u{:04x}", hidden->point));
    copied = i += hidden->length;
  }
  return text.append(raw, copied).append("\n");
}

bool has_format(const ordered_json& document, std::string_view name) {
  return document.is_object() && document.value("format", ordered_json()) == name;
}

const ordered_json* FieldReader::find(const char* key) const {
  if (!object_.is_object()) return nullptr;
  const auto entry = object_.find(key);
  return entry == object_.end() ? nullptr : &*entry;
}

bool FieldReader::knows(const std::vector<std::string_view>& keys, const std::string& otherwise) {
  const std::string* unknown = nullptr;  // the first in alphabetical order
  for (auto item = object_.begin(); object_.is_object() && item != object_.end(); ++item)
    if (std::find(keys.begin(), keys.end(), item.key()) == keys.end())
      if (unknown == nullptr || item.key() < *unknown) unknown = &item.key();
  if (unknown != nullptr) note(*unknown, otherwise);
  return unknown == nullptr;
}

void FieldReader::note(std::string_view key, const char* code, std::string message) {
  if (!error_)
    error_ =
        Error{code, key.empty() ? place_ : fmt::format("{}/{}", place_, printable(key)), std::move(message)};
}

bool FieldReader::is(std::string_view key, const Json* found, bool (Json::*is_right)() const noexcept,
                     const char* what) {
  if (found != nullptr && (found->*is_right)()) return true;
  note(key, std::string(found == nullptr ? words_.missing : words_.expected) + what);
  return false;
}

bool FieldReader::is_for(std::string_view key, const Json* found, const std::string&) {
  return is(key, found, &Json::is_string, "a text");
}
bool FieldReader::is_for(std::string_view key, const Json* found, bool) {
  return is(key, found, &Json::is_boolean, "true or false");
}
bool FieldReader::is_for(std::string_view key, const Json* found, std::size_t) {
  return is(key, found, &Json::is_number_unsigned, "a whole number");
}
bool FieldReader::is_for(std::string_view key, const Json* found, double) {
  return is(key, found, &Json::is_number, "a number");
}
bool FieldReader::is_for(std::string_view key, const Json* found, const std::vector<std::string>&) {
  if (!is(key, found, &Json::is_array, words_.names)) return false;
  return std::all_of(found->begin(), found->end(),
                     [&](const Json& each) { return is(key, &each, &Json::is_string, words_.names); });
}
bool FieldReader::is_for(std::string_view key, const Json* found, const std::map<std::string, std::string>&) {
  if (!is(key, found, &Json::is_object, "an object of texts")) return false;
  return std::all_of(found->begin(), found->end(), [&](const Json& each) {
    return is(key, &each, &Json::is_string, "an object of texts");
  });
}

void FieldReader::read(std::string_view key, const Json* found, Extended<double>& number) {
  for (const double x : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()})
    if (found != nullptr && found->is_string() && *found == json_number(x)) {
      number.value = x;
      return;
    }
  read(key, found, number.value);
}

}  // namespace bindpose::conformance
