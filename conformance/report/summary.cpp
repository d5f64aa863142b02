// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/report/agreement.h"
#include "conformance/report/markdown.h"
#include "conformance/report/page_content.h"
#include "conformance/report/report.h"
#include "conformance/report/styled_text.h"
#include "conformance/report/text.h"
#include "conformance/subjects/declared.h"
#include "reference/algorithms.h"
#include "reference/io/lines.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_failures = 20;  // more are in failures.csv
constexpr std::size_t most_warnings = 5;   // a file; more are in results.json
constexpr std::size_t most_reasons = 3;    // in the last line

std::string device_of(const SubjectInfo& info) {
  const auto renderer = info.find("renderer");
  const auto software = info.find("software");
  std::string text = renderer == info.end() ? "" : renderer->second;
  if (software != info.end() && !software->second.empty() && software->second != "reference")
    text += " [software]";
  const auto version = info.find("version");
  return version == info.end() || version->second.empty() ? text : text + ", " + version->second;
}

/// ", 12345 numbers, 0.21 % undecided"
std::string numbers_of(const Tally& tally) {
  if (tally.numbers == 0) return "";
  const auto undecided = static_cast<double>(tally.undecided);
  const double share = 100 * undecided / (undecided + static_cast<double>(tally.numbers));
  return fmt::format(", {} numbers{}", tally.numbers,
                     tally.undecided == 0 ? "" : fmt::format(", {:.2g} % undecided", share));
}

/// "tangents of 24 tests", as declared by the subject.
std::string not_asked_line(const Suite& suite, std::size_t s) {
  std::map<std::string, std::size_t> counts;
  for (const Record& record : suite.records())
    if (record.subject == s && record.ran)
      for (const std::string& array : record.verdict.not_asked)
        ++counts[array];
  std::vector<std::string> words;
  for (const auto& [array, count] : counts)
    words.push_back(fmt::format("{} of {} tests", array, count));
  return words.empty() ? "" : fmt::format("  not asked  {}, as it declares\n", fmt::join(words, ", "));
}

/// "12 of 30 verdicts are those of an earlier run: there the subject was not asked"
std::string cached_line(const Suite& suite, std::size_t s) {
  std::size_t all = 0, cached = 0, verified = 0;
  for (const Record& record : suite.records())
    if (record.subject == s && record.ran) {
      ++all;
      cached += record.verdict.is_cached ? 1 : 0;
      verified += record.verified ? 1 : 0;
    }
  return cached == 0 ? "" : fmt::format("  cached     {}\n", cached_words(cached, all, verified));
}

using CountBy = std::map<std::string, std::size_t>;

/// The first line of the detail. Sizes above a declared limit are one reason, however large each is: "more than 2 influences".
std::string reason_of(const Verdict& verdict, const SubjectInfo& info) {
  const auto limit = verdict.error ? declared_limit(*verdict.error, info) : std::nullopt;
  if (limit) return fmt::format("more than {} {}", *limit, verdict.error->where);
  return first_line(verdict.detail);
}

/// Of a subject, by the algorithm's path.
std::map<std::string, CountBy> unsupported_reasons(const Suite& suite, std::size_t s) {
  std::map<std::string, CountBy> reasons;
  const SubjectInfo info = suite.subjects()[s]->info();
  for (const Record& record : suite.records())
    if (record.subject == s && is_reported(record) && record.verdict.outcome == Outcome::not_supported)
      ++reasons[record.from->algorithm->path()][reason_of(record.verdict, info)];
  return reasons;
}

/// "9 not supported (6: no normals; 2: too many joints; 1: 17 targets; and 2 more reasons)"; the commonest first.
std::string unsupported_words(const CountBy& unsupported) {
  std::vector<std::pair<std::string, std::size_t>> reasons(unsupported.begin(), unsupported.end());
  std::ranges::stable_sort(reasons, std::ranges::greater{}, &std::pair<std::string, std::size_t>::second);
  std::size_t all = 0;
  for (const auto& [reason, count] : reasons)
    all += count;
  if (reasons.size() == 1) return fmt::format("{} not supported ({})", all, reasons.front().first);
  std::vector<std::string> words;
  for (const auto& [reason, count] : reasons)
    if (words.size() < most_reasons) words.push_back(fmt::format("{}: {}", count, reason));
  if (reasons.size() > most_reasons) {
    const std::size_t more = reasons.size() - most_reasons;
    words.push_back(fmt::format("and {} more reason{}", more, more == 1 ? "" : "s"));
  }
  return fmt::format("{} not supported ({})", all, fmt::join(words, "; "));
}

