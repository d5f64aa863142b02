// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/report/report.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_failures = 20;  // more are in failures.csv
constexpr std::size_t most_warnings = 5;   // a file; more are in results.json

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

std::string subject_lines(const Suite& suite, const RunReport& run, std::size_t s, const Tally& tally) {
  const Subject& subject = *suite.subjects()[s];
  const SubjectInfo info = subject.info();
  std::string text = fmt::format("\n{}  on {}\n", subject.name(), device_of(info));
  for (const auto& [key, label] : {std::pair{"isolation", "isolation "},
                                   {"folder", "its folder"},
                                   {"unknown_algorithms", "not known "},
                                   {"renamed_algorithms", "renamed   "}})
    if (const auto entry = info.find(key); entry != info.end())
      text += fmt::format("  {} {}\n", label, entry->second);
  text += "  verdicts ";
  for (std::size_t o = 0; o < outcome_count; ++o) {
    const auto outcome = static_cast<Outcome>(o);
    if (outcome == Outcome::pass || outcome == Outcome::fail || tally.count(outcome) > 0)
      text += fmt::format(" {} {} ", tally.count(outcome), to_string(outcome));
  }
  text += fmt::format("\n  worst      {:.3f} of the bound", tally.worst_fraction);
  if (!tally.worst_name.empty()) text += fmt::format("  ({})", tally.worst_name);
  text += "\n" + not_asked_line(suite, s);
  for (const auto& [path, each] : tally_algorithms(suite, s))
    text += fmt::format("    {:<28} {:>5} of {:>5} pass, worst {:.3f}{}\n", path, each.count(Outcome::pass),
                        each.total(), each.worst_fraction, numbers_of(each));
  if (const std::string words = s < run.diagnoses.size() ? diagnosis_text(run.diagnoses[s]) : "";
      !words.empty())
    text += fmt::format("  diagnosis  {}\n", words);
  if (s < run.throughput.size() && run.throughput[s])
    text += fmt::format(
        "  throughput {:.3g} million vertices/s (linear blending, 4 influences, normals and tangents)\n",
        run.throughput[s]->vertices_per_second * 1e-6);
  return text;
}

/// What tells distinct failures of a subject apart: the algorithm and the cause that the judge names, or, where it names none,
/// the case.
std::string distinct_failure(const Record& record) {
  const Verdict& verdict = record.verdict;
  const std::string cause = verdict.mistake + verdict.precision_class + verdict.first_wrong_stage;
  return fmt::format("{} {} {} {}", record.subject, to_string(verdict.outcome),
                     record.from->algorithm->path(), cause.empty() ? record.from->name : cause);
}

/// Each distinct failure once, with the first test that has it. What an interruption kept from running is in the last line.
std::string failure_lines(const Suite& suite, const RunReport& run) {
  std::map<std::string, std::size_t> alike;
  for (const Record& record : suite.records())
    if (!is_expected(record.verdict.outcome) && record.ran) ++alike[distinct_failure(record)];
  std::string text;
  std::size_t told = 0, untold = 0;
  for (const Record& record : suite.records()) {
    if (is_expected(record.verdict.outcome) || !record.ran) continue;
    const auto group = alike.find(distinct_failure(record));
    if (group == alike.end()) continue;  // told
    if (++told > most_failures) {
      untold += group->second;
    } else {
      text += fmt::format("  {:<15} {}\n                  {}\n", to_string(record.verdict.outcome),
                          record.name, record.verdict.detail);
      if (group->second > 1)
        text += fmt::format("                  and {} more tests of {} alike\n", group->second - 1,
                            record.from->algorithm->path());
    }
    alike.erase(group);
  }
  for (const std::string& name : run.missing)
    if (++told > most_failures)
      ++untold;
    else
      text += fmt::format("  {:<15} {}\n                  the baseline knows it, and it is not there\n",
                          to_string(Outcome::missing), name);
  if (untold > 0) text += fmt::format("  ... and {} more, see failures.csv\n", untold);
  return text.empty() ? text : "\nnot as expected\n" + text;
}

