// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/confinement.h"

#include <nlohmann/json.hpp>

#include "reference/io/foreign_json.h"

namespace bindpose::conformance {

// Found by argument-dependent lookup, so not in an unnamed namespace.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Confinement, command, directory, environment, memory, processes, disk,
                                   written, scratch, group, filtered, pipes_moved, user, files_restricted,
                                   seen, listed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Ending, reason, code, last_words)

namespace {

using nlohmann::json;

template <class T>
std::string text_of(const T& value) {
  return json(value).dump(-1, ' ', false, json::error_handler_t::replace);
}

/// True if every field exists, numbers are integers, and counts are not negative: other conversions are undefined.
bool has_kinds_of(const json& sample, const json& document) {
  if (!document.is_object()) return false;
  for (const auto& [key, value] : sample.items()) {
    const auto found = document.find(key);
    if (found == document.end() || found->is_number_integer() != value.is_number_integer() ||
        found->is_number_unsigned() < value.is_number_unsigned())
      return false;
  }
  return true;
}

template <class T>
std::optional<T> value_of(std::string_view text) {
  try {
    const json document = foreign_json(text);
    if (!has_kinds_of(json(T()), document)) return std::nullopt;
    return document.get<T>();
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

/// Paths are bytes and JSON's texts are UTF-8, so each byte is sent as the character U+0000 to
/// U+00FF.
std::string as_characters(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) text += static_cast<char>(0xC0 | byte >> 6);
    text += byte >= 0x80 ? static_cast<char>(0x80 | (byte & 0x3F)) : c;
  }
  return text;
}
std::string as_bytes(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool is_pair = byte >= 0xC0 && i + 1 < text.size();
    bytes += is_pair ? static_cast<char>((byte & 0x03) << 6 | (text[++i] & 0x3F)) : text[i];
  }
  return bytes;
}

/// The confinement with all its texts rewritten.
template <class Rewrite>
Confinement rewritten(Confinement confinement, Rewrite rewrite) {
  for (std::vector<std::string>* words :
       {&confinement.command, &confinement.written, &confinement.seen, &confinement.listed})
    for (std::string& word : *words)
      word = rewrite(word);
  for (auto& [name, value] : confinement.environment)
    value = rewrite(value);
  for (std::string* path : {&confinement.directory, &confinement.scratch, &confinement.group})
    *path = rewrite(*path);
  return confinement;
}

}  // namespace

std::string to_text(const Confinement& confinement) {
  return text_of(rewritten(confinement, as_characters));
}

std::optional<Confinement> confinement_from(std::string_view text) {
  auto confinement = value_of<Confinement>(text);
  if (!confinement || confinement->command.empty()) return std::nullopt;
  return rewritten(std::move(*confinement), as_bytes);
}

std::string to_text(const Ending& ending) {
  return text_of(ending);
}

std::optional<Ending> ending_from(std::string_view text) {
  return value_of<Ending>(text);
}

}  // namespace bindpose::conformance
