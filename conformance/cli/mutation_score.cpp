// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutation_score/mutation_score.h"

#include <algorithm>
#include <thread>

#include "conformance/cases/cases.h"
#include "conformance/cli/commands.h"
#include "conformance/grade/rubric.h"
#include "conformance/mutation_score/kept.h"
#include "conformance/mutation_score/undetected.h"
#include "conformance/run/suite.h"
#include "reference/io/progress_line.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

struct MutationScoreOptions {
  std::vector<std::string> globs;
  unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  bool json = false, brief = false, readings_alone = false;
  std::string keep_smoke, keep_matrix, keep_catches, rubric;
};

/// Items that no case distinguishes. all: the run has all cases, so that a reason without such an item is an
/// error.
Expected<UndetectedReport> report_readings(const Readings& readings, std::span<const Case* const> cases,
                                           bool all) {
  BINDPOSE_TRY(auto reasons, kept_reasons(reasons_of_readings));
  const std::vector<std::string> missing = readings.missing(cases);
  if (!all)
    std::erase_if(reasons, [&missing](const UndetectedReason& reason) {
      return std::ranges::none_of(
          missing, [&reason](const std::string& name) { return matches_glob(name, reason.pattern); });
    });
  UndetectedReport report = report_undetected(missing, reasons, reasons_of_readings);
  report.text += fmt::format("of {} items in all\n", Readings::count(cases));
  return report;
}

Expected<int> run_mutation_score(const MutationScoreOptions& options) {
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
  BINDPOSE_TRY(const MutationScoreMatrix matrix,
               measure_power(cases, options.threads, go_on, {!options.readings_alone, &readings}));
  line.clear();
  BINDPOSE_TRY(const UndetectedReport distinguished, report_readings(readings, cases, options.globs.empty()));
  if (options.readings_alone) {
    fmt::print("{}{}", distinguished.text, loose_text(matrix));
    return distinguished.is_whole ? 0 : 1;
  }
  if (!options.keep_smoke.empty()) BINDPOSE_CHECK(write_file(options.keep_smoke, smoke_text(matrix)));
  if (!options.keep_matrix.empty())
    BINDPOSE_CHECK(write_file(options.keep_matrix, mutation_score_csv(matrix)));
  if (!options.keep_catches.empty()) BINDPOSE_CHECK(write_file(options.keep_catches, catches_csv(matrix)));
  UndetectedReport undetected;  // only for all cases: a few cases detect little
  if (options.globs.empty()) {
    BINDPOSE_TRY(const auto reasons, kept_reasons(reasons_of_undetected));
    undetected = report_undetected(undetected_of(matrix), reasons);
    undetected.text += distinguished.text;
    undetected.is_whole = undetected.is_whole && distinguished.is_whole;
  }
  fmt::print("{}", options.json ? mutation_score_json(matrix)
                                : mutation_score_text(matrix, options.brief) + undetected.text + kept_text());
  return is_whole(matrix, sights_of(matrix)) && undetected.is_whole ? 0 : 1;
}

/// A defect with which an exercise would give full points, and the cheapest built-in case that detects it.
struct FullPoints {
  const Defect* defect;
  const Case* detected_by;
};

/// Only cases with the same algorithm and options as one of the exercise's cases count.
std::vector<FullPoints> full_points_of(const Exercise& exercise, const MutationScoreMatrix& matrix,
                                       const std::vector<Sight>& sights) {
  std::set<const Case*> own;
  std::set<std::tuple<const Algorithm*, Level, Options>> asked;
  for (const RubricCase& each : exercise.cases) {
    own.insert(each.from);
    asked.emplace(each.from->algorithm, each.from->level, each.from->options);
  }
  std::vector<FullPoints> found;
  std::set<const Defect*> seen, listed;
  for (const Sight& sight : sights)
    for (const std::size_t c : sight.killers)
      if (own.contains(matrix.cases[c])) seen.insert(matrix.defects[sight.defect]);
  for (const Sight& sight : sights) {
    const Defect* const defect = matrix.defects[sight.defect];
    const auto killer = std::ranges::find_if(sight.killers, [&](std::size_t c) {
      const Case& each = *matrix.cases[c];
      return asked.contains({each.algorithm, each.level, each.options});
    });
    if (killer != sight.killers.end() && !seen.contains(defect) && listed.insert(defect).second)
      found.push_back({defect, matrix.cases[*killer]});
  }
  return found;
}

