// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/power/power.h"

#include <algorithm>
#include <thread>

#include "conformance/cases/cases.h"
#include "conformance/cli/commands.h"
#include "conformance/power/kept.h"
#include "conformance/power/unseen.h"
#include "conformance/run/suite.h"
#include "reference/io/progress_line.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

struct PowerOptions {
  std::vector<std::string> globs;
  unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  bool json = false, brief = false, readings_alone = false;
  std::string keep_smoke, keep_matrix, keep_catches;
};

/// What no case distinguishes. all: of all cases; reasons have to explain something then.
Expected<UnseenReport> report_readings(const Readings& readings, std::span<const Case* const> cases,
                                       bool all) {
  BINDPOSE_TRY(auto reasons, kept_reasons(reasons_of_readings));
  const std::vector<std::string> missing = readings.missing(cases);
  if (!all)
    std::erase_if(reasons, [&missing](const UnseenReason& reason) {
      return std::ranges::none_of(
          missing, [&reason](const std::string& name) { return matches_glob(name, reason.pattern); });
    });
  UnseenReport report = report_unseen(missing, reasons, reasons_of_readings);
  report.text += fmt::format("of {} items in all\n", Readings::count(cases));
  return report;
}

Expected<int> run_power(const PowerOptions& options) {
  std::vector<const Case*> cases;
  std::vector<std::string> names;
  std::ranges::transform(built_in_cases(), std::back_inserter(names), &Case::name);
  warn_of_idle_globs("--filter", options.globs, names);
  const NameGlobs globs(options.globs);
  for (const Case& c : built_in_cases())
    if (globs.choose(c.name)) cases.push_back(&c);
  if (cases.empty()) return 3;
  catch_interrupts();
  ProgressLine line;
  const auto go_on = [&](std::size_t done) {
    line.show(done, cases.size());
    return !interrupted();
  };
  Readings readings;
  BINDPOSE_TRY(const PowerMatrix matrix,
               measure_power(cases, options.threads, go_on, {!options.readings_alone, &readings}));
  line.clear();
  BINDPOSE_TRY(const UnseenReport distinguished, report_readings(readings, cases, options.globs.empty()));
  if (options.readings_alone) {
    fmt::print("{}{}", distinguished.text, loose_text(matrix));
    return distinguished.is_whole ? 0 : 1;
  }
  if (!options.keep_smoke.empty()) BINDPOSE_CHECK(write_file(options.keep_smoke, smoke_text(matrix)));
  if (!options.keep_matrix.empty()) BINDPOSE_CHECK(write_file(options.keep_matrix, power_csv(matrix)));
  if (!options.keep_catches.empty()) BINDPOSE_CHECK(write_file(options.keep_catches, catches_csv(matrix)));
  UnseenReport unseen;  // of all cases alone: a few of them show little
  if (options.globs.empty()) {
    BINDPOSE_TRY(const auto reasons, kept_reasons(reasons_of_unseen));
    unseen = report_unseen(unseen_of(matrix), reasons);
    unseen.text += distinguished.text;
    unseen.is_whole = unseen.is_whole && distinguished.is_whole;
  }
  fmt::print("{}", options.json ? power_json(matrix)
                                : power_text(matrix, options.brief) + unseen.text + kept_text());
  return is_whole(matrix, sights_of(matrix)) && unseen.is_whole ? 0 : 1;
}

}  // namespace

void add_power_command(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<PowerOptions>();
  CLI::App* power = app.add_subcommand(
      "power",
      "Make every registered mistake in every built-in case and say which "
      "are seen; exit code 1: one is not, or by no golden file, or can be made in an "
      "algorithm and shows nowhere for no known reason, or no case distinguishes a value of "
      "an option, a pair of values, or a code of a page, for no known reason");
  power->add_option("--filter", options->globs, "Only cases whose names match one of these globs");
  power->add_option("-j,--threads", options->threads, "Cases at a time")
      ->check(CLI::Range(1U, 1024U))
      ->capture_default_str();
  power->add_flag("--readings", options->readings_alone,
                  "Makes no defects; lists only the option values, pairs of values, and page codes that no "
                  "case distinguishes");
  power->add_flag("--json", options->json, "For programs, with the cases that detect each defect");
  power->add_flag("--brief", options->brief, "Only problems, without possible improvements");
  power->add_option(
      "--keep-smoke", options->keep_smoke,
      "Chooses the few cases of bindpose test --smoke and writes them there: conformance/cases/smoke.inc");
  power->add_option("--keep-matrix", options->keep_matrix,
                    "Writes there, as CSV, which cases detect which defect: conformance/power/matrix.csv");
  power->add_option(
      "--keep-catches", options->keep_catches,
      "Writes there, as CSV, the rarest defects that each case detects: conformance/power/catches.csv");
  power->footer("Example: bindpose power --filter 'skinning.*'");
  power->callback([options, &exit_code] { exit_code = done(run_power(*options)); });
}

}  // namespace bindpose::conformance