/// "  worst      0.132 of the bound  (TEST)", where not all pass that of those that do; empty where nothing passes.
std::string worst_line(const Tally& tally) {
  if (tally.count(Outcome::pass) == 0) return "";
  const bool all_pass = tally.count(Outcome::pass) + tally.count(Outcome::not_supported) == tally.total();
  return fmt::format("  worst      {:.3f} of the bound{}{}\n", tally.worst_fraction,
                     all_pass ? "" : ", of those that pass",
                     tally.worst_name.empty() ? "" : fmt::format("  ({})", tally.worst_name));
}

/// "34 of 34 pass, worst 0.132, 890360 numbers; 12 not supported (no normals)": those that are not supported are none that do not pass.
std::string algorithm_line(const std::string& path, const Tally& tally,
                           const std::map<std::string, CountBy>& reasons) {
  const std::size_t asked = tally.total() - tally.count(Outcome::not_supported);
  const std::size_t passed = tally.count(Outcome::pass);
  std::vector<std::string> parts;
  if (asked > 0)
    parts.push_back(fmt::format("{:>5} of {:>5} pass{}{}", passed, asked,
                                passed == 0 ? "" : fmt::format(", worst {:.3f}", tally.worst_fraction),
                                numbers_of(tally)));
  if (const auto reason = reasons.find(path); reason != reasons.end())
    parts.push_back(unsupported_words(reason->second));
  return fmt::format("    {:<28} {}\n", path, fmt::join(parts, "; "));
}

void add_subject(StyledText& text, const Suite& suite, const RunReport& run, std::size_t s,
                 const Tally& tally) {
  const Subject& subject = *suite.subjects()[s];
  const SubjectInfo info = subject.info();
  const auto shown = [](const std::string& words) { return shown_text(one_line(words)); };
  text += fmt::format("\n{}  on {}\n", shown(subject.name()), shown(device_of(info)));
  for (const auto& [key, label] : {std::pair{"isolation", "isolation "},
                                   {"folder", "its folder"},
                                   {"unknown_algorithms", "not known "},
                                   {"renamed_algorithms", "renamed   "}})
    if (const auto entry = info.find(key); entry != info.end())
      text += fmt::format("  {} {}\n", label, shown(entry->second));
  text += "  verdicts ";
  for (std::size_t o = 0; o < outcome_count; ++o) {
    const auto outcome = static_cast<Outcome>(o);
    const std::size_t count = tally.count(outcome);
    if (outcome != Outcome::pass && outcome != Outcome::fail && count == 0) continue;
    text += " ";
    text.add(fmt::format("{} {}", count, to_string(outcome)), count == 0 ? Style::plain : style_of(outcome));
    text += " ";
  }
  text += "\n" + worst_line(tally) + not_asked_line(suite, s) + cached_line(suite, s);
  const auto reasons = unsupported_reasons(suite, s);
  for (const auto& [path, each] : tally_algorithms(suite, s))
    text += algorithm_line(path, each, reasons);
  if (s < run.diagnoses.size())
    for (const std::string& words : diagnosis_texts(run.diagnoses[s]))
      text += fmt::format("  diagnosis  {}\n", words);
  if (s < run.throughput.size() && run.throughput[s])
    text += fmt::format(
        "  throughput {:.3g} million vertices/s (linear blending, 4 influences, normals and tangents)\n",
        run.throughput[s]->vertices_per_second * 1e-6);
}

/// Whether the detail alone is the reason, whatever was asked: the subject gave no answer, or none that can be compared.
bool is_without_answer(const Verdict& verdict) {
  constexpr Outcome without[] = {Outcome::crash, Outcome::timeout, Outcome::invalid_output};
  return std::ranges::count(without, verdict.outcome) > 0 ||
         (verdict.outcome == Outcome::fail && verdict.arrays.empty());
}

/// What tells distinct failures apart: the reason for no answer, else the group that the page has, too.
using DistinctFailure = std::pair<FailureGroup, std::string>;

