// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/judge/displacement.h"
#include "conformance/judge/named_defects.h"
#include "conformance/report/agreement.h"
#include "conformance/report/markdown.h"
#include "conformance/report/run_page.h"
#include "conformance/report/text.h"
#include "conformance/run/self_test_case.h"
#include "conformance/subjects/self_test.h"
#include "reference/algorithms.h"
#include "reference/io/lines.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t screen_lines = 24;                  // lines of a run without failures
constexpr std::size_t most_groups = 6, all_groups = 100;  // lines of failures; with --verbose
constexpr std::size_t most_subjects = 8;                  // lines if all pass
constexpr std::size_t most_warnings = 5;                  // lines of a file; results.json has more
constexpr std::size_t fact_column = 13, group_column = 18;

using CountBy = std::map<std::string, std::size_t>;

/// "3: reason, 2: another", the most frequent first.
std::string words_of(const CountBy& counts) {
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::ranges::greater{}, &std::pair<std::string, std::size_t>::second);
  std::vector<std::string> words;
  for (const auto& [word, count] : sorted)
    words.push_back(fmt::format("{} {}", count, word));
  return fmt::format("{}", fmt::join(words, ", "));
}

/// True if no numbers can be shown: the detail is the reason.
bool is_without_answer(const Verdict& verdict) {
  return verdict.outcome != Outcome::fail || verdict.arrays.empty();
}

std::string shown_name(const Suite& suite, std::size_t s) {
  return clean_line(suite.subjects()[s]->name());
}

/// The counts of the last line, summed over all subjects.
struct Ending {
  std::map<Outcome, std::size_t> outcomes;
  CountBy accepted, without;    ///< classes and policies; arrays that subjects declare to be without
  std::size_t not_started = 0;  ///< subjects; their one result is not among the outcomes
  std::size_t accepted_tests = 0, unjudged_assets = 0, not_run = 0;

  std::size_t count(Outcome outcome) const {
    const auto entry = outcomes.find(outcome);
    return entry == outcomes.end() ? 0 : entry->second;
  }
  bool all_pass() const {
    return not_started + accepted_tests + unjudged_assets == 0 && without.empty() &&
           std::ranges::all_of(outcomes, [](const auto& each) { return each.first == Outcome::pass; });
  }
};

/// True for the one result of a subject that did not start. It is not a test.
bool is_start(const Record& record) {
  return record.from == &start_case();
}

Ending count_all(const Suite& suite, const RunReport& run) {
  Ending ending;
  for (const Record& record : suite.records()) {
    const Verdict& verdict = record.verdict;
    if (!is_reported(record)) continue;
    ++(is_start(record) ? ending.not_started : ending.outcomes[verdict.outcome]);
    for (const std::string& array : verdict.not_asked)
      ++ending.without[array];
    if (!is_on_terms(verdict)) continue;
    ++ending.accepted_tests;
    if (!verdict.precision_class.empty()) ++ending.accepted["within " + verdict.precision_class];
    if (!verdict.policy.empty()) ++ending.accepted["by " + verdict.policy];
  }
  if (!run.missing.empty()) ending.outcomes[Outcome::missing] += run.missing.size();
  if (!interrupted()) ending.not_run = run.not_run.size();
  ending.unjudged_assets = static_cast<std::size_t>(std::ranges::count_if(
      run.assets, [](const AssetReport& asset) { return asset.cases == 0 || !asset.error.empty(); }));
  return ending;
}

