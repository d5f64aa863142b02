// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/history.h"

#include "conformance/cli/commands.h"
#include "conformance/report/text.h"
#include "reference/io/progress_line.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

struct HistoryOptions {
  std::string file, results, out;
  FarmRun run;
  bool json = false;
};

Expected<int> add(HistoryOptions options) {
  BINDPOSE_TRY(const auto results, read_results(options.results));
  if (results.interrupted)
    return fail("RESULTS_UNFINISHED", results.place,
                "a signal has interrupted this run; the same command with --resume finishes it");
  if (options.run.time.empty()) options.run.time = time_now();
  BINDPOSE_CHECK(check_time(options.run.time));
  BINDPOSE_TRY(auto history, History::open(options.file, true));
  BINDPOSE_TRY(const std::size_t added, history.add(results, options.run));
  say(stdout, "{}: {} of {}, {}\n", one_line(options.file), counted(added, "subject"),
      one_line(options.run.device), options.run.time);
  return 0;
}

Expected<int> show(const HistoryOptions& options) {
  BINDPOSE_TRY(const auto history, History::open(options.file, false));
  BINDPOSE_TRY(const Farm farm, history.farm());
  fmt::print("{}", options.json ? farm_json(farm) : wrapped_lines(farm_text(farm), terminal_columns(stdout)));
  if (!options.out.empty()) {
    BINDPOSE_CHECK(make_folder(options.out));
    BINDPOSE_CHECK(
        write_file(std::filesystem::path(options.out) / "report.html", farm_page(farm, options.file)));
  }
  return farm.is_sound() ? 0 : 1;
}

}  // namespace

void add_history_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<HistoryOptions>();
  CLI::App* history =
      app.add_subcommand("history", "Results of many devices over time: regressions by device and time");
  history->require_subcommand(1);
  CLI::App* adding = history->add_subcommand("add", "Add the results of a run");
  adding->add_option("FILE", options->file, "The history, a SQLite file; created if it is missing")
      ->required();
  adding->add_option("RESULTS", options->results, "A result folder, or its results.json")->required();
  adding->add_option("--device", options->run.device, "The device's name in the farm")->required();
  adding->add_option("--time", options->run.time,
                     "When it ran, in UTC: 2026-11-29, or 2026-11-29T12:30:00Z; default: now");
  adding->footer(
      "Several processes may add at the same time. With several subjects, each is the device "
      "DEVICE/SUBJECT.\n"
      "Exit code: 0 added, 2 bad input, or the device already has a run of this time.\n"
      "Example: bindpose history add farm.db results --device shelf-3");
  adding->callback([options, &exit_code] { exit_code = done(add(*options)); });
  CLI::App* showing =
      history->add_subcommand("show", "Show which device or driver broke which tests, and when");
  showing->add_option("FILE", options->file, "The history")->required();
  CLI::Option* const json = showing->add_flag("--json", options->json, "For programs");
  showing
      ->add_option("--out", options->out, "Folder for report.html: devices by algorithms, and every change")
      ->excludes(json);
  showing->footer(
      "Exit code: 0 no device fails now, 1 one fails, 2 bad input.\n"
      "Example: bindpose history show farm.db --out farm");
  showing->callback([options, &exit_code] { exit_code = done(show(*options)); });
}

}  // namespace bindpose::conformance
