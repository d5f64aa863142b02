// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "golden/index.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "golden/case_file.h"

namespace bindpose::golden {
namespace {

using nlohmann::ordered_json;

ordered_json to_json(const Algorithm& algorithm) {
  ordered_json levels = ordered_json::array();
  for (const Level level : algorithm.levels)
    levels.push_back(to_string(level));
  ordered_json options = ordered_json::array();
  for (const OptionSpec& spec : algorithm.implementation.declaration.options)
    if (spec.kind == OptionSpec::Kind::policy)
      options.push_back({{"name", spec.name}, {"values", spec.values}, {"meaning", spec.meaning}});
  return {{"family", algorithm.family},
          {"stem", algorithm.stem},
          {"id", algorithm.id},
          {"title", algorithm.title},
          {"levels", std::move(levels)},
          {"outputs", algorithm.outputs},
          {"options", std::move(options)},
          {"page", fmt::format("reference/{}.md", algorithm.path())}};
}

ordered_json to_json(const IndexEntry& entry) {
  ordered_json undefined = ordered_json::array();
  for (const Undefined& u : entry.undefined)
    undefined.push_back({{"array", u.array}, {"row", u.row}, {"code", u.code}});
  ordered_json options = ordered_json::object();
  for (const auto& [name, value] : resolved_policies(*entry.c))
    options[name] = value;
  return {{"name", entry.c->name},
          {"file", entry.file},
          {"bytes", entry.bytes},
          {"fnv1a64", entry.fnv1a64},
          {"level", to_string(entry.c->level)},
          {"options", std::move(options)},
          {"purpose", entry.c->purpose},
          {"catches", entry.c->catches},
          {"notes", entry.c->notes},
          {"undefined", std::move(undefined)}};
}

}  // namespace

std::string index_text(const Algorithm& algorithm, const std::vector<IndexEntry>& entries) {
  ordered_json cases = ordered_json::array();
  for (const IndexEntry& entry : entries)
    cases.push_back(to_json(entry));
  const ordered_json index = {
      {"format", "bindpose-golden-2"}, {"algorithm", to_json(algorithm)}, {"cases", cases}};
  return index.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace bindpose::golden