DistinctFailure distinct_failure(const Suite& suite, const Record& record) {
  const std::string subject = suite.subjects()[record.subject]->name();
  if (is_without_answer(record.verdict))
    return {{subject, "", record.verdict.outcome, "", false}, record.verdict.detail};
  return {group_of(subject, *record.from->algorithm, record.verdict), ""};
}

std::optional<Finding> finding_of(const Suite& suite, const RunReport& run, const Record& record) {
  if (run.findings == nullptr) return {};
  return run.findings->find(
      group_of(suite.subjects()[record.subject]->name(), *record.from->algorithm, record.verdict));
}

/// "40 of 64 vertices are wrong": the verdict's words begin with the one that is displaced most. Where nothing is displaced "normals
/// of 232 vertices, by up to 180 degrees; every place is within its bound". Empty: neither is known.
std::string extent_words(const Finding& finding) {
  if (finding.wrong)
    return words_of(*finding.wrong) + (finding.wrong->has_places ? "; every place is within its bound" : "");
  if (!finding.displacement || !finding.mesh) return "";
  std::size_t wrong = 0;
  for (const Limb& limb : finding.mesh->limbs)
    wrong += limb.wrong;
  return fmt::format("{} of {} {} are wrong", wrong, finding.mesh->vertices,
                     finding.displacement->is_joint ? "joints" : "vertices");
}

/// extent_words() with "; first wrong: palette, the skinning matrices (by the subject's own numbers)". Empty where nothing is kept of
/// this very test.
std::string displacement_line(const Suite& suite, const RunReport& run, const Record& record) {
  const auto finding = finding_of(suite, run, record);
  if (!finding || finding->test != record.name || finding->bits != record.verdict.bits) return "";
  std::string text = extent_words(*finding);
  if (text.empty()) return "";
  if (finding->first_wrong.source != StageSource::none)
    text += "; first wrong: " + words_of(finding->first_wrong);
  return fmt::format("                  {}\n", text);
}

/// Of the tests that failed as this one did the one whose answer is kept: its numbers are told.
const Record& record_to_tell(const Suite& suite, const RunReport& run, const Record& first) {
  const auto finding = is_without_answer(first.verdict) ? std::nullopt : finding_of(suite, run, first);
  if (!finding) return first;
  const auto kept = std::ranges::find(suite.records(), finding->test, &Record::name);
  const bool is_it = kept != suite.records().end() && kept->ran && kept->verdict.bits == finding->bits &&
                     !is_expected(kept->verdict.outcome) &&
                     distinct_failure(suite, *kept) == distinct_failure(suite, first);
  return is_it ? *kept : first;
}

/// Below the name of a test.
std::string indented(std::string_view detail) {
  std::string text;
  for (const std::string_view line : lines_of(detail))
    text += fmt::format("                  {}\n", line);
  return text.empty() ? "\n" : text;
}

/// "  fail            TEST"
void add_test_line(StyledText& text, Outcome outcome, const std::string& name) {
  text += "  ";
  const std::string word(to_string(outcome));
  text.add(word, style_of(outcome));
  text += std::string(std::max<std::size_t>(16, word.size() + 1) - word.size(), ' ') + name + "\n";
}

/// Each distinct failure once, with the test of it that is displaced most, else the first. What an interruption kept from running is in the last line.
void add_failures(StyledText& text, const Suite& suite, const RunReport& run) {
  std::map<DistinctFailure, std::size_t> alike;
  for (const Record& record : suite.records())
    if (!is_expected(record.verdict.outcome) && record.ran) ++alike[distinct_failure(suite, record)];
  if (!alike.empty() || !run.missing.empty()) text += "\nnot as expected\n";
  std::size_t told = 0, untold = 0;
  for (const Record& record : suite.records()) {
    if (is_expected(record.verdict.outcome) || !record.ran) continue;
    const auto group = alike.find(distinct_failure(suite, record));
    if (group == alike.end()) continue;  // told
    if (++told > most_failures) {
      untold += group->second;
    } else {
      const Record& shown = record_to_tell(suite, run, record);
      add_test_line(text, shown.verdict.outcome, shown.name);
      text += indented(shown.verdict.detail) + displacement_line(suite, run, shown);
      if (group->second > 1)
        text += fmt::format(
            "                  and {} more test{}{} alike\n", group->second - 1,
            group->second == 2 ? "" : "s",
            is_without_answer(record.verdict) ? "" : fmt::format(" of {}", record.from->algorithm->path()));
    }
    alike.erase(group);
  }
  for (const std::string& name : run.missing)
    if (++told > most_failures) {
      ++untold;
    } else {
      add_test_line(text, Outcome::missing, name);
      text += indented(missing_verdict().detail);
    }
  if (untold > 0) text += fmt::format("  ... and {} more, see failures.csv\n", untold);
}

