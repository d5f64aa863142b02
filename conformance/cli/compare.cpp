// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/compare.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/cli/commands.h"
#include "conformance/cli/help.h"
#include "conformance/gate/merge.h"
#include "conformance/report/agreement.h"
#include "conformance/report/diagnosis_json.h"
#include "conformance/report/page_parts.h"
#include "reference/io/safetensors.h"

namespace fs = std::filesystem;

namespace bindpose::conformance {
namespace {

struct CompareOptions {
  std::string before, after;
  bool json = false, markdown = false;
  std::string out;                    ///< folder for the page; empty: no page
  std::vector<std::string> subjects;  ///< a subject of OLD and one of NEW; empty: all
  double slower_than = 0;             ///< names tests that became slower by this factor; 0: none
};

std::string plain_text(const Comparison& comparison, std::size_t columns) {
  return comparison_text(comparison, columns);
}
std::string plain_text(const DeviceComparison& comparison, std::size_t columns) {
  return wrapped_lines(comparison_text(comparison), columns);
}

std::string as_asked(const auto& comparison, const CompareOptions& options) {
  if (options.json) return comparison_json(comparison);
  return options.markdown ? comparison_markdown(comparison)
                          : plain_text(comparison, terminal_columns(stdout));
}

/// The address of a run's report.html for a page in `folder`; empty if the run has no report.
std::string page_beside(const fs::path& run, const std::string& folder) {
  std::error_code error;
  const bool is_folder = fs::is_directory(run, error);
  if (!is_folder && run.filename() != "results.json") return "";
  const fs::path page = (is_folder ? run : run.parent_path()) / "report.html";
  if (!fs::exists(page, error)) return "";
  const fs::path address = fs::proximate(fs::absolute(page), fs::absolute(folder), error);
  // After "./", a colon does not end a URL scheme.
  return error ? "" : "./" + url_escaped(address.string(), "-_./~");
}

ComparedRun compared_run(const std::string& place, const CompareOptions& options) {
  return {place, options.out.empty() ? "" : page_beside(place, options.out)};
}

/// Refuses the folder of a run, because its own page has the same name. Error ARGUMENT.
Expected<void> check_folder(const CompareOptions& options) {
  std::error_code error;
  if (!options.out.empty() && fs::exists(fs::path(options.out) / "results.json", error))
    return fail("ARGUMENT", "--out",
                fmt::format("expected a folder for the comparison; '{}' has a run, whose report.html it "
                            "would replace",
                            printable(options.out)));
  return {};
}

/// Prints the comparison and writes the page on request. Returns the exit code.
Expected<int> tell(const auto& comparison, const CompareOptions& options, const ComparedRun& before,
                   const ComparedRun& after) {
  fmt::print("{}", as_asked(comparison, options));
  if (options.out.empty()) return comparison.exit_code();
  BINDPOSE_CHECK(make_folder(options.out));
  BINDPOSE_CHECK(
      write_file(fs::path(options.out) / "report.html", comparison_page(comparison, before, after)));
  if (!options.json && !options.markdown)
    fmt::print("comparison in {}: report.html\n", clean_line(options.out));
  return comparison.exit_code();
}

Expected<int> compare_device_lists(const CompareOptions& options) {
  BINDPOSE_TRY(const auto before, read_device_list(options.before));
  BINDPOSE_TRY(const auto after, read_device_list(options.after));
  return tell(compare(before, after), options, {options.before}, {options.after});
}

/// Results of a finished run. Errors: those of read_results(); RESULTS_UNFINISHED also after a
/// signal, since tests that did not run would look like regressions.
Expected<Results> finished_results(const std::string& place) {
  BINDPOSE_TRY(auto results, read_results(place));
  if (results.interrupted)
    return fail("RESULTS_UNFINISHED", results.place,
                "a signal has interrupted this run; the same command with --resume finishes it");
  return results;
}

/// Compares tests of two subjects by case and variant: of the subjects that the options name, or of
/// runs with one subject each and no common test. Error SUBJECT_UNKNOWN.
Expected<void> pair_subjects(Results& before, Results& after, const CompareOptions& options) {
  std::vector<std::string> pair = options.subjects;
  if (pair.empty()) {
    const std::set<std::string> then = subjects_in(before), now = subjects_in(after);
    if (then.size() != 1 || now.size() != 1 || then == now) return {};
    pair = {*then.begin(), *now.begin()};
  }
  print_notes({fmt::format("'{}' and '{}' are compared by case and variant", printable(pair[0]),
                           printable(pair[1]))});
  BINDPOSE_TRY(before, results_of_subject(std::move(before), pair[0]));
  BINDPOSE_TRY(after, results_of_subject(std::move(after), pair[1]));
  return {};
}

Expected<int> compare_runs(const CompareOptions& options) {
  auto before = finished_results(options.before), after = finished_results(options.after);
  ComparedRun old_run = compared_run(options.before, options), new_run = compared_run(options.after, options);
  for (const auto& [run, results] : {std::pair(&old_run, &before), std::pair(&new_run, &after)}) {
    if (!*results) {
      refuse(results->error());
      continue;
    }
    run->notes = (*results)->notes;
    run->facts = facts_of(**results);
    for (const std::string& note : run->notes)
      print_notes({fmt::format("{}: {}", run->place, note)});
  }
  if (!before || !after) return 2;
  BINDPOSE_CHECK(pair_subjects(*before, *after, options));
  return tell(compare(*before, *after, options.slower_than), options, old_run, new_run);
}

Expected<int> run_compare(const CompareOptions& options) {
  BINDPOSE_CHECK(check_folder(options));
  const bool devices = is_device_list(options.before) || is_device_list(options.after);
  if (devices && options.slower_than > 0)
    return fail("ARGUMENT", "--slower-than", "is for results: device lists have no test times");
  return devices ? compare_device_lists(options) : compare_runs(options);
}

Expected<Merged> merged_of(const std::vector<std::string>& folders) {
  std::vector<Results> shards;
  for (const std::string& folder : folders) {
    BINDPOSE_TRY(auto shard, read_results(folder));
    shards.push_back(std::move(shard));
  }
  return merge(shards);
}

Expected<int> run_merge(const std::string& out, const std::vector<std::string>& folders) {
  const auto merged_or_error = merged_of(folders);
  if (!merged_or_error) {
    if (std::ranges::find(folders, out) == folders.end()) discard_earlier_run(out);
    return tl::unexpected(merged_or_error.error());
  }
  const Merged& merged = *merged_or_error;
  BINDPOSE_CHECK(write_merged(out, merged));
  for (const std::string& warning : merged.warnings)
    say(stderr, "warning: {}\n", warning);
  for (const std::string& line : diagnosis_lines(merged))
    say(stdout, "{}\n", line);
  const auto bad = std::ranges::count_if(
      merged.entries, [](const ResultEntry& entry) { return !is_expected(entry.verdict.outcome); });
  say(stdout,
      "{} tests of {} shards, {} not as expected\nresults in {}: results.json junit.xml results.csv "
      "failures.csv\n",
      merged.entries.size(), folders.size(), bad, one_line(out));
  return merged.exit_code;
}

}  // namespace

void add_compare_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* compare = app.add_subcommand(
      "compare", "Regressions and fixes between two results, or differences between two lists of devices");
  compare
      ->add_option("OLD", options->before,
                   "A result folder, or its results.json; or what devices --json printed")
      ->required();
  compare->add_option("NEW", options->after, "Another")->required();
  CLI::Option* json = compare->add_flag("--json", options->json, "For programs");
  compare->add_flag("--markdown", options->markdown, "Markdown, for a comment on a merge request")
      ->excludes(json);
  compare->add_option("--out", options->out,
                      "Folder for report.html, the comparison as a page; not one of the two inputs");
  compare
      ->add_option("--subjects", options->subjects,
                   "A subject of OLD and one of NEW, which may be the same run: compared by case and variant")
      ->expected(2);
  compare
      ->add_option(
          "--slower-than", options->slower_than,
          fmt::format("Also name tests whose subject became slower by more than this factor and takes {} s "
                      "or more: 'slower', exit code 1. With --times, the fastest run counts",
                      least_slow_seconds))
      ->check([](const std::string& text) {
        return std::strtod(text.c_str(), nullptr) >= 1 ? "" : std::string("expected a number, 1 or more");
      });
  compare->footer(
      "Exit code: 0 no regression; 1 a test broke, is missing, did not run, became slower (--slower-than), "
      "or is new and not as expected, or a device list changed; 2 bad input, or a run that did not end.\n"
      "Example: bindpose compare results-main results --slower-than 5\n"
      "Example: bindpose compare results-main results --out compared\n"
      "Example: bindpose compare results results --subjects gpu vulkan\n"
      "Example: bindpose devices --card --json > new.json; \\\n"
      "           bindpose compare old.json new.json");
  compare->callback([options, &exit_code] { exit_code = done(run_compare(*options)); });
}

