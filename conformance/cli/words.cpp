// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// `bindpose explain WORD`: the words of verdicts and reports, from the tables that print them.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/asset/weight_properties.h"
#include "conformance/cli/commands.h"
#include "conformance/cli/help.h"
#include "conformance/cli/known_words.h"
#include "conformance/cli/options.h"
#include "conformance/judge/symptoms.h"
#include "conformance/report/codes.h"
#include "gpu/program/variant.h"
#include "reference/algorithms.h"
#include "reference/gltf/codes.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_conditions = 5;  // unless all are requested

/// "  used by    babylon, three"; empty if no judged engine uses it.
std::string engines_line(const PolicyValue* value) {
  if (value == nullptr || value->engines.empty()) return "";
  std::string engines(value->engines);
  for (std::size_t at = engines.find(' '); at != std::string::npos; at = engines.find(' ', at + 2))
    engines.replace(at, 1, ", ");
  return fmt::format("  used by    {} (conformance/engines)\n", engines);
}

bool explain_class(const std::string& name) {
  const auto precision = find_precision_class(name);
  if (!precision) return false;
  print_wrapped(
      "{}: {}.\n  The default is float32. --accept {}, or \"class\" in a capability's options, accepts "
      "this class as well.\n",
      name, (*precision)->sentence, name);
  if (const auto& arrays = (*precision)->arrays; !arrays.empty())
    print_wrapped("  It applies to inputs with {}. Others are judged as float32.\n",
                  fmt::join(arrays, " or "));
  return true;
}

/// Several precision classes at once, if each is known.
bool explain_each(const std::string& names, char between, bool (*is_known)(const std::string&),
                  bool (*explain)(const std::string&)) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find(between, begin), names.size());
    parts.push_back(names.substr(begin, end - begin));
    begin = end + 1;
  }
  return std::ranges::all_of(parts, is_known) && std::ranges::all_of(parts, explain);
}

/// "half-palette+unorm8-weights"
bool explain_classes(const std::string& names) {
  return explain_each(
      names, '+', [](const std::string& part) { return find_precision_class(part).has_value(); },
      &explain_class);
}

bool explain_feature(const std::string& name) {
  const auto feature = find_feature(name);
  if (!feature) return false;
  print_wrapped(
      "{}: {}.\n  A subject that lacks it declares \"without\": [\"{}\"] in a capability's options.\n  {}\n",
      name, (*feature)->sentence, name,
      (*feature)->arrays.empty() ? "These tests then do not run."
                                 : "The tests then run without these arrays.");
  return true;
}

bool explain_outcome(const std::string& name) {
  for (std::size_t o = 0; o < outcome_count; ++o) {
    const OutcomeFacts& outcome = facts(static_cast<Outcome>(o));
    if (outcome.name != name) continue;
    print_wrapped("{}: a verdict: {}.\n  A run with this verdict is {}as expected.\n", name, outcome.meaning,
                  outcome.expected ? "" : "not ");
    return true;
  }
  return false;
}

bool explain_term(const std::string& name) {
  const auto found = std::ranges::find(terms(), name, &Term::word);
  if (found == terms().end()) return false;
  print_wrapped("{}: a {}: {}.\n", name, found->kind, found->meaning);
  return true;
}

bool explain_relation(const std::string& name) {
  for (const Relation& relation : relations())
    if (relation.name == name) {
      print_wrapped(
          "{}: a relation of 'bindpose test --metamorphic': a second run with {}; the two outputs are "
          "compared.\n"
          "  --filter '*.{}' selects its cases.\n",
          name, relation.sentence, name);
      return true;
    }
  return false;
}

bool explain_property(const std::string& name) {
  for (const WeightProperty& property : weight_properties())
    if (property.name == name) {
      print_wrapped("{}: a property of correct weights ('bindpose test --properties'): {}.\n", name,
                    property.sentence);
      return true;
    }
  return false;
}

bool explain_symptom(const std::string& name) {
  for (const Symptom& symptom : known_symptoms())
    if (symptom.id == name) {
      print_wrapped("{}: a symptom, what wrong numbers have in common: {}.\n  what to do  {}\n", name,
                    symptom.sentence, advice_on(name));
      return true;
    }
  return false;
}

/// An intermediate result; a failure names the first wrong one.
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
  print_wrapped("{}: a stage, an intermediate result: {}.\n", name, words);
  if (!stage.look_at.empty()) print_wrapped("  wrong first  check {}\n", stage.look_at);
  if (declared != nullptr) print_wrapped("  given by     {}\n", fmt::join(algorithms_with_it, ", "));
  return true;
}

bool explain_code_of_gltf(const std::string& code, const char* kind, std::span<const gltf::CodeFacts> codes) {
  const auto facts = std::ranges::find(codes, code, &gltf::CodeFacts::code);
  if (facts == codes.end()) return false;
  print_wrapped("{}: {} about a glTF file, with the Khronos validator's name if it has one: {}.\n", code,
                kind, facts->sentence);
  return true;
}

