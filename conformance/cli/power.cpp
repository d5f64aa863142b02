// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/power/power.h"

#include <algorithm>
#include <memory>
#include <thread>

#include "conformance/cases/cases.h"
#include "conformance/cli/commands.h"
#include "conformance/power/kept.h"
#include "conformance/power/unseen.h"
#include "conformance/run/suite.h"
#include "reference/io/progress_line.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

struct PowerOptions {
  std::vector<std::string> globs;
  unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  bool json = false, brief = false;
  std::string keep_smoke, keep_matrix, keep_catches;
};

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
  BINDPOSE_TRY(const PowerMatrix matrix, measure_power(cases, options.threads, go_on));
  line.clear();
  if (!options.keep_smoke.empty()) BINDPOSE_CHECK(write_file(options.keep_smoke, smoke_text(matrix)));
  if (!options.keep_matrix.empty()) BINDPOSE_CHECK(write_file(options.keep_matrix, power_csv(matrix)));
  if (!options.keep_catches.empty()) BINDPOSE_CHECK(write_file(options.keep_catches, catches_csv(matrix)));
  UnseenReport unseen;  // of all cases alone: a few of them show little
  if (options.globs.empty()) {
    BINDPOSE_TRY(const auto reasons, kept_unseen_reasons());
    unseen = report_unseen(unseen_of(matrix), reasons);
  }
  fmt::print("{}", options.json ? power_json(matrix)
                                : power_text(matrix, options.brief) + unseen.text + kept_text());
  return is_whole(matrix, sights_of(matrix)) && unseen.is_whole ? 0 : 1;
}

}  // namespace

void add_power_command(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<PowerOptions>();
  CLI::App* power =
      app.add_subcommand("power",
                         "Make every registered mistake in every built-in case and say which "
                         "are seen; exit code 1: one is not, or by no golden file, or can be made in an "
                         "algorithm and shows nowhere for no known reason");
  power->add_option("--filter", options->globs, "Only cases whose names match one of these globs");
  power->add_option("-j,--threads", options->threads, "Cases at a time")
      ->check(CLI::Range(1U, 1024U))
      ->capture_default_str();
  power->add_flag("--json", options->json, "For programs, with the cases that kill each mistake");
  power->add_flag("--brief", options->brief, "Without what is in order but could be better");
  power->add_option(
      "--keep-smoke", options->keep_smoke,
      "Chooses the few cases of bindpose test --smoke and writes them there: conformance/cases/smoke.inc");
  power->add_option("--keep-matrix", options->keep_matrix,
                    "Writes there, as CSV, which cases kill which mistake: conformance/power/matrix.csv");
  power->add_option(
      "--keep-catches", options->keep_catches,
      "Writes there, as CSV, the rarest mistakes that each case kills: conformance/power/catches.csv");
  power->footer("Example: bindpose power --filter 'skinning.*'");
  power->callback([options, &exit_code] { exit_code = done(run_power(*options)); });
}

}  // namespace bindpose::conformance
