// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/cases.h"
#include "conformance/cases/catches.h"
#include "conformance/cli/algorithm_facts.h"
#include "conformance/cli/arrays.h"
#include "conformance/cli/commands.h"
#include "conformance/cli/known_words.h"
#include "conformance/defects/defect.h"
#include "conformance/defects/shaders.h"
#include "conformance/judge/feature.h"
#include "conformance/judge/json_fields.h"
#include "conformance/judge/precision_class.h"
#include "conformance/power/kept.h"
#include "conformance/report/markdown.h"
#include "gpu/backends/samples.h"
#include "gpu/program/variant.h"
#include "reference/algorithms.h"
#include "reference/io/foreign_json.h"
#include "reference/io/nearest.h"
#include "reference/model/case.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

std::vector<std::string> level_names(const Algorithm& algorithm) {
  std::vector<std::string> names;
  for (const Level level : algorithm.levels)
    names.emplace_back(to_string(level));
  return names;
}

/// Empty if nothing is kept.
Catches catches_if_kept() {
  return kept_catches().value_or(Catches());
}

/// In the words of list_as_text()'s last line.
std::string measured_words(const Algorithm& algorithm) {
  std::vector<std::string_view> subjects = measured_as(algorithm);
  if (subjects.size() > 1 && subjects[1] == "reference-float") {
    subjects.erase(subjects.begin());
    subjects.front() = "reference";
  }
  return fmt::format("{}{}", fmt::join(subjects, " "), is_measured_as_binder(algorithm) ? " binder" : "");
}

void list_as_text() {
  constexpr std::string_view row = "{:<26} {:<35} {:<13} {:<9} {:>5} {:>6}  {:<4}  {:<23}  {}\n";
  fmt::print(row, "algorithm", "path", "levels", "reference", "cases", "golden", "GLSL", "measured", "title");
  for (const Algorithm& algorithm : algorithms()) {
    const Counts counts = count_cases(algorithm);
    fmt::print(row, algorithm.id, algorithm.path(), fmt::format("{}", fmt::join(level_names(algorithm), " ")),
               reference_page(algorithm).empty() ? "-" : "yes", counts.cases, counts.golden,
               algorithm.has_glsl ? "yes" : "-", measured_words(algorithm), algorithm.title);
  }
  fmt::print(
      "\n'bindpose explain ID' prints an algorithm's formula; 'bindpose list --cases' the cases.\n"
      "Measured: by 'ci/bench --only ID' as these subjects - the reference in double and in float32 -; a "
      "binder "
      "also by 'bindpose-bench --binders'.\n");
}

void list_as_json() {
  ordered_json list = {{"algorithms", ordered_json::array()},
                       {"cases", ordered_json::array()},
                       {"classes", ordered_json::array()},
                       {"parts", ordered_json::array()}};
  for (const Algorithm& algorithm : algorithms()) {
    const Counts counts = count_cases(algorithm);
    list["algorithms"].push_back({{"id", algorithm.id},
                                  {"path", algorithm.path()},
                                  {"title", algorithm.title},
                                  {"levels", level_names(algorithm)},
                                  {"outputs", algorithm.outputs},
                                  {"reference", reference_page(algorithm)},
                                  {"glsl", algorithm.has_glsl},
                                  {"cases", counts.cases},
                                  {"golden", counts.golden},
                                  {"measured_as", measured_as(algorithm)},
                                  {"binder", is_measured_as_binder(algorithm)},
                                  {"arrays", declaration_json(algorithm)}});
  }
  Catches catches = catches_if_kept();
  for (const Case& c : built_in_cases())
    list["cases"].push_back({{"name", c.name},
                             {"algorithm", c.algorithm->path()},
                             {"level", to_string(c.level)},
                             {"options", c.options},
                             {"purpose", c.purpose},
                             {"catches", catches[c.name]},
                             {"golden", c.golden}});
  for (const PrecisionClass& precision : precision_classes())
    list["classes"].push_back(precision.name);
  for (const Feature& feature : features())
    list["parts"].push_back(feature.name);
  fmt::print("{}", json_text(list));
}

void list_defects() {
  std::string_view last;
  for (const Defect& defect : defects())
    if (std::exchange(last, defect.id) != defect.id) fmt::print("{:<34} {}\n", defect.id, defect.symptom);
  for (const ShaderDefect& defect : shader_defects())
    fmt::print("{:<34} {}\n", defect.id, defect.symptom);
}

