// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/confinement.h"

#include <nlohmann/json.hpp>

namespace bindpose::conformance {
namespace {

using nlohmann::json;

std::string text_of(const json& document) {
  return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string to_json(const Confinement& c) {
  return text_of({{"command", c.command},
                  {"directory", c.directory},
                  {"environment", c.environment},
                  {"memory", c.memory},
                  {"processes", c.processes},
                  {"disk", c.disk},
                  {"writable", c.writable},
                  {"scratch", c.scratch},
                  {"pipes_moved", c.pipes_moved}});
}

std::optional<Confinement> confinement_from_json(std::string_view text) {
  try {
    const json document = json::parse(text);
    Confinement c;
    document.at("command").get_to(c.command);
    document.at("directory").get_to(c.directory);
    document.at("environment").get_to(c.environment);
    document.at("memory").get_to(c.memory);
    document.at("processes").get_to(c.processes);
    document.at("disk").get_to(c.disk);
    document.at("writable").get_to(c.writable);
    document.at("scratch").get_to(c.scratch);
    document.at("pipes_moved").get_to(c.pipes_moved);
    if (c.command.empty()) return std::nullopt;
    return c;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

std::string to_json(const Ending& ending) {
  return text_of({{"reason", ending.reason},
                  {"code", ending.code},
                  {"peak_memory", ending.peak_memory},
                  {"last_words", ending.last_words}});
}

std::optional<Ending> ending_from_json(std::string_view text) {
  try {
    const json document = json::parse(text);
    Ending ending;
    document.at("reason").get_to(ending.reason);
    document.at("code").get_to(ending.code);
    document.at("peak_memory").get_to(ending.peak_memory);
    document.at("last_words").get_to(ending.last_words);
    return ending;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

}  // namespace bindpose::conformance