Expected<int> run_rubric(const MutationScoreOptions& options) {
  BINDPOSE_TRY(const Rubric rubric, read_rubric(options.rubric));
  std::vector<const Case*> cases;
  std::set<std::pair<const Algorithm*, Level>> asked;
  for (const Exercise& exercise : rubric.exercises)
    for (const RubricCase& each : exercise.cases) {
      if (std::ranges::find(cases, each.from) == cases.end()) cases.push_back(each.from);
      asked.emplace(each.from->algorithm, each.from->level);
    }
  for (const Case& c : built_in_cases())
    if (asked.contains({c.algorithm, c.level}) && is_asked(c, rubric.accept) &&
        std::ranges::find(cases, &c) == cases.end())
      cases.push_back(&c);
  catch_interrupts();
  ProgressLine line;
  const auto go_on = [&](std::size_t done) {
    line.show(done, cases.size());
    return !interrupted();
  };
  BINDPOSE_TRY(const MutationScoreMatrix matrix, measure_power(cases, options.threads, go_on));
  line.clear();
  const std::vector<Sight> sights = sights_of(matrix);
  std::size_t count = 0;
  for (const Exercise& exercise : rubric.exercises) {
    const std::vector<FullPoints> found = full_points_of(exercise, matrix, sights);
    count += found.size();
    if (found.empty()) continue;
    say(stdout, "{}: {} would get full points\n", one_line(exercise.title), counted(found.size(), "defect"));
    for (const FullPoints& each : found)
      fmt::print("  {}: {}; {} detects it\n", each.defect->id, each.defect->sentence, each.detected_by->name);
  }
  if (count == 0) fmt::print("no known defect would get full points\n");
  return count == 0 ? 0 : 1;
}

}  // namespace

void add_mutation_score_command(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<MutationScoreOptions>();
  CLI::App* score = app.add_subcommand(
      "mutation-score",
      "Check that the built-in cases detect every registered defect, and distinguish every option value, "
      "pair of values and page code; exit code 1 if they do not and no reason is known");
  score->alias("power");  // its name before 0.2
  score->add_option("--filter", options->globs, "Only cases whose names match one of these globs");
  score->add_option("-j,--threads", options->threads, "Cases at a time")
      ->check(CLI::Range(1U, 1024U))
      ->capture_default_str();
  score->add_flag("--readings", options->readings_alone,
                  "List only the option values, pairs of values, and page codes that no case distinguishes");
  score->add_flag("--json", options->json, "For programs, with the cases that detect each defect");
  score->add_flag("--brief", options->brief, "Only problems, without possible improvements");
  score->add_option(
      "--keep-smoke", options->keep_smoke,
      "Chooses the few cases of bindpose test --smoke and writes them there: conformance/cases/smoke.inc");
  score->add_option(
      "--keep-matrix", options->keep_matrix,
      "Writes there, as CSV, which cases detect which defect: conformance/mutation_score/matrix.csv");
  score->add_option("--keep-catches", options->keep_catches,
                    "Writes there, as CSV, the rarest defects that each case detects: "
                    "conformance/mutation_score/catches.csv");
  score
      ->add_option("--rubric", options->rubric,
                   "Lists the known defects with which a submission would get full points, and for each a "
                   "case that detects it; exit code 1 if there are any")
      ->excludes("--filter");
  score->footer(
      "Example: bindpose mutation-score --filter 'skinning.*'\nExample: bindpose mutation-score --rubric "
      "rubric.json");
  score->callback([options, &exit_code] {
    exit_code = done(options->rubric.empty() ? run_mutation_score(*options) : run_rubric(*options));
  });
}

}  // namespace bindpose::conformance