/// Codes of inputs and of rows without an output are in the algorithms' pages, others in tables.
bool explain_code(const std::string& code, bool is_all) {
  const bool is_error = explain_code_of_gltf(code, "an error", gltf::errors_with_facts());
  const bool is_warning = explain_code_of_gltf(code, "a warning", gltf::warnings_with_facts());
  const auto facts = std::ranges::find(codes_with_facts(), code, &CodeFacts::code);
  const bool has_facts = facts != codes_with_facts().end();
  if (has_facts) print_wrapped("{}: a code of an error: {}.\n", code, facts->sentence);
  const auto on_pages = codes_of_pages().find(code);
  if (on_pages == codes_of_pages().end()) return is_error || is_warning || has_facts;
  print_wrapped(
      "{}: a code of an input that is refused, or of a row that is not judged.\n"
      "  what to do  If the whole input is refused, correct the input: the algorithm has no result for "
      "it, and "
      "a subject may refuse it as well. If a row has this code, write any number there: the judge skips it.\n"
      "  when\n",
      code);
  std::size_t left = is_all ? on_pages->second.size() : most_conditions;
  for (const auto& [condition, ids] : on_pages->second) {
    if (left == 0) break;
    --left;
    print_wrapped("    {} ({}{})\n", condition, ids.front(),
                  ids.size() > 1 ? fmt::format(" and {} more", ids.size() - 1) : "");
  }
  if (!is_all && on_pages->second.size() > most_conditions)
    print_wrapped("    and {} more (--all)\n", on_pages->second.size() - most_conditions);
  return true;
}

bool is_value(const std::string& name) {
  const auto has = [&name](const auto& list) { return std::ranges::find(list, name) != list.end(); };
  return std::ranges::any_of(gpu::variant_keys(), [&](const auto& key) { return has(key.values); }) ||
         std::ranges::any_of(algorithms(), [&](const Algorithm& algorithm) {
           return std::ranges::any_of(algorithm.implementation.declaration.options,
                                      [&](const OptionSpec& option) { return has(option.values); });
         });
}

/// "renormalised: a value of the policy weight_sum: each weight ... Default: as-given. Used by: babylon, ..."
std::string value_words(const OptionSpec& option, std::string_view value) {
  const PolicyValue* const known = find_policy_value(option.name, value);
  std::string words = fmt::format("{}: a value of the policy {}: {}.\n", value, option.name,
                                  known == nullptr ? option.meaning : known->meaning);
  if (known != nullptr) words += fmt::format("  policy     {}: {}\n", option.name, option.meaning);
  words += fmt::format("  default    {}\n", option.values.front());
  words += engines_line(known);
  return words + fmt::format("  accept it  bindpose test --accept {}={} ..., or declare it in the adapter\n",
                             option.name, value);
}

/// Explains a value of an algorithm's option, or of a GPU variant's option: the text behind "=" in
/// "palette=ubo".
bool explain_value(const std::string& name) {
  bool is_known = false;
  std::set<std::string> said;
  for (const Algorithm& algorithm : algorithms())
    for (const OptionSpec& option : algorithm.implementation.declaration.options) {
      if (std::ranges::find(option.values, name) == option.values.end()) continue;
      const std::string words =
          option.kind == OptionSpec::Kind::policy
              ? value_words(option, name)
              : fmt::format("{}: a {}, another conforming way to the same result: {}.\n", name, option.name,
                            option.meaning);
      if (said.insert(words).second) print_wrapped("{}", words);
      is_known = true;
    }
  for (const gpu::VariantKey& key : gpu::variant_keys()) {
    if (key.name == name)
      print_wrapped("{}: an option of GPU subjects, {}: {}.\n", name, key.meaning,
                    fmt::join(key.values, ", "));
    const bool has_value = std::ranges::find(key.values, name) != key.values.end();
    if (has_value)
      print_wrapped("{}: a value of an option of GPU subjects, {}: {}={}.\n", name, key.meaning, key.name,
                    name);
    is_known = is_known || has_value || key.name == name;
  }
  return is_known;
}

/// Explains each word of "compute.ssbo", the last part of a test's name.
bool explain_values(const std::string& names) {
  return explain_value(names) || explain_each(names, '.', &is_value, &explain_value);
}

}  // namespace

bool explain_policy(std::string_view name) {
  std::map<std::vector<std::string_view>, std::vector<std::string_view>> algorithms_by_values;
  std::set<std::string_view> defaults;
  const OptionSpec* spec = nullptr;
  for (const Algorithm& algorithm : algorithms())
    if (const OptionSpec* found = find_option(algorithm.implementation.declaration.options, name)) {
      if (spec == nullptr) spec = found;
      algorithms_by_values[found->values].push_back(algorithm.id);
      defaults.insert(found->values.front());
    }
  if (spec == nullptr) return false;
  print_wrapped("{}: {}.\n", name, spec->meaning);
  const bool is_one_default = defaults.size() == 1;
  for (const auto& [values, ids] : algorithms_by_values)
    print_wrapped("  {}{} in {}\n", fmt::join(values, ", "),
                  is_one_default ? "" : fmt::format("; default {}", values.front()), fmt::join(ids, ", "));
  for (const PolicyValue& value : policy_values())
    if (value.policy == name)
      print_wrapped("{}{}: {}\n{}", value.value,
                    is_one_default && defaults.contains(value.value) ? " (default)" : "", value.meaning,
                    engines_line(&value));
  if (is_one_default && find_policy_value(name, spec->values.front()) == nullptr)
    print_wrapped("  default    {}\n", spec->values.front());
  return true;
}

bool explain_word(const std::string& word, bool is_all) {
  return !word.empty() &&
         (explain_classes(word) || explain_feature(word) || explain_outcome(word) || explain_term(word) ||
          explain_relation(word) || explain_property(word) || explain_symptom(word) || explain_stage(word) ||
          explain_code(word, is_all) || explain_values(word));
}

}  // namespace bindpose::conformance
