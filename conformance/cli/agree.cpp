// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "conformance/cli/commands.h"
#include "conformance/gate/results.h"
#include "conformance/report/agreement.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

Way way_of(const ResultEntry& entry, const std::string& place) {
  const Options variant = texts_in(entry.json, "variant");
  return {question_of(entry.name, variant),           entry.subject, variant, entry.verdict.bits,
          entry.verdict.is_repeatable.value_or(true), place};
}

/// One run is read at a time: of what it has to say besides, a farm's would not fit into memory.
Expected<int> run_agree(const std::vector<std::string>& places, bool json) {
  SideBySide all;
  for (const std::string& place : places) {
    BINDPOSE_TRY(const auto run, read_results(place));
    for (const ResultEntry& entry : run.entries)
      if (!entry.verdict.bits.empty()) all.add(way_of(entry, place));
  }
  const Agreement agreement = all.agreement();
  if (agreement.questions == 0)
    return fail(
        "NO_AGREEMENT", places.front(),
        "no question was answered in two ways; what answers have in common is in results of this version");
  if (json)
    fmt::print("{}", agreement_json(agreement));
  else
    say(stdout, "{}", agreement_text(agreement));
  return agreement.same == agreement.questions && agreement.not_repeatable == 0 ? 0 : 1;
}

}  // namespace

void add_agree_command(CLI::App& app, int& exit_code) {
  auto places = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<bool>(false);
  CLI::App* agree = app.add_subcommand(
      "agree",
      "Which devices, and which paths of a device, answer the same to the bit, and which one is odd");
  agree->add_option("RESULTS", *places, "Result folders, or their results.json; also of other machines")
      ->required();
  agree->add_flag("--json", *json, "For programs");
  agree->footer(
      "An answer is right within a bound; two right ones may differ. If so, this names the subject that "
      "differs.\n"
      "Exit code: 0 every question has one answer, 1 some have several, 2 bad input.\n"
      "Example: bindpose agree results-llvmpipe results-nvidia results-amd");
  agree->callback([places, json, &exit_code] { exit_code = done(run_agree(*places, *json)); });
}

}  // namespace bindpose::conformance
