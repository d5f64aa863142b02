// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/cases.h"
#include "conformance/cases/catches.h"
#include "conformance/cli/algorithm_facts.h"
#include "conformance/cli/case_choice.h"
#include "conformance/cli/commands.h"
#include "conformance/cli/help.h"
#include "conformance/cli/known_words.h"
#include "conformance/defects/shaders.h"
#include "conformance/gate/must_pass.h"
#include "conformance/grade/rubric.h"
#include "conformance/judge/declaration_json.h"
#include "conformance/judge/feature.h"
#include "conformance/judge/json_fields.h"
#include "conformance/judge/precision_class.h"
#include "conformance/mutation_score/kept.h"
#include "conformance/report/markdown.h"
#include "conformance/report/text.h"
#include "gpu/backends/samples.h"
#include "gpu/program/variant.h"
#include "reference/io/nearest.h"
#include "reference/model/mapped.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

std::vector<std::string> level_names(const Algorithm& algorithm) {
  return mapped<std::string>(algorithm.levels, [](const Level level) { return to_string(level); });
}

/// Empty if nothing is kept.
Catches catches_if_kept() {
  return kept_catches().value_or(Catches());
}

/// Which algorithms and cases are listed.
struct ListChoice {
  std::vector<std::string> families, ids, globs, words, assets;
  std::string rubric;
  bool json = false, cases = false, defects = false, kernels = false, must_pass = false;

  bool takes_all() const {
    return families.empty() && ids.empty() && globs.empty() && assets.empty() && rubric.empty();
  }
  bool takes(const Algorithm& algorithm) const {
    const auto has = [](const auto& names, std::string_view name) {
      return names.empty() || std::ranges::find(names, name) != names.end();
    };
    return has(families, algorithm.family) && has(ids, algorithm.id);
  }
  /// True if one of the globs matches, or if there are none.
  bool takes(std::string_view name) const { return NameGlobs(globs).choose(std::string(name)); }
};

/// Names, their beginnings and their parts: "skinning/linear_blend", "skinning", "linear_blend".
std::vector<std::string> with_parts(const std::vector<std::string>& names) {
  constexpr const char* marks = "./-";
  std::set<std::string> all(names.begin(), names.end());
  for (const std::string& name : names)
    for (std::size_t begin = 0, end = name.find_first_of(marks); begin < name.size();
         begin = end + 1, end = name.find_first_of(marks, begin)) {
      all.insert(name.substr(0, end));
      all.insert(name.substr(begin, end - begin));
      if (end == std::string::npos) break;
    }
  return {all.begin(), all.end()};
}

/// Suggests the nearest name for a choice without a match. Returns the exit code.
int nothing_chosen(const ListChoice& choice, const char* kind, const std::vector<std::string>& names) {
  std::vector<std::string> wanted = choice.families;
  for (const auto* words : {&choice.ids, &choice.globs})
    wanted.insert(wanted.end(), words->begin(), words->end());
  const std::vector<std::string> known = with_parts(names);
  std::string similar;
  for (std::string& word : wanted) {
    std::erase(word, '*');
    if (similar.empty()) similar = did_you_mean(word, known);
  }
  fmt::print(stderr, "bindpose: no {} is chosen by '{}'; 'bindpose list{}' lists all{}\n", kind,
             clean_line(fmt::format("{}", fmt::join(wanted, "', '"))),
             choice.defects ? " --defects"
             : choice.cases ? " --cases"
                            : "",
             similar);
  return 2;
}

/// Built-in cases, or the cases of named assets or of a rubric. Errors: those of reading them.
Expected<std::vector<Case>> listed_cases(const ListChoice& choice) {
  std::vector<Case> cases;
  if (!choice.rubric.empty()) {
    BINDPOSE_TRY(const Rubric rubric, read_rubric(choice.rubric));
    for (const Exercise& exercise : rubric.exercises)
      for (const RubricCase& each : exercise.cases)
        cases.push_back(*each.from);
  } else if (!choice.assets.empty()) {
    std::vector<AssetReport> reports;
    if (!load_assets(choice.assets, cases, reports))
      return fail("ASSET", "--asset", "a file cannot be used; the reason is above");
  } else {
    cases = built_in_cases();
  }
  std::erase_if(cases,
                [&choice](const Case& c) { return !choice.takes(*c.algorithm) || !choice.takes(c.name); });
  return cases;
}