/// "139 passed (5 of them accepted), 2 failed, 7 not supported, 1 asset not judged"
std::string words_of(const Ending& ending) {
  std::vector<std::string> parts = {fmt::format("{} passed", ending.count(Outcome::pass))};
  if (ending.accepted_tests > 0) parts.back() += fmt::format(" ({} of them accepted)", ending.accepted_tests);
  const auto word = [](Outcome outcome) {
    return outcome == Outcome::fail            ? "failed"
           : outcome == Outcome::not_supported ? "not supported"
                                               : to_string(outcome);
  };
  for (const bool is_as_expected : {false, true})
    for (const auto& [outcome, count] : ending.outcomes)
      if (outcome != Outcome::pass && is_expected(outcome) == is_as_expected)
        parts.push_back(fmt::format("{} {}", count, word(outcome)));
  if (ending.not_started > 0) parts.push_back(counted(ending.not_started, "subject") + " did not start");
  for (const auto& [array, count] : ending.without)
    parts.push_back(fmt::format("{} without {}", count, array));
  if (ending.unjudged_assets > 0) parts.push_back(counted(ending.unjudged_assets, "asset") + " not judged");
  if (ending.not_run > 0) parts.push_back(fmt::format("{} not run (--max-failures)", ending.not_run));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// True if the subject is judged only on assets, like a page.
bool knows_assets_alone(const Subject& subject) {
  const auto takes = [&subject](Level level) {
    return std::ranges::any_of(algorithms(), [&](const Algorithm& algorithm) {
      return !subject.variants(algorithm, level).empty();
    });
  };
  return takes(Level::asset) && !takes(Level::palette) && !takes(Level::pose);
}

/// " web:page.html is judged on assets only: name glTF files with --asset." Empty if nothing ran for another
/// reason.
std::string asset_hint(const Suite& suite, const RunReport& run) {
  if (!run.assets.empty()) return "";
  std::vector<std::string> names;
  for (std::size_t s = 0; s < suite.subjects().size(); ++s) {
    const Subject& subject = *suite.subjects()[s];
    const bool has_tests =
        std::ranges::any_of(suite.records(), [s](const Record& r) { return r.subject == s; });
    if (!has_tests && knows_assets_alone(subject)) names.push_back(clean_line(subject.name()));
  }
  if (names.empty()) return "";
  return fmt::format(" {} {} judged on assets only: name glTF files with --asset.", fmt::join(names, ", "),
                     names.size() == 1 ? "is" : "are");
}

/// Failures with one cause: one known defect, class or policy over all algorithms, else one algorithm and stage,
/// else one reason for missing outputs.
struct Cause {
  std::size_t subject = 0;
  Outcome outcome = Outcome::fail;
  std::string name, algorithm;
  auto operator<=>(const Cause&) const = default;
};

FailureGroup group_of(const Suite& suite, const Record& record) {
  return group_of(suite.subjects()[record.subject]->name(), *record.from->algorithm, record.verdict);
}

/// The reason why an output is missing.
std::string reason_of(const Verdict& verdict) {
  if (verdict.outcome != Outcome::unexpected_improvement) return verdict.detail;
  return fmt::format("{}; its verdict is now {}; --update-baseline updates it",
                     facts(verdict.outcome).meaning, to_string(verdict.judged.value_or(verdict.outcome)));
}

Cause cause_of(const Suite& suite, const Record& record) {
  const Verdict& verdict = record.verdict;
  if (is_without_answer(verdict)) {
    std::string reason = reason_of(verdict);
    // "positions[20].y is nan" is the same cause in every row. The second line names the vertex and the joint.
    if (verdict.outcome == Outcome::invalid_output)
      reason = without_numbers(first_line(reason));
    else if (verdict.outcome == Outcome::fail)
      reason = without_numbers(reason);
    else if (verdict.outcome == Outcome::missing && verdict.error)
      reason = verdict.error->message;  // for any file
    return {record.subject, verdict.outcome, reason, ""};
  }
  const FailureGroup group = group_of(suite, record);
  const bool is_known = !group.cause.empty() && !group.is_of_stage;
  return {record.subject, verdict.outcome, group.cause, is_known ? "" : group.algorithm};
}

struct Failures {
  Cause cause;
  std::vector<const Record*> tests;
  const Record* shown = nullptr;   ///< the test whose numbers are printed
  std::optional<Finding> finding;  ///< number of the shown test
};

/// Chooses the test that the page also shows, or else the one farthest outside its bounds.
void choose_shown(const Suite& suite, const RunReport& run, Failures& failures) {
  failures.shown = *std::ranges::max_element(failures.tests, {},
                                             [](const Record* each) { return each->verdict.worst_fraction; });
  if (run.findings == nullptr || is_without_answer(failures.shown->verdict)) return;
  std::vector<GroupedTest> tests;
  for (const Record* record : failures.tests)
    tests.push_back({group_of(suite, *record), record->name, record->verdict.bits});
  failures.finding = run.findings->best_of(tests);
  if (failures.finding)
    failures.shown = *std::ranges::find(failures.tests, failures.finding->test, &Record::name);
}

/// The largest groups first. The last line also counts tests that did not run because of an interruption.
std::vector<Failures> failures_of(const Suite& suite, const RunReport& run) {
  std::vector<Failures> all;
  std::map<Cause, std::size_t> places;
  for (const Record& record : suite.records()) {
    if (is_expected(record.verdict.outcome) || !record.ran) continue;
    const Cause cause = cause_of(suite, record);
    const auto [place, is_new] = places.emplace(cause, all.size());
    if (is_new) all.push_back({cause, {}, nullptr, {}});
    all[place->second].tests.push_back(&record);
  }
  std::ranges::stable_sort(all, std::ranges::greater{},
                           [](const Failures& each) { return each.tests.size(); });
  for (Failures& each : all)
    choose_shown(suite, run, each);
  return all;
}

std::string stage_words(const Failures& failures) {
  if (!failures.finding || failures.finding->first_wrong.source == StageSource::none)
    return failures.shown->verdict.first_wrong_stage.empty()
               ? ""
               : "first wrong stage: " + failures.shown->verdict.first_wrong_stage;
  const FirstWrong& first = failures.finding->first_wrong;
  constexpr StageSource after[] = {StageSource::given_after, StageSource::defect_after,
                                   StageSource::given_by_test};
  return std::ranges::count(after, first.source) > 0 ? fmt::format("right up to stage {}", first.stage)
                                                     : fmt::format("first wrong stage: {}", first.stage);
}

bool keeps_state(const RunReport& run, const Failures& failures) {
  return keeps_state(run, failures.cause.subject, *failures.shown->from->algorithm);
}

/// The known defect, class or policy; otherwise the common cause of all wrong numbers of the subject.
std::vector<std::string> why_words(const Failures& failures, const RunReport& run) {
  const Verdict& verdict = failures.shown->verdict;
  const std::string stage = stage_words(failures);
  if (!verdict.defect.empty()) {
    const Defect* const defect = named_defect(verdict);
    return {verdict.defect, stage, defect == nullptr ? "" : std::string(defect->symptom)};
  }
  if (!verdict.policy.empty())
    return {fmt::format("it computes {}", verdict.policy), "declare it or --accept", stage};
  if (!verdict.precision_class.empty())
    return {fmt::format("only as precise as {}", verdict.precision_class), "see --accept", stage};
  if (keeps_state(run, failures)) return {"it keeps state between tests", "alone, a test passes"};
  const std::size_t s = failures.cause.subject;
  const bool is_named =
      s < run.diagnoses.size() && std::ranges::any_of(run.diagnoses[s], [](const Diagnosis& diagnosis) {
        return !names_none(diagnosis);
      });
  if (is_named) return {"not known by itself", "see the diagnosis below", stage};
  return {"no known defect", stage};
}

std::string where_words(const Suite& suite, const Failures& failures) {
  const Verdict& verdict = failures.shown->verdict;
  if (failures.finding && failures.finding->displacement) {
    const Displacement& most = *failures.finding->displacement;
    return place_words(most.is_joint, most.vertex, most.joint);
  }
  if (const ArrayVerdict* worst = first_failing(verdict.arrays))
    return place(worst->name, worst->row, worst->component, worst->width);
  return shown_name(suite, failures.cause.subject);
}

/// "vertex 17, joint LeftForeArm; 45 tests; by gpu:surfaceless, compute.ssbo"
std::vector<std::string> where_parts(const Suite& suite, const Failures& failures) {
  std::set<const Algorithm*> of;
  for (const Record* record : failures.tests)
    of.insert(record->from->algorithm);
  std::vector<std::string> parts = {where_words(suite, failures), counted(failures.tests.size(), "test")};
  if (of.size() > 1) parts.back() += fmt::format(" of {} algorithms", of.size());
  const TestName name = parts_of(failures.shown->name);
  if (suite.subjects().size() > 1)
    parts.push_back(fmt::format("subject {}", shown_name(suite, failures.cause.subject)));
  if (name.variant != "default") parts.push_back(fmt::format("variant {}", name.variant));
  return parts;
}

std::vector<std::string> how_much_parts(const Failures& failures) {
  const Verdict& verdict = failures.shown->verdict;
  std::vector<std::string> parts;
  const std::optional<Finding>& finding = failures.finding;
  if (finding && finding->displacement) {
    const Displacement& most = *finding->displacement;
    parts.push_back(length_words(most.metres) + " at most");
    if (most.mesh_size > 0) parts.back() += fmt::format(", {} of the mesh", percent_words(most.share()));
    std::size_t wrong = 0;
    for (const MeshSegment& segment : finding->mesh ? finding->mesh->segments : std::vector<MeshSegment>())
      wrong += segment.wrong;
    if (finding->mesh)
      parts.push_back(
          fmt::format("{} of {} {}", wrong, finding->mesh->vertices, most.is_joint ? "joints" : "vertices"));
  } else if (finding && finding->wrong) {
    parts.push_back(words_of(*finding->wrong));
    if (finding->wrong->has_places) parts.emplace_back("every position is right");
  }
  if (const ArrayVerdict* worst = first_failing(verdict.arrays)) {
    if (parts.empty()) parts.push_back(fmt::format("{:.6g}, expected {:.6g}", worst->got, worst->expected));
    if (worst->bound > 0)
      parts.push_back(fmt::format("{:.3g} times the bound", worst->fraction()));
    else
      parts.emplace_back("must be exact");
    if (!finding) parts.push_back(fmt::format("{} of {} numbers", worst->failing, worst->judged));
  }
  // A verdict of an earlier run has no numbers.
  if (parts.empty()) parts.push_back(shown_text(first_line(verdict.detail)));
  return parts;
}

/// The command begins after the label; its other lines have a small indent, for long names.
void add_command(StyledText& text, const char* label, const std::string& command, std::size_t columns) {
  if (command.empty()) return;
  const std::vector<std::string> lines = wrapped_command(command, columns - std::min(columns, group_column));
  text += fmt::format("{:<{}}{}\n", label, group_column, lines.front());
  for (const std::string& line : std::span(lines).subspan(1))
    text += fmt::format("  {}\n", line);
}

/// The subject, the reason, and the command that finds errors in its adapter.
void add_not_started(StyledText& text, const Suite& suite, const Failures& failures, std::size_t columns) {
  const std::size_t s = failures.cause.subject;
  text += "  ";
  text.add("did not start", style_of(failures.shown->verdict.outcome));
  text += fmt::format("   {}\n", shown_name(suite, s));
  const char* label = "  why";
  const std::string reason = shown_text(reason_of(failures.shown->verdict));
  for (const std::string_view line : lines_of(reason))
    text += entry_text(std::exchange(label, ""), std::string(line), group_column, columns);
  const std::string subject = value_of(suite.subjects()[s]->info(), started_as);
  add_command(text, "    next", "bindpose subject check " + shell_word(subject), columns);
}

/// The reason why an output is missing. In short: its first and last line if they fit into two lines, else its
/// last line.
std::vector<std::string> reason_lines(const Verdict& verdict, std::size_t columns, bool is_verbose) {
  const std::string reason = shown_text(reason_of(verdict));
  const std::vector<std::string_view> lines = lines_of(reason);
  if (is_verbose) return {lines.begin(), lines.end()};
  std::string words(lines.empty() ? "" : lines.front());
  if (lines.size() > 1) words += fmt::format("; {}", lines.back());
  std::vector<std::string> fitting = wrapped(words, columns);
  if (fitting.size() > 2 && lines.size() > 1) fitting = wrapped(std::string(lines.back()), columns);
  if (fitting.size() <= 2) return fitting;
  fitting.resize(2);
  fitting.back() += fitting.back().size() + 4 > columns ? "..." : " ...";
  return fitting;
}

/// At most four lines: the test, why it fails, where, by how much. Missing outputs have more lines if all is shown.
void add_failures(StyledText& text, const Suite& suite, const RunReport& run, const Failures& failures,
                  const SummaryStyle& style) {
  const std::size_t columns = style.columns;
  if (is_start(*failures.shown)) return add_not_started(text, suite, failures, columns);
  const Outcome outcome = failures.shown->verdict.outcome;
  const std::string word(to_string(outcome));
  text += "  ";
  text.add(word, style_of(outcome));
  const std::string& name = failures.shown->from->name;
  const bool is_long = group_column + columns_of(name) > columns;
  const std::size_t blanks = std::max(group_column - 2, word.size() + 1) - word.size();
  text += std::string(is_long ? 1 : blanks, ' ') + name + "\n";
  const std::size_t rest = columns - std::min(columns, group_column);
  const auto add = [&](const char* label, const std::string& words) {
    text += entry_text(label, words, group_column, columns);
  };
  if (is_without_answer(failures.shown->verdict)) {
    const char* label = "  why";
    for (const std::string& line : reason_lines(failures.shown->verdict, rest, style.is_verbose))
      add(std::exchange(label, ""), line);
    return add("  where", fitting_parts(where_parts(suite, failures), rest));
  }
  add("  why", fitting_parts(why_words(failures, run), rest));
  add("  where", fitting_parts(where_parts(suite, failures), rest));
  add("  how much", fitting_parts(how_much_parts(failures), rest));
}

void add_missing(StyledText& text, const RunReport& run, std::size_t most, std::size_t columns) {
  for (std::size_t i = 0; i < std::min(run.missing.size(), most); ++i) {
    text += "  ";
    text.add(std::string(to_string(Outcome::missing)), style_of(Outcome::missing));
    text += fmt::format("         {}\n", run.missing[i]);
    text += entry_text("  why", missing_verdict().detail, group_column, columns);
  }
  if (run.missing.size() > most) text += fmt::format("  ... and {} more\n", run.missing.size() - most);
}

/// Commands for the first group: an explanation of its cause, its picture, a program that reproduces it without
/// bindpose.
std::vector<std::string> commands_for(const RunReport& run, const std::vector<Failures>& failures) {
  std::vector<std::string> steps;
  for (const Failures& each : failures)
    if (const std::string& name = each.shown->verdict.defect; !name.empty() && steps.size() < 2) {
      const std::string step = "bindpose explain " + name;
      if (std::ranges::find(steps, step) == steps.end()) steps.push_back(step);
    }
  if (failures.empty() || run.looks.empty()) return steps;
  const Failures& first = failures.front();
  if (keeps_state(run, first)) return steps;
  const Case& from = *first.shown->from;
  const std::string& look = run.looks[first.cause.subject];
  const bool is_known =
      !look.empty() && filter_of(from.name) == from.name;  // these commands do not know fresh cases
  if (!is_known || !first.shown->is_of_numbers() || is_without_answer(first.shown->verdict)) return steps;
  const std::string subject = look + asset_argument(from.name, run);
  const TestName name = parts_of(first.shown->name);
  const std::string shown =
      name.variant == "default" ? from.name : fmt::format("{}/{}/{}", from.name, name.subject, name.variant);
  if (first.finding && first.finding->displacement)
    steps.push_back(fmt::format("bindpose picture {}{} -o wrong.png", shown, subject));
  steps.push_back(fmt::format("bindpose repro {} repro{}", shown, subject));
  return steps;
}

/// Also the command that repeats the shown test of the first group.
std::vector<std::string> next_steps(const RunReport& run, const std::vector<Failures>& failures) {
  std::vector<std::string> steps = commands_for(run, failures);
  if (failures.empty() || is_start(*failures.front().shown)) return steps;
  if (std::string again = command_of(*failures.front().shown, run); !again.empty())
    steps.push_back(std::move(again));
  return steps;
}

std::string device_of(const SubjectInfo& info, bool with_version) {
  std::string text = value_of(info, "renderer");
  if (const std::string software = value_of(info, "software"); !software.empty() && software != "reference")
    text += " [software]";
  const std::string version = value_of(info, "version");
  const bool is_named = version.empty() || text.find(" " + version) != std::string::npos;
  return with_version && !is_named ? text + ", " + version : text;
}

/// "  on llvmpipe (LLVM 15.0.6, 256 bits) [software]", ": Marrow, version 2.1, in C++"
std::string runs_as(const SubjectInfo& info, bool with_version) {
  if (info.contains(start_key)) return " did not start";
  const std::string language = value_of(info, "language"), name = value_of(info, "name");
  if (language.empty() || name.empty() || info.contains("browser"))
    return "  on " + clean_line(device_of(info, with_version));
  const std::string version = with_version ? value_of(info, "version") : "";
  return clean_line(
      fmt::format(": {}{}, in {}", name, version.empty() ? "" : ", version " + version, language));
}

/// "12 of 30 verdicts come from an earlier run (--cache): the subject was not run"
std::string cached_of(const Suite& suite, std::size_t s) {
  std::size_t all = 0, cached = 0, verified = 0;
  for (const Record& record : suite.records())
    if (record.subject == s && record.ran) {
      ++all;
      cached += record.verdict.is_cached ? 1 : 0;
      verified += record.verified ? 1 : 0;
    }
  return cached == 0 ? "" : cached_words(cached, all, verified);
}

/// Why tests of a subject were not supported: by the path of the algorithm, and in total (empty path).
std::map<std::string, CountBy> unsupported_of(const Suite& suite, std::size_t s) {
  std::map<std::string, CountBy> reasons;
  for (const Record& record : suite.records())
    if (record.subject == s && is_reported(record) && record.verdict.outcome == Outcome::not_supported)
      for (const std::string& path : {std::string(), record.from->algorithm->path()})
        ++reasons[path][first_line(record.verdict.detail)];
  return reasons;
}

/// With --verbose: each algorithm, and why some of its tests were not supported.
void add_algorithms(StyledText& text, const Suite& suite, std::size_t s, std::size_t columns) {
  auto unsupported = unsupported_of(suite, s);
  for (const auto& [path, tally] : tally_algorithms(suite, s)) {
    const std::size_t asked = tally.total() - tally.count(Outcome::not_supported);
    const std::size_t passed = tally.count(Outcome::pass);
    std::string words;
    if (asked > 0)
      words =
          fmt::format("{:>5} of {:>5} pass{}, {} numbers", passed, asked,
                      passed == 0 ? "" : fmt::format(", worst {:.3g}", tally.worst_fraction), tally.numbers);
    if (tally.undecided > 0) {
      const auto undecided = static_cast<double>(tally.undecided);
      words += fmt::format(", {:.2g} % undecided",
                           100 * undecided / (undecided + static_cast<double>(tally.numbers)));
    }
    if (tally.count(Outcome::not_supported) > 0)
      words += fmt::format("{}not supported: {}", words.empty() ? "" : "; ", words_of(unsupported[path]));
    text += entry_text("  " + path, words, 33, columns);
  }
}

void add_subject(StyledText& text, const Suite& suite, const RunReport& run, std::size_t s,
                 const Tally& tally, const SummaryStyle& style) {
  const SubjectInfo info = suite.subjects()[s]->info();
  const auto line = [&](bool with_version) { return shown_name(suite, s) + runs_as(info, with_version); };
  const bool is_short = columns_of(line(true)) <= style.columns;
  for (const std::string& each : wrapped(line(style.is_verbose || is_short), style.columns, 4))
    text += each + "\n";
  if (info.contains(start_key)) return;
  text += "  verdicts";
  for (std::size_t o = 0; o < outcome_count; ++o) {
    const auto outcome = static_cast<Outcome>(o);
    const std::size_t count = tally.count(outcome);
    if (outcome != Outcome::pass && outcome != Outcome::fail && count == 0) continue;
    text += "  ";
    text.add(fmt::format("{} {}", count, to_string(outcome)), count == 0 ? Style::plain : style_of(outcome));
  }
  text += "\n";
  const auto fact = [&](const char* label, const std::string& words) {
    if (!words.empty()) text += entry_text(label, words, fact_column, style.columns);
  };
  fact("not known", clean_line(value_of(info, "unknown_algorithms")));
  fact("renamed", clean_line(value_of(info, "renamed_algorithms")));
  fact("cached", cached_of(suite, s));
  if (s < run.diagnoses.size())
    for (const std::string& words : diagnosis_texts(run.diagnoses[s]))
      fact("diagnosis", words);
  if (tally.undecided > tally.numbers / 10)
    fact("undecided",
         fmt::format("{:.2g} % of the numbers", 100 * static_cast<double>(tally.undecided) /
                                                    static_cast<double>(tally.undecided + tally.numbers)));
  if (!style.is_verbose) {
    if (tally.count(Outcome::not_supported) == tally.total())
      fact("reasons", words_of(unsupported_of(suite, s)[""]));
    return;
  }
  for (const char* key : {"isolation", "folder"})
    fact(key, clean_line(value_of(info, key)));
  add_algorithms(text, suite, s, style.columns);
  if (s < run.throughput.size() && run.throughput[s])
    fact("speed",
         fmt::format("{:.3g} million vertices/s (linear blending, 4 influences, normals and tangents)",
                     run.throughput[s]->vertices_per_second * 1e-6));
}

std::string asset_words(const AssetReport& asset, bool is_verbose) {
  if (!asset.error.empty()) {
    const std::vector<std::string_view> errors = lines_of(asset.error);
    const std::string more = errors.size() > 1 ? fmt::format("; and {} more", errors.size() - 1) : "";
    return "not judged: " + shown_text(errors.front()) + more;
  }
  std::string words =
      asset.cases == 0 ? "nothing to judge: the file shows no mesh" : counted(asset.cases, "case");
  if (is_verbose) return words;
  std::set<std::string> codes;
  for (const gltf::Issue& warning : asset.warnings)
    codes.insert(warning.code);
  if (!codes.empty())
    words += fmt::format(", {}: {}", counted(asset.warnings.size(), "warning"), fmt::join(codes, " "));
  if (!asset.notes.empty()) words += ", " + counted(asset.notes.size(), "note");
  return words;
}

void add_assets(StyledText& text, const RunReport& run, const SummaryStyle& style) {
  for (const AssetReport& asset : run.assets) {
    text += entry_text("asset",
                       fmt::format("{}: {}", clean_line(asset.path), asset_words(asset, style.is_verbose)),
                       fact_column, style.columns);
    if (!style.is_verbose) continue;
    for (const std::string& note : asset.notes)
      text += entry_text("  note", note, fact_column, style.columns);
    for (std::size_t i = 0; i < std::min(asset.warnings.size(), most_warnings); ++i)
      text += entry_text("  warning",
                         fmt::format("{} {}: {}", asset.warnings[i].code, asset.warnings[i].pointer,
                                     asset.warnings[i].message),
                         fact_column, style.columns);
    if (asset.warnings.size() > most_warnings)
      text += fmt::format("    ... and {} more warnings, see results.json\n",
                          asset.warnings.size() - most_warnings);
  }
}

/// A row for each family, a column for each subject: the number of passing tests, and the tightest. Empty if it
/// does not fit.
std::string family_table(const Suite& suite, std::size_t columns) {
  const std::size_t subjects = suite.subjects().size();
  std::map<std::string, std::vector<Tally>> families;
  for (const Record& record : suite.records()) {
    if (!record.ran || is_start(record)) continue;
    auto& row = families[std::string(record.from->algorithm->family)];
    row.resize(subjects);
    row[record.subject].add(record.name, record.verdict);
  }
  std::vector<std::vector<std::string>> table = {{"family"}};
  for (std::size_t s = 0; s < subjects; ++s)
    table.front().push_back(subjects == 1 ? "passed, worst error / bound" : shown_name(suite, s));
  for (const auto& [family, row] : families) {
    table.push_back({family});
    for (const Tally& tally : row) {
      const std::size_t asked = tally.total() - tally.count(Outcome::not_supported);
      const std::size_t passed = tally.count(Outcome::pass);
      std::string& cell = table.back().emplace_back("-");
      if (asked > 0) cell = fmt::format("{} of {}", passed, asked);
      if (passed > 0) cell += fmt::format(", {:.3g}", tally.worst_fraction);
    }
  }
  std::string text = in_columns(table, "  ");
  return fits(text, columns) ? text : "";
}

std::string seconds_words(double seconds) {
  return seconds < 120 ? fmt::format("{:.3g} s", seconds) : fmt::format("{:.0f} min", seconds / 60);
}

/// Cases without a test of any subject.
std::size_t count_untested(const Suite& suite) {
  std::set<const Case*> tested;
  for (const Record& record : suite.records())
    if (!is_self_test(record.name)) tested.insert(record.from);
  return suite.case_count() - std::min(suite.case_count(), tested.size());
}

/// "18021 tests of 2624 cases in 20 min; slowest: skinning/linear_blend 310 s, ..."
std::string time_words(const Suite& suite, const RunReport& run, bool is_verbose, std::size_t columns) {
  std::vector<std::string> slowest;
  constexpr double least_seconds = 0.1;
  const std::size_t most_slowest = columns < 100 ? 1 : 2;
  for (const auto& [path, seconds] : slowest_algorithms(suite))
    if (seconds > 0 && (slowest.empty() || (slowest.size() < most_slowest && seconds >= least_seconds)))
      slowest.push_back(fmt::format("{} {}", path, seconds_words(seconds)));
  const auto is_test = [](const Record& record) { return is_reported(record) && !is_start(record); };
  std::string words =
      fmt::format("{} of {} in {}",
                  counted(static_cast<std::size_t>(std::ranges::count_if(suite.records(), is_test)), "test"),
                  counted(suite.case_count(), "case"), seconds_words(run.seconds));
  if (const std::size_t left = count_untested(suite); left > 0)
    words += fmt::format("; {} {} no test here", counted(left, "case"), left == 1 ? "has" : "have");
  if (!slowest.empty()) words += fmt::format("; slowest: {}", fmt::join(slowest, ", "));
  if (const Judging judge = judging(suite); is_verbose && judge.numbers > 0)
    words += fmt::format("; {} expectations, {:.2g} s per million numbers", judge.expectations,
                         judge.seconds_per_million());
  return words;
}

/// Empty if every number is exact. "0.499 of the bound: CASE (gpu:surfaceless, compute.texture)"
std::string tightest_words(const Suite& suite, const std::vector<Tally>& tallies) {
  const auto most = std::ranges::max_element(tallies, {}, &Tally::worst_fraction);
  if (most == tallies.end() || most->worst_fraction == 0) return "";
  const TestName name = parts_of(most->worst_name);
  const std::string variant = name.variant == "default" ? "" : fmt::format(", {}", name.variant);
  const auto subject = static_cast<std::size_t>(most - tallies.begin());
  return fmt::format("{:.3g} of the bound: {} ({}{})", most->worst_fraction, name.case_name,
                     shown_name(suite, subject), variant);
}

std::string agreement_words(const Agreement& agreement) {
  if (agreement.questions == 0) return "";
  std::string words =
      fmt::format("{} of {} by every device and path", agreement.same, counted(agreement.questions, "input"));
  if (!agreement.odd.empty())
    words += fmt::format("; differs most: {}, in {}", agreement.odd.front().who,
                         counted(agreement.odd.front().questions, "input"));
  if (agreement.not_repeatable > 0)
    words += fmt::format("; {} not repeatable", counted(agreement.not_repeatable, "test"));
  return words;
}

/// Facts of the whole run and its last line, the verdict.
void add_ending(StyledText& text, const Suite& suite, const RunReport& run, const std::vector<Tally>& tallies,
                const Ending& ending, const SummaryStyle& style) {
  const auto fact = [&](const char* label, const std::string& words) {
    if (!words.empty()) text += entry_text(label, words, fact_column, style.columns);
  };
  fact("accepted", words_of(ending.accepted));
  const Agreement agreement = agree(ways_of(suite));
  if (style.is_verbose)
    text += agreement_text(agreement);
  else
    fact("same bits", agreement_words(agreement));
  fact("time", time_words(suite, run, style.is_verbose, style.columns));
  fact("tightest", tightest_words(suite, tallies));
  if (!style.folder.empty()) fact("report", clean_line(style.folder) + "/report.html");
  const std::string line = verdict_line(suite, run, style.are_files_written);
  const int code = style.are_files_written ? exit_code(suite, run) : 2;
  const std::size_t word = std::min(line.find_first_of(": "), line.size());
  for (bool is_first = true; const std::string& each : wrapped(line, style.columns)) {
    const std::size_t styled = is_first ? std::min(word, each.size()) : 0;
    text.add(each.substr(0, styled), code == 0 ? Style::good : Style::bad);
    text += each.substr(styled) + "\n";
    is_first = false;
  }
}

/// Causes first, then subjects and the next steps.
StyledText failing_summary(const Suite& suite, const RunReport& run, const std::vector<Failures>& failures,
                           const SummaryStyle& style) {
  StyledText text;
  const std::size_t most = style.is_verbose ? all_groups : most_groups;
  if (!failures.empty() || !run.missing.empty()) text += "not as expected\n";
  std::size_t left = 0;
  for (std::size_t i = 0; i < failures.size(); ++i)
    if (i < most)
      add_failures(text, suite, run, failures[i], style);
    else
      left += failures[i].tests.size();
  if (left > 0)
    text += fmt::format("  ... and {} with {}; --verbose shows {}\n", counted(left, "test"),
                        counted(failures.size() - most, "other cause"),
                        failures.size() > all_groups ? "more" : "all");
  add_missing(text, run, most, style.columns);
  if (!text.empty()) text += "\n";
  add_assets(text, run, style);
  const std::vector<Tally> tallies = tally_subjects(suite);
  for (std::size_t s = 0; s < tallies.size(); ++s)
    add_subject(text, suite, run, s, tallies[s], style);
  const std::vector<std::string> steps = next_steps(run, failures);
  if (!steps.empty()) text += "  next\n";
  for (const std::string& step : steps)
    for (const std::string& line : wrapped_command(step, style.columns - 4))
      text += "    " + line + "\n";
  add_ending(text, suite, run, tallies, count_all(suite, run), style);
  return text;
}

StyledText passing_summary(const Suite& suite, const RunReport& run, const SummaryStyle& style) {
  const std::vector<Tally> tallies = tally_subjects(suite);
  StyledText head, ending;
  add_assets(head, run, style);
  const std::size_t most = style.is_verbose ? tallies.size() : most_subjects;
  for (std::size_t s = 0; s < std::min(most, tallies.size()); ++s)
    add_subject(head, suite, run, s, tallies[s], style);
  if (tallies.size() > most) head += fmt::format("... and {} more subjects\n", tallies.size() - most);
  add_ending(ending, suite, run, tallies, count_all(suite, run), style);
  const std::string table = family_table(suite, style.columns);
  const std::size_t lines =
      lines_of(head.text(false)).size() + lines_of(table).size() + lines_of(ending.text(false)).size();
  if (!style.is_verbose && !table.empty() && lines <= screen_lines) head += table;
  head += ending;
  return head;
}

}  // namespace