std::string asset_lines(const RunReport& run) {
  std::string text;
  for (const AssetReport& asset : run.assets) {
    text += fmt::format("  {}: {}\n", shown_text(one_line(asset.path)),
                        !asset.error.empty() ? "not judged: " + shown_text(asset.error)
                        : asset.cases == 0   ? std::string("nothing to judge, it shows no mesh")
                                             : fmt::format("{} cases", asset.cases));
    for (const std::string& note : asset.notes)
      text += fmt::format("    note {}\n", note);
    for (std::size_t i = 0; i < asset.warnings.size() && i < most_warnings; ++i)
      text += fmt::format("    warning {} {}: {}\n", asset.warnings[i].code, asset.warnings[i].pointer,
                          asset.warnings[i].message);
    if (asset.warnings.size() > most_warnings)
      text += fmt::format("    ... and {} more warnings, see results.json\n",
                          asset.warnings.size() - most_warnings);
  }
  return text.empty() ? text : "\nassets\n" + text;
}

/// "slowest    skinning/linear_blend 20.1 s, ..."
std::string slowest_line(const Suite& suite) {
  std::vector<std::string> words;
  for (const auto& [path, seconds] : slowest_algorithms(suite))
    words.push_back(fmt::format("{} {:.1f} s", path, seconds));
  return words.empty() ? "" : fmt::format("\nslowest: {}", fmt::join(words, ", "));
}

/// "judging: 475 expectations for 799 tests, 0.41 s a million numbers"
std::string judging_line(const Suite& suite) {
  const Judging judge = judging(suite);
  if (judge.numbers == 0) return "";
  return fmt::format("\njudging: {} expectations for {} tests, {:.2g} s a million numbers",
                     judge.expectations, std::ranges::count(suite.records(), true, &Record::ran),
                     judge.seconds_per_million());
}

/// What the last line counts.
struct Ending {
  std::map<Outcome, std::size_t> outcomes;
  CountBy accepted, unsupported, not_asked;
  std::size_t passed = 0;  ///< without a class or a policy that was accepted
  std::size_t unjudged_assets = 0;
};

Ending count_all(const Suite& suite, const RunReport& run) {
  Ending ending;
  std::vector<SubjectInfo> infos;
  for (const auto& subject : suite.subjects())
    infos.push_back(subject->info());
  for (const Record& record : suite.records()) {
    const Verdict& verdict = record.verdict;
    if (!is_reported(record)) continue;
    for (const std::string& array : verdict.not_asked)
      ++ending.not_asked[array];
    if (is_on_terms(verdict)) {
      if (!verdict.precision_class.empty()) ++ending.accepted["within " + verdict.precision_class];
      if (!verdict.policy.empty()) ++ending.accepted["by " + verdict.policy];
    } else if (verdict.outcome == Outcome::pass) {
      ++ending.passed;
    } else if (verdict.outcome == Outcome::not_supported) {
      ++ending.unsupported[reason_of(verdict, infos[record.subject])];
    } else {
      ++ending.outcomes[verdict.outcome];
    }
  }
  if (!run.missing.empty()) ending.outcomes[Outcome::missing] += run.missing.size();
  ending.unjudged_assets = static_cast<std::size_t>(std::ranges::count_if(
      run.assets, [](const AssetReport& asset) { return asset.cases == 0 || !asset.error.empty(); }));
  return ending;
}

