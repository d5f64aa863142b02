// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/compare.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/cli/commands.h"
#include "conformance/gate/merge.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

struct CompareOptions {
  std::string before, after;
  bool json = false, markdown = false;
};

std::string as_asked(const auto& comparison, const CompareOptions& options) {
  if (options.json) return comparison_json(comparison);
  return options.markdown ? comparison_markdown(comparison) : comparison_text(comparison);
}

Expected<int> compare_device_lists(const CompareOptions& options) {
  BINDPOSE_TRY(const auto before, read_device_list(options.before));
  BINDPOSE_TRY(const auto after, read_device_list(options.after));
  const DeviceComparison comparison = compare(before, after);
  fmt::print("{}", as_asked(comparison, options));
  return comparison.exit_code();
}

int compare_runs(const CompareOptions& options) {
  const auto before = read_results(options.before), after = read_results(options.after);
  for (const auto& [path, results] :
       {std::pair(&options.before, &before), std::pair(&options.after, &after)}) {
    if (*results)
      for (const std::string& note : (*results)->notes)
        print_notes({fmt::format("{}: {}", *path, note)});
    else
      refuse(results->error());
  }
  if (!before || !after) return 2;
  const Comparison comparison = compare(*before, *after);
  fmt::print("{}", as_asked(comparison, options));
  return comparison.exit_code();
}

int run_compare(const CompareOptions& options) {
  const bool devices = is_device_list(options.before) || is_device_list(options.after);
  return devices ? done(compare_device_lists(options)) : compare_runs(options);
}

Expected<int> run_merge(const std::string& out, const std::vector<std::string>& folders) {
  std::vector<Results> shards;
  for (const std::string& folder : folders) {
    BINDPOSE_TRY(auto shard, read_results(folder));
    shards.push_back(std::move(shard));
  }
  BINDPOSE_TRY(const auto merged, merge(shards));
  BINDPOSE_CHECK(write_merged(out, merged));
  for (const std::string& warning : merged.warnings)
    fmt::print(stderr, "warning: {}\n", warning);
  const auto bad = std::ranges::count_if(
      merged.entries, [](const ResultEntry& entry) { return !is_expected(entry.verdict.outcome); });
  fmt::print(
      "{} tests of {} shards, {} not as expected\nresults in {}: results.json junit.xml results.csv "
      "failures.csv\n",
      merged.entries.size(), shards.size(), bad, out);
  return merged.exit_code;
}

}  // namespace

void add_compare_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* compare = app.add_subcommand(
      "compare",
      "What broke and what was mended between two results, or what two lists of devices say otherwise");
  compare
      ->add_option("OLD", options->before,
                   "A result folder, or its results.json; or what devices --json printed")
      ->required();
  compare->add_option("NEW", options->after, "Another")->required();
  CLI::Option* json = compare->add_flag("--json", options->json, "For programs");
  compare->add_flag("--markdown", options->markdown, "For a comment on a merge request")->excludes(json);
  compare->footer(
      "Exit code: 0 nothing broke, 1 something broke, vanished, or came and is not as expected - or a device "
      "says "
      "something else -, 2 bad input.\n"
      "Example: bindpose compare results-main results\n"
      "Example: bindpose devices --card --json > new.json; \\\n"
      "           bindpose compare old.json new.json");
  compare->callback([options, &exit_code] { exit_code = run_compare(*options); });
}

void add_merge_command(CLI::App& app, int& exit_code) {
  auto out = std::make_shared<std::string>();
  auto folders = std::make_shared<std::vector<std::string>>();
  CLI::App* merge = app.add_subcommand("merge", "Put the results of a run's shards together");
  merge->add_option("OUT", *out, "Folder for the whole run's files")->required();
  merge->add_option("DIR", *folders, "The shards' result folders")->required();
  merge->footer(
      "Nothing is written unless every planned test has one result.\n"
      "Exit code: as the whole run's; 2 where a test is missing or has two results, which are named.\n"
      "Example: bindpose merge results shard-*/results");
  merge->callback([out, folders, &exit_code] { exit_code = done(run_merge(*out, *folders)); });
}

}  // namespace bindpose::conformance