/// Claims that every subject agrees only if every output passed without accepted deviations.
std::string verdict_line(const Suite& suite, const RunReport& run, bool are_files_written) {
  const int code = exit_code(suite, run);
  const Ending ending = count_all(suite, run);
  if (!are_files_written) return fmt::format("ERROR: not every file could be written: {}.", words_of(ending));
  const bool is_related = std::ranges::any_of(suite.records(), &Record::relation);
  const bool is_bound = std::ranges::any_of(suite.records(), &Record::character);
  const bool is_cut_short = std::ranges::any_of(
      suite.records(), [](const Record& record) { return is_reported(record) && !record.ran; });
  constexpr const char* lines[] = {"PASS: all is as expected", "FAIL", "ERROR: the judge itself failed",
                                   "NOTHING RAN for at least one subject, so this is not a pass"};
  const char* const begin = code == 2 && interrupted() ? is_cut_short ? "INTERRUPTED: the rest did not run"
                                                                      : "INTERRUPTED after the last test"
                            : code != 0 || !ending.all_pass() ? lines[code]
                            : is_bound                        ? "PASS: every property of right weights holds"
                            : is_related ? "PASS: all outputs of every subject agree with each other"
                                         : "PASS: every subject agrees with the double-precision reference";
  return fmt::format("{}: {}.{}", begin, words_of(ending), code == 3 ? asset_hint(suite, run) : "");
}

std::string summary(const Suite& suite, const RunReport& run, const SummaryStyle& style) {
  const bool is_as_expected = exit_code(suite, run) == 0;
  const StyledText text = is_as_expected ? passing_summary(suite, run, style)
                                         : failing_summary(suite, run, failures_of(suite, run), style);
  return text.text(style.in_colours);
}

}  // namespace bindpose::conformance