/// Describes where an option's value comes from.
std::string asked_of(const OptionSpec& spec) {
  if (spec.kind == OptionSpec::Kind::formulation) return "same result by any value";
  if (!spec.only_declared) return "set by the case";
  return fmt::format("set by the case, default {}; other values run only for subjects that declare them",
                     spec.values.front());
}

void explain_algorithm(const Algorithm& algorithm) {
  fmt::print("{} ({}, {})\n{}\nArrays\n\n{}", algorithm.title, algorithm.id, algorithm.path(),
             readable(algorithm.page), declaration_text(algorithm));
  for (const OptionSpec& spec : algorithm.implementation.declaration.options)
    fmt::print("\nOption {} ({}): {}\n  {}\n", spec.name, asked_of(spec), spec.meaning,
               fmt::join(spec.values, ", "));
  fmt::print("\nFiles: reference/{0}.md .h .cpp _test.cpp, conformance/cases/{0}.cpp, golden/data/{0}/{1}\n",
             algorithm.path(), algorithm.has_glsl ? fmt::format(", gpu/{}.glsl", algorithm.path()) : "");
  const Counts counts = count_cases(algorithm);
  fmt::print("Cases: {}, of which {} are golden files.\n", counts.cases, counts.golden);
}

void explain_case(const Case& c) {
  fmt::print("{}\n  {}\n  algorithm  {} ({})\n  level      {}\n", c.name, c.purpose, c.algorithm->path(),
             c.algorithm->id, to_string(c.level));
  for (const auto& [key, value] : c.options)
    fmt::print("  option     {} = {}\n", key, value);
  if (const auto ids = catches_if_kept()[c.name]; !ids.empty())
    fmt::print("  catches    {}\n", fmt::join(ids, ", "));
  for (const std::string& note : c.notes)
    fmt::print("  note       {}\n", note);
  const auto question = c.question();
  if (!question) return;
  for (const Array& array : *question)
    fmt::print("  input      {} {}\n", array.name, bindpose::to_string(array.shape));
}

/// The entries of one id: more than one where the mistake can be made either way round.
void explain_defect(std::string_view id) {
  for (const Defect& defect : defects())
    if (defect.id == id)
      fmt::print("{}: {}.\n  symptom    {}\n  source     {}\n  made by    {}\n", defect.id, defect.sentence,
                 defect.symptom, defect.source, how_made(defect));
  for (const auto& [name, ids] : catches_if_kept())
    if (std::ranges::find(ids, id) != ids.end()) fmt::print("  caught by  {}\n", name);
  fmt::print("{}", kept_sights_text(id));
}

void explain_shader_defect(const ShaderDefect& defect) {
  fmt::print("{}: {}.\n  symptom    {}\n  source     {}\n  made by    changed GLSL\n", defect.id,
             defect.sentence, defect.symptom, defect.source);
  for (const auto& [original, changed] : defect.edits)
    fmt::print("  instead of\n{}\n  the shader has\n{}\n", original, changed);
}

/// False where no algorithm has such an option.
bool explain_policy(std::string_view option) {
  std::vector<std::pair<std::string, const OptionSpec*>> offered;
  std::size_t width = 0;
  for (const Algorithm& algorithm : algorithms())
    if (const OptionSpec* spec = find_option(algorithm.implementation.declaration.options, option)) {
      offered.emplace_back(algorithm.path(), spec);
      width = std::max(width, offered.back().first.size());
    }
  if (offered.empty()) return false;
  fmt::print("{}: {}\n", option, offered.front().second->meaning);
  for (const auto& [path, spec] : offered)
    fmt::print("  {:<{}}  {}\n", path, width, fmt::join(spec->values, ", "));
  return true;
}

int explain_arrays(const std::string& name, bool json) {
  const Algorithm* algorithm = find_algorithm(name);
  if (algorithm == nullptr) {
    std::vector<std::string> ids;
    for (const Algorithm& each : algorithms())
      ids.emplace_back(each.id);
    fmt::print(stderr, "bindpose: unknown algorithm '{}'; see 'bindpose list'{}\n", printable(name),
               did_you_mean(name, ids));
    return 2;
  }
  fmt::print("{}", json ? json_text(declaration_json(*algorithm), 2) : declaration_text(*algorithm));
  return 0;
}