/// By family; only those whose id, path or title matches a glob.
int list_as_text(const ListChoice& choice) {
  const std::size_t columns = terminal_columns(stdout);
  std::vector<const Algorithm*> chosen;
  std::size_t width = 0;
  for (const Algorithm& algorithm : algorithms())
    if (choice.takes(algorithm) && (choice.takes(algorithm.id) || choice.takes(algorithm.path()))) {
      chosen.push_back(&algorithm);
      width = std::max(width, algorithm.id.size());
    }
  if (chosen.empty()) {
    std::vector<std::string> names = mapped<std::string>(algorithms(), &Algorithm::id);
    for (const Algorithm& algorithm : algorithms())
      names.push_back(algorithm.path());
    return nothing_chosen(choice, "algorithm", names);
  }
  std::string_view family;
  fmt::print("{:<{}} {:>5}  {:<13} {:<4}  {}\n", "algorithm", width + 2, "cases", "levels", "GLSL", "title");
  for (const Algorithm* algorithm : chosen) {
    if (std::exchange(family, algorithm->family) != algorithm->family) fmt::print("{}\n", family);
    const std::string row = fmt::format(
        "{:<{}} {:>5}  {:<13} {:<4}", algorithm->id, width, count_cases(*algorithm).cases,
        fmt::format("{}", fmt::join(level_names(*algorithm), " ")), algorithm->has_glsl ? "yes" : "-");
    fmt::print("{}", entry_text(row, algorithm->title, row.size() + 4, std::max(columns, row.size() + 24)));
  }
  print_wrapped(
      "\n{} algorithms. 'bindpose explain ID' prints an algorithm's formula, 'bindpose list --cases' the "
      "cases.\n",
      chosen.size());
  return 0;
}

