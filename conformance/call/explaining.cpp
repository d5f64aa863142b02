// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "conformance/call/calls.h"
#include "conformance/defects/defect.h"
#include "conformance/judge/declaration_json.h"
#include "conformance/judge/json_fields.h"
#include "conformance/judge/precision_class.h"
#include "reference/algorithms.h"
#include "reference/io/foreign_json.h"
#include "reference/io/nearest.h"

namespace bindpose::conformance {
namespace {

std::string option_text(const OptionSpec& spec) {
  return fmt::format("Option {}: {}\n  {}\n", spec.name, spec.meaning, fmt::join(spec.values, ", "));
}

std::string algorithm_text(const Algorithm& algorithm) {
  std::string text = fmt::format("{} ({}, {})\n{}\nArrays\n\n{}", algorithm.title, algorithm.id,
                                 algorithm.path(), algorithm.page, declaration_text(algorithm));
  for (const OptionSpec& spec : algorithm.implementation.declaration.options)
    text += "\n" + option_text(spec);
  return text;
}

std::string defect_text(std::string_view id) {
  std::string text;
  for (const Defect& defect : defects())
    if (defect.id == id)
      text += fmt::format("{}: {}.\n  symptom    {}\n  source     {}\n", defect.id, defect.sentence,
                          defect.symptom, defect.source);
  return text;
}

/// An option with its meaning for each algorithm.
std::string options_text(std::string_view name) {
  std::string text;
  for (const Algorithm& algorithm : algorithms())
    for (const OptionSpec& spec : algorithm.implementation.declaration.options)
      if (const std::string words = option_text(spec);
          spec.name == name && text.find(words) == std::string::npos)
        text += words;
  return text;
}

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const Algorithm& algorithm : algorithms())
    names.insert(names.end(), {std::string(algorithm.id), algorithm.path()});
  for (const Defect& defect : defects())
    names.emplace_back(defect.id);
  for (const PrecisionClass& precision : precision_classes())
    names.emplace_back(precision.name);
  return names;
}

}  // namespace

std::string list_text() {
  nlohmann::ordered_json list = {{"algorithms", nlohmann::ordered_json::array()},
                                 {"classes", nlohmann::ordered_json::array()}};
  for (const Algorithm& algorithm : algorithms()) {
    nlohmann::ordered_json levels = nlohmann::ordered_json::array();
    for (const Level level : algorithm.levels)
      levels.push_back(to_string(level));
    list["algorithms"].push_back({{"id", algorithm.id},
                                  {"path", algorithm.path()},
                                  {"title", algorithm.title},
                                  {"levels", levels},
                                  {"outputs", algorithm.outputs},
                                  {"arrays", declaration_json(algorithm)}});
  }
  for (const PrecisionClass& precision : precision_classes())
    list["classes"].push_back({{"name", precision.name}, {"sentence", precision.sentence}});
  return json_text(list);
}

Expected<std::string> explain_text(const std::string& name) {
  if (const Algorithm* algorithm = find_algorithm(name)) return algorithm_text(*algorithm);
  if (std::string text = defect_text(name); !text.empty()) return text;
  if (std::string text = options_text(name); !text.empty()) return text;
  if (const auto precision = find_precision_class(name))
    return fmt::format("{}: {}.\n", (*precision)->name, (*precision)->sentence);
  return fail("NAME_UNKNOWN", printable(name),
              fmt::format("no algorithm, defect, precision class or option has this name{}",
                          did_you_mean(name, known_names())));
}

}  // namespace bindpose::conformance