void add_merge_command(CLI::App& app, int& exit_code) {
  auto out = std::make_shared<std::string>();
  auto folders = std::make_shared<std::vector<std::string>>();
  CLI::App* merge = app.add_subcommand("merge", "Merge the results of a run's shards");
  merge->add_option("OUT", *out, "Folder for the whole run's files")->required();
  merge->add_option("DIR", *folders, "The shards' result folders")->required();
  merge->footer(
      "Nothing is written unless every planned test has one result.\n"
      "Exit code: as of an unsharded run; 2 if a test is missing or has two results; the message names such "
      "tests.\n"
      "Example: bindpose merge results shard-*/results");
  merge->callback([out, folders, &exit_code] { exit_code = done(run_merge(*out, *folders)); });
}

namespace {

Way way_of(const ResultEntry& entry, const std::string& place) {
  const Options variant = texts_in(entry.json, "variant");
  return {question_of(entry.name, variant),           entry.subject, variant, entry.verdict.bits,
          entry.verdict.is_repeatable.value_or(true), place};
}

/// True if a test failed in its first or last try; empty if the subject was not judged.
std::optional<bool> has_failed(const Verdict& verdict) {
  const Outcome outcome = verdict.judged.value_or(verdict.outcome);
  if (verdict.outcome == Outcome::flake) return true;
  if (!facts(outcome).judged || !facts(outcome).answered) return std::nullopt;
  return !is_expected(outcome);
}

/// The devices of a run's subjects, by the subject's name.
std::map<std::string, std::string> devices_in(const Results& run) {
  std::map<std::string, std::string> devices;
  for (const auto& subject : run.json["subjects"]) {
    const auto info = texts_in(subject, "info");
    std::string& device = devices[text_in(subject, "name")];
    for (const char* key : {"renderer", "vendor", "version"})
      device += value_of(info, key) + "\n";
  }
  return devices;
}

/// Reads one run at a time, because the complete results of a farm would not fit into memory.
Expected<int> run_agree(const std::vector<std::string>& places, bool json) {
  SideBySide all;
  for (const std::string& place : places) {
    BINDPOSE_TRY(const auto run, read_results(place));
    const auto devices = devices_in(run);
    for (const ResultEntry& entry : run.entries) {
      if (!entry.verdict.bits.empty()) all.add(way_of(entry, place));
      if (const auto failed = has_failed(entry.verdict))
        all.count_run(entry.name, value_of(devices, entry.subject), *failed);
    }
  }
  const Agreement agreement = all.agreement();
  if (agreement.questions == 0 && agreement.flaky.empty())
    return fail("NO_AGREEMENT", places.front(),
                "no input has two outputs to compare; results of older versions have no hashes of outputs");
  if (json)
    fmt::print("{}", agreement_json(agreement));
  else
    say(stdout, "{}", agreement_text(agreement));
  const bool is_steady = agreement.not_repeatable == 0 && agreement.flaky.empty();
  return agreement.same == agreement.questions && is_steady ? 0 : 1;
}

}  // namespace

void add_agree_command(CLI::App& app, int& exit_code) {
  auto places = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<bool>(false);
  CLI::App* agree = app.add_subcommand(
      "agree", "Find which devices and combinations give the same bits, and which one is the outlier");
  agree->add_option("RESULTS", *places, "Result folders, or their results.json; also of other machines")
      ->required();
  agree->add_flag("--json", *json, "For programs");
  agree->footer(
      "Two right outputs may differ, because each only has to be within its bound. If they differ, agree "
      "names the outlier.\n"
      "For several runs on one device, it also names tests that fail in some runs only: 'failed in 2 of 10 "
      "runs'.\n"
      "Exit code: 0 every input has one output, 1 some have several or a test is flaky, 2 bad input, "
      "or nothing to compare.\n"
      "Example: bindpose agree results-llvmpipe results-nvidia results-amd");
  agree->callback([places, json, &exit_code] { exit_code = done(run_agree(*places, *json)); });
}

}  // namespace bindpose::conformance