std::string asset_lines(const RunReport& run) {
  std::string text;
  for (const AssetReport& asset : run.assets) {
    text += fmt::format("  {}: {}\n", asset.path,
                        !asset.error.empty() ? "not judged: " + asset.error
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

/// "accepted: 12 within half-palette, 3 by normal_rule=direction; 4 expected failures; 7 not supported: ...", as far as
/// there is something to tell.
std::string reservations(const Suite& suite) {
  std::map<std::string, std::size_t> accepted, unsupported, not_asked;
  std::map<Outcome, std::size_t> others;
  for (const Record& record : suite.records()) {
    const Verdict& verdict = record.verdict;
    if (!is_reported(record)) continue;
    for (const std::string& array : verdict.not_asked)
      ++not_asked[array];
    if (is_on_terms(verdict)) {
      if (!verdict.precision_class.empty()) ++accepted["within " + verdict.precision_class];
      if (!verdict.policy.empty()) ++accepted["by " + verdict.policy];
    } else if (verdict.outcome == Outcome::not_supported) {
      ++unsupported[verdict.detail];
    } else if (verdict.outcome != Outcome::pass && is_expected(verdict.outcome)) {
      ++others[verdict.outcome];
    }
  }
  std::vector<std::string> parts;
  for (const auto& [terms, count] : accepted)
    parts.push_back(fmt::format("{} {}", count, terms));
  if (!parts.empty()) parts = {fmt::format("accepted {}", fmt::join(parts, ", "))};
  for (const auto& [outcome, count] : others)
    parts.push_back(fmt::format("{} {}", count, to_string(outcome)));
  for (const auto& [array, count] : not_asked)
    parts.push_back(fmt::format("{} not asked in {}", array, count));
  const auto most = std::max_element(unsupported.begin(), unsupported.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  std::size_t all = 0;
  for (const auto& [reason, count] : unsupported)
    all += count;
  if (all > 0)
    parts.push_back(fmt::format(
        "{} not supported ({}{})", all, most->first,
        unsupported.size() > 1 ? fmt::format(", and {} more reasons", unsupported.size() - 1) : ""));
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// The last line. That every subject agrees is said only where every answer did, unconditionally.
std::string verdict_line(const Suite& suite, int code) {
  constexpr const char* lines[] = {
      "PASS: every subject agrees with the double-precision reference within the derived bounds.",
      "FAIL: not all is as expected.", "ERROR: the judge made a mistake of its own.",
      "NOTHING RAN for at least one subject: that is no pass."};
  if (code == 2 && interrupted()) return "INTERRUPTED: the rest did not run.";
  const std::string but = code == 0 ? reservations(suite) : "";
  const bool is_related = std::ranges::any_of(suite.records(), &Record::relation);
  if (code == 0 && but.empty() && is_related)
    return "PASS: of every subject, all answers agree with each other within the derived bounds.";
  if (but.empty()) return lines[code];
  const auto passed = std::ranges::count_if(suite.records(), [](const Record& record) {
    return record.ran && record.verdict.outcome == Outcome::pass && !is_on_terms(record.verdict);
  });
  return fmt::format("PASS: all is as expected: {} passed; {}.", passed, but);
}

}  // namespace

std::string summary(const Suite& suite, const RunReport& run) {
  std::string text = asset_lines(run);
  const std::vector<Tally> tallies = tally_subjects(suite);
  for (std::size_t s = 0; s < tallies.size(); ++s)
    text += subject_lines(suite, run, s, tallies[s]);
  text += failure_lines(suite, run);
  return text + fmt::format("\n{} cases, {} tests, {:.1f} s\n{}\n", suite.case_count(),
                            suite.records().size(), run.seconds, verdict_line(suite, exit_code(suite, run)));
}

}  // namespace bindpose::conformance
