// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "conformance/cli/commands.h"
#include "conformance/gate/results.h"
#include "conformance/report/agreement.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

Way way_of(const ResultEntry& entry, std::string subject) {
  const Options variant = texts_in(entry.json, "variant");
  return {question_of(entry.name, variant), std::move(subject), variant, entry.verdict.bits,
          entry.verdict.is_repeatable.value_or(true)};
}

/// A subject's name; with the folder's before it where several runs have one of that name.
std::vector<Way> ways_of(const std::vector<std::string>& places, const std::vector<Results>& runs) {
  std::map<std::string, std::set<const Results*>> runs_with;
  for (const Results& run : runs)
    for (const ResultEntry& entry : run.entries)
      runs_with[entry.subject].insert(&run);
  std::vector<Way> ways;
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (const ResultEntry& entry : runs[i].entries)
      if (!entry.verdict.bits.empty())
        ways.push_back(way_of(entry, runs_with[entry.subject].size() > 1
                                         ? fmt::format("{}:{}", places[i], entry.subject)
                                         : entry.subject));
  return ways;
}

Expected<int> run_agree(const std::vector<std::string>& places, bool json) {
  std::vector<Results> runs;
  for (const std::string& place : places) {
    BINDPOSE_TRY(auto run, read_results(place));
    runs.push_back(std::move(run));
  }
  const Agreement agreement = agree(ways_of(places, runs));
  if (agreement.questions == 0)
    return fail(
        "NO_AGREEMENT", places.front(),
        "no question was answered in two ways; what answers have in common is in results of this version");
  fmt::print("{}", json ? agreement_json(agreement) : agreement_text(agreement));
  return agreement.same == agreement.questions && agreement.not_repeatable == 0 ? 0 : 1;
}

}  // namespace

void add_agree_command(CLI::App& app, int& exit_code) {
  auto places = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<bool>(false);
  CLI::App* agree = app.add_subcommand(
      "agree",
      "Which devices, and which paths of a device, answer the same to the bit, and which one is odd");
  agree->add_option("RESULTS", *places, "Result folders, or their results.json; of other machines, too")
      ->required();
  agree->add_flag("--json", *json, "For programs");
  agree->footer(
      "An answer is right within a bound; two right ones may differ. Where they do, this says who differs.\n"
      "Exit code: 0 every question has one answer, 1 some have several, 2 bad input.\n"
      "Example: bindpose agree results-llvmpipe results-nvidia results-amd");
  agree->callback([places, json, &exit_code] { exit_code = done(run_agree(*places, *json)); });
}

}  // namespace bindpose::conformance
