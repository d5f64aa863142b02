// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/declaration_json.h"

#include <cctype>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

std::vector<std::string> extents(const ArrayDeclaration& array) {
  std::istringstream stream{std::string(array.shape)};
  return {std::istream_iterator<std::string>(stream), {}};
}

ordered_json shape_json(const ArrayDeclaration& array) {
  ordered_json shape = ordered_json::array();
  for (const std::string& extent : extents(array))
    if (std::isdigit(static_cast<unsigned char>(extent.front())) != 0)
      shape.push_back(std::stoul(extent));
    else
      shape.push_back(extent);
  return shape;
}

std::vector<std::string> rules(const ArrayDeclaration& array) {
  std::vector<std::string> words;
  for (const Rule& rule : array.rules)
    words.push_back(bindpose::to_string(rule) + (array.only_where_used ? " where used" : ""));
  if (!array.only_where.empty()) words.push_back(fmt::format("where {} is not 0", array.only_where));
  if (!array.beside.empty() && array.beside != array.name)
    words.push_back(fmt::format("with {}", array.beside));
  if (!array.instead_of.empty()) words.push_back(fmt::format("in place of {}", array.instead_of));
  if (array.are_rotations) words.emplace_back("q and -q are the same");
  return words;
}

ordered_json levels_json(const Algorithm& algorithm, const ArrayDeclaration& array) {
  ordered_json levels = ordered_json::array();
  for (const Level level : algorithm.levels)
    if (!(array.only_palette && level != Level::palette) && !(array.only_pose && level == Level::palette))
      levels.push_back(to_string(level));
  return levels;
}

ordered_json arrays_json(const Algorithm& algorithm, const ArrayList& arrays) {
  ordered_json list = ordered_json::array();
  for (const ArrayDeclaration& array : arrays) {
    list.push_back({{"name", array.name},
                    {"symbol", array.symbol},
                    {"type", array.is_real ? "real" : "integer"},
                    {"shape", shape_json(array)},
                    {"unit", to_string(array.kind)},
                    {"meaning", array.meaning},
                    {"optional", array.is_optional},
                    {"levels", levels_json(algorithm, array)},
                    {"rules", rules(array)}});
    if (!array.beside.empty()) list.back()["beside"] = array.beside;
    if (!array.instead_of.empty()) list.back()["instead_of"] = array.instead_of;
  }
  return list;
}

void append(std::string& text, const Algorithm& algorithm, const char* title, const ArrayList& arrays) {
  if (arrays.empty()) return;
  text += fmt::format("{}\n", title);
  for (const ArrayDeclaration& array : arrays) {
    const std::string unit = to_string(array.kind);
    std::string level;
    if (algorithm.levels.size() > 1 && (array.only_palette || array.only_pose))
      level = array.only_palette ? "; level palette" : "; level pose";
    text +=
        fmt::format("  {:<28} {:<5} {:<9} {:<12} {}{}{}{}\n", array.name, array.symbol,
                    array.is_real ? "real" : "integer", fmt::format("[{}]", fmt::join(extents(array), ", ")),
                    array.meaning, unit.empty() ? "" : fmt::format(" ({})", unit),
                    array.is_optional ? "; optional" : "", level);
    if (const auto words = rules(array); !words.empty())
      text += fmt::format("  {:<28} {:<5} {}\n", "", "", fmt::join(words, ", "));
  }
}

}  // namespace

ordered_json declaration_json(const Algorithm& algorithm) {
  const Declaration& declaration = algorithm.implementation.declaration;
  ordered_json options = ordered_json::array();
  for (const OptionSpec& spec : declaration.options)
    options.push_back({{"name", spec.name},
                       {"kind", spec.kind == OptionSpec::Kind::policy ? "policy" : "formulation"},
                       {"values", spec.values},
                       {"default", spec.values.front()},
                       {"only_pose", spec.only_pose},
                       {"only_declared", spec.only_declared},
                       {"meaning", spec.meaning}});
  return {{"inputs", arrays_json(algorithm, declaration.inputs)},
          {"stages", arrays_json(algorithm, declaration.stages)},
          {"outputs", arrays_json(algorithm, declaration.outputs)},
          {"options", options}};
}

std::string declaration_text(const Algorithm& algorithm) {
  const Declaration& declaration = algorithm.implementation.declaration;
  std::string text;
  append(text, algorithm, "inputs", declaration.inputs);
  append(text, algorithm, "stages (optional outputs)", declaration.stages);
  append(text, algorithm, "outputs", declaration.outputs);
  return text;
}

}  // namespace bindpose::conformance
