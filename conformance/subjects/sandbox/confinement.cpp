// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/confinement.h"

#include <nlohmann/json.hpp>

namespace bindpose::conformance {

// Found by their argument, so in no unnamed namespace.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Confinement, command, directory, environment, memory, processes, disk,
                                   writable, scratch, filtered, pipes_moved)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Ending, reason, code, last_words)

namespace {

using nlohmann::json;

template <class T>
std::string text_of(const T& value) {
  return json(value).dump(-1, ' ', false, json::error_handler_t::replace);
}

template <class T>
std::optional<T> value_of(std::string_view text) {
  try {
    return json::parse(text).get<T>();
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

std::string to_text(const Confinement& confinement) {
  return text_of(confinement);
}

std::optional<Confinement> confinement_from(std::string_view text) {
  auto confinement = value_of<Confinement>(text);
  return confinement && confinement->command.empty() ? std::nullopt : confinement;
}

std::string to_text(const Ending& ending) {
  return text_of(ending);
}

std::optional<Ending> ending_from(std::string_view text) {
  return value_of<Ending>(text);
}

}  // namespace bindpose::conformance
