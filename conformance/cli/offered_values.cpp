// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What values options are declared to take, for completions.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "conformance/cli/commands.h"
#include "conformance/cli/help.h"
#include "conformance/cli/options.h"
#include "conformance/judge/precision_class.h"
#include "conformance/subjects/subject.h"
#include "reference/algorithms.h"

namespace bindpose::conformance {
namespace {

/// The verb's words behind the program's name: "golden verify".
std::string words_of(const CLI::App& app) {
  const std::string name = full_name(app);
  return name.substr(std::min(name.find(' ') + 1, name.size()));
}

/// What --subject may begin with: "gpu", "lib:". Capitals stand for something that the user fills in.
std::vector<std::string> subject_values() {
  std::vector<std::string> values;
  for (const std::string_view form : subject_forms())
    values.emplace_back(form.substr(0, form.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ")));
  return values;
}

/// Globs of families and of algorithms.
std::vector<std::string> filter_values() {
  std::set<std::string> values;
  for (const Algorithm& algorithm : algorithms()) {
    values.insert(fmt::format("{}.*", algorithm.family));
    values.insert(fmt::format("{}.{}.*", algorithm.family, algorithm.stem));
  }
  return {values.begin(), values.end()};
}

std::vector<std::string> class_values() {
  std::vector<std::string> values;
  for (const PrecisionClass& precision : precision_classes())
    values.emplace_back(precision.name);
  return values;
}

/// The values of an option by its name, which means the same to every verb.
std::vector<std::string> values_of(const std::string& name) {
  if (name == "subject") return subject_values();
  if (name == "filter") return filter_values();
  if (name == "accept") return class_values();
  if (name == "require-sandbox") return sandbox_levels();
  if (name == "deqp-runmode") return deqp_run_modes();
  return {};
}

void print_values(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames())
      for (const std::string& value : values_of(name))
        fmt::print("{}\t--{}\t{}\n", words_of(app), name, value);
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!verb->get_group().empty()) print_values(*verb);
}

}  // namespace

void add_values_command(CLI::App& app, int& exit_code) {
  CLI::App* values =
      app.add_subcommand("values", "What values options are declared to take, for completions");
  values->group("");
  values->callback([&app, &exit_code] {
    print_values(app);
    exit_code = 0;
  });
}

}  // namespace bindpose::conformance