/// "2 failed; 4 expected-fail; accepted 12 within half-palette, 3 by normal_rule=direction; 7 not supported (...); 1 asset not
/// judged", as far as there is something to tell.
std::string all_but_passed(const Ending& ending) {
  std::vector<std::string> parts, accepted;
  for (const auto& [outcome, count] : ending.outcomes)
    parts.push_back(fmt::format("{} {}", count, outcome == Outcome::fail ? "failed" : to_string(outcome)));
  for (const auto& [terms, count] : ending.accepted)
    accepted.push_back(fmt::format("{} {}", count, terms));
  if (!accepted.empty()) parts.push_back(fmt::format("accepted {}", fmt::join(accepted, ", ")));
  for (const auto& [array, count] : ending.not_asked)
    parts.push_back(fmt::format("{} not asked in {}", array, count));
  if (!ending.unsupported.empty()) parts.push_back(unsupported_words(ending.unsupported));
  if (ending.unjudged_assets > 0)
    parts.push_back(
        fmt::format("{} asset{} not judged", ending.unjudged_assets, ending.unjudged_assets == 1 ? "" : "s"));
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// Whether assets are all that it is ever asked about, as a page is.
bool knows_assets_alone(const Subject& subject) {
  const auto takes = [&subject](Level level) {
    return std::ranges::any_of(algorithms(), [&](const Algorithm& algorithm) {
      return !subject.variants(algorithm, level).empty();
    });
  };
  return takes(Level::asset) && !takes(Level::palette) && !takes(Level::pose);
}

/// " web:page.html is asked about assets alone, as pages are: name glTF files with --asset." Empty: that is not why nothing ran.
std::string asset_hint(const Suite& suite, const RunReport& run) {
  if (!run.assets.empty()) return "";
  std::vector<std::string> names;
  for (std::size_t s = 0; s < suite.subjects().size(); ++s) {
    const Subject& subject = *suite.subjects()[s];
    const bool has_tests =
        std::ranges::any_of(suite.records(), [s](const Record& r) { return r.subject == s; });
    if (!has_tests && knows_assets_alone(subject)) names.push_back(shown_text(one_line(subject.name())));
  }
  if (names.empty()) return "";
  return fmt::format(" {} {} asked about assets alone, as pages are: name glTF files with --asset.",
                     fmt::join(names, ", "), names.size() == 1 ? "is" : "are");
}

}  // namespace

/// That every subject agrees is said only where every answer did, unconditionally.
std::string verdict_line(const Suite& suite, const RunReport& run) {
  const int code = exit_code(suite, run);
  const Ending ending = count_all(suite, run);
  const std::string but = all_but_passed(ending);
  const bool is_related = std::ranges::any_of(suite.records(), &Record::relation);
  const bool is_bound = std::ranges::any_of(suite.records(), &Record::character);
  if (code == 0 && but.empty())
    return is_bound ? fmt::format("PASS: every property of right weights holds: {} passed.", ending.passed)
                    : fmt::format("PASS: {} within the derived bounds: {} passed.",
                                  is_related ? "of every subject, all answers agree with each other"
                                             : "every subject agrees with the double-precision reference",
                                  ending.passed);
  const bool is_cut_short = std::ranges::any_of(
      suite.records(), [](const Record& record) { return is_reported(record) && !record.ran; });
  constexpr const char* lines[] = {"PASS: all is as expected", "FAIL: not all is as expected",
                                   "ERROR: the judge made a mistake of its own",
                                   "NOTHING RAN for at least one subject, and that is no pass"};
  return fmt::format("{}: {} passed{}{}.{}",
                     code != 2 || !interrupted() ? lines[code]
                     : is_cut_short              ? "INTERRUPTED: the rest did not run"
                                                 : "INTERRUPTED after the last test",
                     ending.passed, but.empty() ? "" : "; ", but, code == 3 ? asset_hint(suite, run) : "");
}

std::string summary(const Suite& suite, const RunReport& run, bool in_colours) {
  StyledText text;
  text += asset_lines(run);
  const std::vector<Tally> tallies = tally_subjects(suite);
  for (std::size_t s = 0; s < tallies.size(); ++s)
    add_subject(text, suite, run, s, tallies[s]);
  add_failures(text, suite, run);
  text += agreement_text(agree(ways_of(suite)));
  text += slowest_line(suite) + judging_line(suite) +
          fmt::format("\n{} cases, {} tests, {:.1f} s\n{}\n", suite.case_count(), suite.records().size(),
                      run.seconds, verdict_line(suite, run));
  return text.text(in_colours);
}

}  // namespace bindpose::conformance