Expected<int> list_cases(const ListChoice& choice) {
  BINDPOSE_TRY(const auto cases, listed_cases(choice));
  for (const Case& c : cases)
    say(stdout, "{}\n", c.name);
  if (!cases.empty()) return 0;
  return nothing_chosen(choice, "case", mapped<std::string>(built_in_cases(), &Case::name));
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

int list_defects(const ListChoice& choice) {
  std::vector<std::string> names;
  bool is_any = false;
  const auto print = [&, columns = terminal_columns(stdout)](const auto& defect) {
    names.emplace_back(defect.id);
    if (!choice.takes(defect.id)) return;
    is_any = true;
    fmt::print("{}", wrapped_lines(fmt::format("{:<34} {}", defect.id, defect.symptom), columns));
  };
  std::string_view last;
  for (const Defect& defect : defects())
    if (std::exchange(last, defect.id) != defect.id) print(defect);
  std::ranges::for_each(shader_defects(), print);
  return is_any ? 0 : nothing_chosen(choice, "defect", names);
}

/// Describes where an option's value comes from.
std::string asked_of(const OptionSpec& spec) {
  if (spec.kind == OptionSpec::Kind::formulation) return "all values give the same result";
  if (!spec.only_declared) return "set by the case";
  return fmt::format("set by the case, default {}; other values run only for subjects that declare them",
                     spec.values.front());
}

void explain_algorithm(const Algorithm& algorithm) {
  print_wrapped("{} ({}, {})\n", algorithm.title, algorithm.id, algorithm.path());
  const std::size_t columns = terminal_columns(stdout);
  fmt::print("{}\nArrays\n\n{}", readable(algorithm.page, columns),
             wrapped_lines(declaration_text(algorithm), columns));
  for (const OptionSpec& spec : algorithm.implementation.declaration.options)
    print_wrapped("\nOption {} ({}): {}\n  {}\n", spec.name, asked_of(spec), spec.meaning,
                  fmt::join(spec.values, ", "));
  print_wrapped(
      "\nFiles: reference/{0}.md .h .cpp _test.cpp, conformance/cases/{0}.cpp, golden/data/{0}/{1}\n",
      algorithm.path(), algorithm.has_glsl ? fmt::format(", gpu/{}.glsl", algorithm.path()) : "");
  const Counts counts = count_cases(algorithm);
  print_wrapped("Cases: {}, of which {} are golden files.\n", counts.cases, counts.golden);
}

void explain_case(const Case& c) {
  print_wrapped("{}\n  {}\n  algorithm  {} ({})\n  level      {}\n", c.name, c.purpose, c.algorithm->path(),
                c.algorithm->id, to_string(c.level));
  for (const auto& [key, value] : c.options)
    print_wrapped("  option     {} = {}\n", key, value);
  if (const auto ids = catches_if_kept()[c.name]; !ids.empty())
    print_wrapped("  catches    {}\n", fmt::join(ids, ", "));
  for (const std::string& note : c.notes)
    print_wrapped("  note       {}\n", note);
  const auto question = c.question();
  if (!question) return;
  for (const Array& array : *question)
    print_wrapped("  input      {} {}\n", array.name, bindpose::to_string(array.shape));
}

/// All of these lines, or the first few and the number of others.
void print_some(std::string_view label, const std::vector<std::string>& lines, std::size_t most) {
  for (std::size_t i = 0; i < std::min(lines.size(), most); ++i)
    print_wrapped("  {:<10} {}\n", label, lines[i]);
  if (lines.size() > most) print_wrapped("  {:<10} and {} more (--all)\n", "", lines.size() - most);
}

/// The entries of one id: more than one if the defect has two opposite forms.
void explain_defect(std::string_view id, bool is_all) {
  constexpr std::size_t most_cases = 5, most_places = 3;
  for (const Defect& defect : defects())
    if (defect.id == id)
      print_wrapped("{}: {}.\n  symptom    {}\n  source     {}\n  made by    {}\n", defect.id,
                    defect.sentence, defect.symptom, defect.source, how_made(defect));
  std::vector<std::string> cases;
  for (const auto& [name, ids] : catches_if_kept())
    if (std::ranges::find(ids, id) != ids.end()) cases.push_back(name);
  print_some("caught by", cases, is_all ? cases.size() : most_cases);
  const Sights sights = kept_sights(id);
  print_some("shows in", sights.shows, is_all ? sights.shows.size() : most_places);
  if (is_all) print_some("hidden by", sights.hiding, sights.hiding.size());
}

void explain_shader_defect(const ShaderDefect& defect) {
  print_wrapped("{}: {}.\n  symptom    {}\n  source     {}\n  made by    changed GLSL\n", defect.id,
                defect.sentence, defect.symptom, defect.source);
  for (const auto& [original, changed] : defect.edits)
    fmt::print("  instead of\n{}\n  the shader has\n{}\n", original, changed);
}

int explain_arrays(const std::string& name, bool json) {
  const Algorithm* algorithm = find_algorithm(name);
  if (algorithm == nullptr) {
    const auto ids = mapped<std::string>(algorithms(), &Algorithm::id);
    fmt::print(stderr, "bindpose: unknown algorithm '{}'; see 'bindpose list'{}\n", printable(name),
               did_you_mean(name, ids));
    return 2;
  }
  fmt::print("{}", json ? json_text(declaration_json(*algorithm), 2) : declaration_text(*algorithm));
  return 0;
}

int explain(const std::string& given, bool is_all) {
  const std::string note = renamed_note(given), name = current_name(given);
  if (!note.empty()) print_notes({note});
  if (const Algorithm* algorithm = find_algorithm(name)) {
    explain_algorithm(*algorithm);
    explain_word(name, is_all);  // `palette` is also a stage
    return 0;
  }
  for (const Case& c : built_in_cases())
    if (c.name == name) {
      explain_case(c);
      return 0;
    }
  if (find_defect(name) != nullptr) {
    explain_defect(name, is_all);
    return 0;
  }
  if (const ShaderDefect* defect = find_shader_defect(name)) {
    explain_shader_defect(*defect);
    return 0;
  }
  if (explain_policy(name.substr(0, name.find('='))) || explain_word(name, is_all)) return 0;
  if (list_meanings(name)) return 0;
  const std::vector<std::string> nearest = nearest_known_words(name);
  fmt::print(stderr, "bindpose: no name and no explanation has '{}'; {}\n", printable(name),
             nearest.empty() ? "see 'bindpose list'"
                             : fmt::format("did you mean '{}'?", fmt::join(nearest, "' or '")));
  return 2;
}

void list_kernels() {
  for (const Algorithm& algorithm : algorithms()) {
    if (gpu::embedded_function(algorithm).empty()) continue;
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
  auto choice = std::make_shared<ListChoice>();
  CLI::App* list = app.add_subcommand("list", "List algorithms, cases and known defects");
  list->add_option("WORD", choice->words,
                   "Only entries with this word in their name, as in --filter '*WORD*'");
  list->add_option("--family", choice->families, "Only a family: skinning");
  list->add_option("--algorithm", choice->ids, "Only an algorithm: lbs");
  list->add_option("--filter", choice->globs,
                   "Only entries that match one of these globs: an algorithm's id or path, a case, a defect");
  CLI::Option* cases =
      list->add_flag("--cases", choice->cases, "The names of the built-in cases, one per line");
  CLI::Option* asset =
      list->add_option("--asset", choice->assets, "The cases of a .gltf or .glb file")->excludes(cases);
  list->add_option("--rubric", choice->rubric, "The cases of a rubric's exercises")->excludes(cases, asset);
  list->add_flag("--defects", choice->defects, "The known defects and their symptoms, one per line");
  list->add_flag("--mistakes", choice->defects)->group("");  // until 0.2.0
  list->add_flag("--json", choice->json, "Algorithms and cases, for programs");
  list->add_flag(
      "--kernels", choice->kernels,
      "For each GLSL function, whether it is translated for OpenCL, CUDA and WebGPU, and if not, why");
  list->add_flag("--must-pass", choice->must_pass,
                 "The must-pass list that this version ships, as 'test --caselist mustpass' reads it");
  list->footer(
      "Example: bindpose list --family skinning\n"
      "Example: bindpose list --cases --filter '*twist*'");
  list->callback([choice, &exit_code] {
    exit_code = 0;
    for (const std::string& word : choice->words)
      choice->globs.push_back(fmt::format("*{}*", word));
    if (choice->json && !choice->takes_all()) {
      exit_code = refuse({"ARGUMENT", "--json", "lists everything: it excludes options that choose"});
    } else if (choice->json) {
      list_as_json();
    } else if (choice->defects) {
      exit_code = list_defects(*choice);
    } else if (choice->kernels) {
      list_kernels();
    } else if (choice->must_pass) {
      fmt::print("{}", must_pass_list());
    } else if (choice->cases || !choice->assets.empty() || !choice->rubric.empty()) {
      exit_code = done(list_cases(*choice));
    } else {
      exit_code = list_as_text(*choice);
    }
  });
}

void add_explain_command(CLI::App& app, int& exit_code) {
  auto words = std::make_shared<std::vector<std::string>>();
  auto arrays = std::make_shared<bool>(false);
  auto json = std::make_shared<bool>(false);
  auto is_all = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("explain", "Explain an algorithm, a case, or a word of a report");
  command
      ->add_option("NAME", *words,
                   "An algorithm (lbs, skinning/linear_blend), a case, a defect, a precision class, a "
                   "policy or any other word of a report; other words (delta; smooth weights) search the "
                   "explanations")
      ->required();
  command->add_flag("--all", *is_all,
                    "Lists in full: all cases that detect a defect, all conditions of a code");
  CLI::Option* only_arrays =
      command->add_flag("--arrays", *arrays, "Only the arrays of its inputs and outputs");
  command->add_flag("--json", *json, "The arrays and options for programs, e.g. to write an adapter")
      ->needs(only_arrays);
  command->footer("Example: bindpose explain lbs --arrays");
  command->callback([words, arrays, json, is_all, &exit_code] {
    const std::string name = fmt::format("{}", fmt::join(*words, " "));
    exit_code = *arrays ? explain_arrays(name, *json) : explain(name, *is_all);
  });
}

}  // namespace bindpose::conformance
