// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/failure_clusters.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/defects/defect.h"
#include "conformance/report/junit.h"
#include "conformance/report/markdown.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

bool is_accepted(const Verdict& verdict) {
  return verdict.outcome == Outcome::waived || verdict.outcome == Outcome::expected_fail;
}

Outcome outcome_of(const Verdict& verdict) {
  return is_accepted(verdict) ? verdict.judged.value_or(Outcome::fail) : verdict.outcome;
}

/// The part before the second dot.
std::string first_two_words(std::string_view name) {
  std::size_t end = name.find('.');
  if (end != std::string_view::npos) end = name.find('.', end + 1);
  return std::string(name.substr(0, end));
}

ClusterKey key_of(std::string_view name, const Verdict& verdict) {
  const TestName parts = parts_of(name);
  ClusterKey key{std::string(parts.subject), first_two_words(parts.case_name), "", {}, is_accepted(verdict)};
  if (find_defect(verdict.defect) != nullptr)
    key.defect = verdict.defect;
  else
    key.outcome = outcome_of(verdict);
  return key;
}

/// places: indices of the groups by key.
void add(std::vector<FailureCluster>& all, std::map<ClusterKey, std::size_t>& places, std::string_view name,
         const Verdict& verdict) {
  const ClusterKey key = key_of(name, verdict);
  const auto [place, is_new] = places.emplace(key, all.size());
  if (is_new) all.push_back({key, {}});
  FailureCluster& group = all[place->second];
  group.tests.emplace_back(name);
  if (verdict.worst_fraction <= group.farthest) return;
  group.farthest = verdict.worst_fraction;
  group.example = name;
  group.words = verdict.detail;
}

constexpr std::size_t most_rows = 50, most_words = 300, most_diagnosis = 1000, most_subject = 100;

struct SubjectCount {
  std::size_t passed = 0, not_expected = 0, others = 0;
};

std::map<std::string, SubjectCount> count_subjects(const std::vector<NamedVerdict>& tests) {
  std::map<std::string, SubjectCount> counts;
  for (const auto& [name, verdict] : tests) {
    SubjectCount& count = counts[std::string(parts_of(name).subject)];
    if (!is_expected(verdict->outcome))
      ++count.not_expected;
    else
      ++(verdict->outcome == Outcome::pass ? count.passed : count.others);
  }
  return counts;
}

/// The first line of a text as Markdown, in lines of at most 120 columns plus marks.
std::string md_lines(std::string_view words, const std::string& indent = "") {
  std::vector<std::string> lines = wrapped(first_line(shown_text(words)), 120);
  for (std::string& line : lines)
    line = md_text(line);
  return fmt::format("{}", fmt::join(lines, "\n" + indent));
}

/// Names of subjects, found by the words in test names.
class SubjectNames {
 public:
  explicit SubjectNames(const std::vector<std::string>& names) {
    for (const std::string& name : names)
      names_.emplace(case_word(name), name);
  }
  std::string cell(const std::string& word) const {
    const auto name = names_.find(word);
    return md_inline(shortened(clean_line(name == names_.end() ? word : name->second), most_subject));
  }

 private:
  std::map<std::string, std::string> names_;
};

std::string row_of(const FailureCluster& alike, const SubjectNames& names) {
  return fmt::format("| {} | {} | {} | {} |\n", names.cell(alike.key.subject), md_inline(alike.key.about),
                     md_inline(cause_word(alike.key)), alike.tests.size());
}

std::string item_of(const FailureCluster& alike) {
  return fmt::format("- {}: {}\n  {}\n", md_inline(cause_word(alike.key)), md_inline(alike.example),
                     md_lines(shortened(alike.words, most_words), "  "));
}

std::string table_of(const InvalidAssets& invalid) {
  if (invalid.empty()) return "";
  std::string text = "\n### Not valid, and not judged\n\n| file | why |\n| --- | --- |\n";
  for (std::size_t i = 0; i < std::min(invalid.size(), most_rows); ++i)
    text += fmt::format("| {} | {} |\n", md_inline(invalid[i].path.substr(0, most_words)),
                        md_inline(invalid[i].error.substr(0, most_words)));
  if (invalid.size() > most_rows)
    text += fmt::format("\n... and {} more; results.json has all.\n", invalid.size() - most_rows);
  return text;
}

}  // namespace

std::string_view cause_word(const ClusterKey& key) {
  return key.outcome ? to_string(*key.outcome) : std::string_view(key.defect);
}

std::string rule_of(const ClusterKey& key) {
  return (key.outcome ? "outcome/" : "defect/") + std::string(cause_word(key));
}

Verdict missing_verdict() {
  Verdict verdict;
  verdict.outcome = Outcome::missing;
  verdict.detail = "the baseline or the list has this test, but the run does not";
  return verdict;
}

std::vector<FailureCluster> failure_clusters(const std::vector<NamedVerdict>& tests,
                                             const std::vector<std::string>& missing) {
  std::vector<FailureCluster> all;
  std::map<ClusterKey, std::size_t> places;
  for (const auto& [name, verdict] : tests)
    if (is_accepted(*verdict) || !is_expected(verdict->outcome)) add(all, places, name, *verdict);
  const Verdict gone = missing_verdict();
  for (const std::string& name : missing)
    add(all, places, name, gone);
  return all;
}

std::string job_summary(std::string_view ending, const std::vector<NamedVerdict>& tests,
                        const std::vector<std::string>& missing, const InvalidAssets& invalid,
                        const std::vector<std::string>& diagnoses, const std::vector<std::string>& subjects) {
  const SubjectNames names(subjects);
  std::string text = fmt::format("## bindpose\n\n{}\n\n", md_lines(ending));
  text += "| subject | passed | not as expected | others |\n| --- | ---: | ---: | ---: |\n";
  for (const auto& [subject, count] : count_subjects(tests))
    text += fmt::format("| {} | {} | {} | {} |\n", names.cell(subject), count.passed, count.not_expected,
                        count.others);
  if (!diagnoses.empty()) text += "\n### Likely causes\n\n";
  for (std::size_t i = 0; i < std::min(diagnoses.size(), most_rows); ++i)
    text += fmt::format("- {}\n", md_lines(shortened(diagnoses[i], most_diagnosis), "  "));
  text += table_of(invalid);
  std::vector<FailureCluster> failures = failure_clusters(tests, missing);
  std::erase_if(failures, [](const FailureCluster& alike) { return alike.key.is_accepted; });
  if (failures.empty()) return text;
  const std::size_t shown = std::min(failures.size(), most_rows);
  text += "\n### Not as expected\n\n| subject | of | cause | tests |\n| --- | --- | --- | ---: |\n";
  for (std::size_t i = 0; i < shown; ++i)
    text += row_of(failures[i], names);
  text += "\nThe worst test of each:\n\n";
  for (std::size_t i = 0; i < shown; ++i)
    text += item_of(failures[i]);
  if (failures.size() > most_rows)
    text += fmt::format("\n... and {} more; results.json has all.\n", failures.size() - most_rows);
  return text;
}

}  // namespace bindpose::conformance
