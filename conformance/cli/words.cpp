// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// `bindpose explain WORD`: the words of verdicts and reports, each from the table that it is printed from.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/asset/weight_properties.h"
#include "conformance/cases/metamorphic/metamorphic.h"
#include "conformance/cli/commands.h"
#include "conformance/judge/feature.h"
#include "conformance/judge/precision_class.h"
#include "conformance/judge/stages.h"
#include "conformance/judge/symptoms.h"
#include "reference/algorithms.h"
#include "reference/gltf/warnings.h"
#include "reference/io/lines.h"

namespace bindpose::conformance {
namespace {

bool explain_class(const std::string& name) {
  const auto precision = find_precision_class(name);
  if (!precision) return false;
  fmt::print(
      "{}: {}.\n  float32 is what is asked for: --accept {}, or \"class\" among a capability's options, "
      "makes it right, too.\n",
      name, (*precision)->sentence, name);
  return true;
}

/// "half-palette+unorm8-weights": several at once.
bool explain_classes(const std::string& names) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find('+', begin), names.size());
    parts.push_back(names.substr(begin, end - begin));
    begin = end + 1;
  }
  const auto is_class = [](const std::string& part) { return find_precision_class(part).has_value(); };
  return std::ranges::all_of(parts, is_class) && std::ranges::all_of(parts, explain_class);
}

bool explain_feature(const std::string& name) {
  const auto feature = find_feature(name);
  if (!feature) return false;
  fmt::print(
      "{}: {}.\n  A subject that does not know such questions says so: \"without\": [\"{}\"] among a "
      "capability's options.\n  {}\n",
      name, (*feature)->sentence, name,
      (*feature)->arrays.empty() ? "It is then not asked them." : "It is then asked for the rest.");
  return true;
}

bool explain_outcome(const std::string& name) {
  for (std::size_t o = 0; o < outcome_count; ++o) {
    const OutcomeFacts& outcome = facts(static_cast<Outcome>(o));
    if (outcome.name != name) continue;
    fmt::print("{}: a verdict: {}.\n  A run with it is {}as expected.\n", name, outcome.meaning,
               outcome.expected ? "" : "not ");
    return true;
  }
  return false;
}

bool explain_relation(const std::string& name) {
  for (const Relation& relation : relations())
    if (relation.name == name) {
      fmt::print(
          "{}: a relation of 'bindpose test --metamorphic': asked also with {}; the two answers are "
          "compared.\n"
          "  --filter '*.{}' chooses its cases.\n",
          name, relation.sentence, name);
      return true;
    }
  return false;
}

bool explain_property(const std::string& name) {
  for (const WeightProperty& property : weight_properties())
    if (property.name == name) {
      fmt::print("{}: a property of right weights, of 'bindpose test --properties': {}.\n", name,
                 property.sentence);
      return true;
    }
  return false;
}

bool explain_symptom(const std::string& name) {
  for (const Symptom& symptom : known_symptoms())
    if (symptom.id == name) {
      fmt::print("{}: what wrong numbers have in common: {}{}\n", name, symptom.sentence,
                 symptom.sentence.ends_with('.') ? "" : ".");
      return true;
    }
  return false;
}

/// A result on the way to an answer, whose first wrong one a failure names.
bool explain_stage(const std::string& name) {
  std::vector<std::string_view> algorithms_with_it;
  const ArrayDeclaration* declared = nullptr;
  for (const Algorithm& algorithm : algorithms())
    for (const ArrayDeclaration& stage : algorithm.implementation.declaration.stages)
      if (stage.name == name) {
        declared = &stage;
        algorithms_with_it.push_back(algorithm.id);
      }
  const StageFacts& stage = facts_of_stage(name);
  std::string_view words = stage.words;
  if (words.empty() && declared != nullptr) words = declared->meaning;
  if (words.empty()) return false;
  fmt::print("{}: a stage, a result on the way to an answer: {}.\n", name, words);
  if (!stage.look_at.empty()) fmt::print("  wrong first  look at {}\n", stage.look_at);
  if (declared != nullptr) fmt::print("  given by     {}\n", fmt::join(algorithms_with_it, ", "));
  return true;
}

bool is_code(const std::string& word) {
  return std::ranges::all_of(
      word, [](unsigned char c) { return std::isupper(c) != 0 || std::isdigit(c) != 0 || c == '_'; });
}

/// Codes of questions and of rows without an answer: what the pages say of them.
bool explain_code(const std::string& code) {
  if (!is_code(code)) return false;
  for (const gltf::WarningFacts& warning : gltf::warnings_with_facts())
    if (warning.code == code) {
      fmt::print("{}: a warning about a glTF file, by the Khronos validator's name: {}.\n", code,
                 warning.sentence);
      return true;
    }
  std::map<std::string, std::vector<std::string_view>> rows;
  for (const Algorithm& algorithm : algorithms())
    for (const std::string_view line : lines_of(algorithm.page))
      if (line.starts_with("|") && line.find("`" + code + "`") != std::string_view::npos)
        rows[std::string(line.substr(2, line.find(" |", 2) - 2))].push_back(algorithm.id);
  if (rows.empty()) return false;
  fmt::print("{}: a code of a question that is refused, or of a row that is not judged:\n", code);
  for (const auto& [condition, ids] : rows)
    fmt::print("  {} ({}{})\n", condition, ids.front(),
               ids.size() > 1 ? fmt::format(" and {} more", ids.size() - 1) : "");
  return true;
}

}  // namespace

bool explain_word(const std::string& word) {
  return !word.empty() &&
         (explain_classes(word) || explain_feature(word) || explain_outcome(word) || explain_relation(word) ||
          explain_property(word) || explain_symptom(word) || explain_stage(word) || explain_code(word));
}

}  // namespace bindpose::conformance