int explain(const std::string& given) {
  const std::string note = renamed_note(given), name = current_name(given);
  if (!note.empty()) print_notes({note});
  if (const Algorithm* algorithm = find_algorithm(name)) {
    explain_algorithm(*algorithm);
    explain_word(name);  // `palette` is a stage, too
    return 0;
  }
  for (const Case& c : built_in_cases())
    if (c.name == name) {
      explain_case(c);
      return 0;
    }
  if (find_defect(name) != nullptr) {
    explain_defect(name);
    return 0;
  }
  if (const ShaderDefect* defect = find_shader_defect(name)) {
    explain_shader_defect(*defect);
    return 0;
  }
  if (explain_policy(name.substr(0, name.find('='))) || explain_word(name)) return 0;
  if (list_meanings(name)) return 0;
  const std::vector<std::string> nearest = nearest_known_words(name);
  fmt::print(
      stderr,
      "bindpose: unknown word '{}'; 'bindpose explain' knows algorithms, cases, defects, precision classes, "
      "policies, features, verdicts, relations, properties, symptoms, stages, codes, option values and words "
      "of their explanations; {}\n",
      printable(name),
      nearest.empty() ? "see 'bindpose list'"
                      : fmt::format("did you mean '{}'?", fmt::join(nearest, "' or '")));
  return 2;
}

void list_kernels() {
  for (const Algorithm& algorithm : algorithms()) {
    if (gpu::embedded_body(algorithm).empty()) continue;
    std::string verdict = "yes";
    for (const gpu::Contraction contraction : {gpu::Contraction::off, gpu::Contraction::on})
      if (const auto written = gpu::sample_kernels(algorithm, contraction); !written)
        verdict = "no: " + bindpose::to_string(written.error());
    if (const auto written = gpu::sample_wgsl(algorithm); !written)
      verdict = "no: " + bindpose::to_string(written.error());
    fmt::print("{:<36} {}\n", algorithm.path(), verdict);
  }
}

}  // namespace

void add_list_command(CLI::App& app, int& exit_code) {
  auto json = std::make_shared<bool>(false);
  auto cases = std::make_shared<bool>(false);
  auto mistakes = std::make_shared<bool>(false);
  auto kernels = std::make_shared<bool>(false);
  CLI::App* list = app.add_subcommand("list", "Lists algorithms, cases and known defects");
  list->add_flag("--json", *json, "Algorithms and cases, for programs");
  list->add_flag("--cases", *cases, "The names of the built-in cases, one per line");
  list->add_flag(
      "--kernels", *kernels,
      "For each GLSL function, whether it is translated for OpenCL, CUDA and WebGPU, and if not, why");
  list->add_flag("--mistakes,--defects", *mistakes, "The known defects and their symptoms, one per line");
  list->footer("Example: bindpose list --cases | grep twist");
  list->callback([json, cases, mistakes, kernels, &exit_code] {
    exit_code = 0;
    if (*json) return list_as_json();
    if (*mistakes) return list_defects();
    if (*kernels) return list_kernels();
    if (!*cases) return list_as_text();
    for (const Case& c : built_in_cases())
      fmt::print("{}\n", c.name);
  });
}

void add_explain_command(CLI::App& app, int& exit_code) {
  auto words = std::make_shared<std::vector<std::string>>();
  auto arrays = std::make_shared<bool>(false);
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("explain", "Explains an algorithm, a case, or a word of a report");
  command
      ->add_option("NAME", *words,
                   "An algorithm (lbs, skinning/linear_blend), a case, a defect, a precision class, a "
                   "policy or any other word of a report; other words (delta; smooth weights) search the "
                   "explanations")
      ->required();
  CLI::Option* only_arrays =
      command->add_flag("--arrays", *arrays, "Only the arrays of its inputs and outputs");
  command->add_flag("--json", *json, "The arrays and options for programs, e.g. to write an adapter")
      ->needs(only_arrays);
  command->footer("Example: bindpose explain lbs --arrays");
  command->callback([words, arrays, json, &exit_code] {
    const std::string name = fmt::format("{}", fmt::join(*words, " "));
    exit_code = *arrays ? explain_arrays(name, *json) : explain(name);
  });
}

}  // namespace bindpose::conformance
