// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/page_content.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

/// Bytes of the first character of a text if a page and a terminal show it unchanged; otherwise 0: controls, ends
/// of lines, marks of direction, invalid UTF-8.
std::size_t shown_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first == '\n' || first == '\t') return 0;
  const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  const std::string_view character = text.substr(0, length);
  return shown_text(character) == character ? character.size() : 0;
}

/// A character within the single quotes of a format of printf.
std::string in_format(const std::string& character) {
  if (character == "%") return "%%";
  // An interactive bash expands "!" in double quotes; a word that begins with "-" would be an option.
  if (std::string_view("\\'!-").find(character) != std::string_view::npos || shown_length(character) == 0)
    return fmt::format("\\{:03o}", static_cast<unsigned char>(character.front()));
  return character;
}

bool is_worse(const PageGroup& a, const PageGroup& b) {
  const auto rank = [](const PageGroup& group) {
    const auto displacement = group.finding ? group.finding->displacement : std::nullopt;
    return std::tuple(!group.is_pass, !group.is_expected, displacement ? displacement->share() : -1,
                      group.worst_fraction, group.tests.size());
  };
  return rank(a) > rank(b);
}

void add_passes(std::vector<PageGroup>& groups, const PageContent& content) {
  const std::vector<Finding> passes =
      content.findings == nullptr ? std::vector<Finding>() : content.findings->passes();
  for (const Finding& finding : passes)
    for (std::size_t t = 0; t < content.tests.size(); ++t) {
      const PageTest& test = content.tests[t];
      if (test.name != finding.test) continue;
      const FailureGroup key =
          group_of(content.subjects[test.subject].name, *content.cases[test.from].algorithm, *test.verdict);
      groups.push_back({key, test.subject, {t}, finding, true, true, test.verdict->worst_fraction});
    }
}

std::optional<Finding> shown_finding(const PageGroup& group, const PageContent& content) {
  if (content.findings == nullptr) return {};
  std::vector<GroupedTest> tests;
  for (const std::size_t t : group.tests) {
    const PageTest& test = content.tests[t];
    tests.push_back(
        {group_of(content.subjects[test.subject].name, *content.cases[test.from].algorithm, *test.verdict),
         test.name, test.verdict->bits});
  }
  return content.findings->best_of(tests);
}

}  // namespace

std::string cached_words(std::size_t cached, std::size_t all, std::size_t verified) {
  const std::string words = fmt::format(
      "{} of {} verdicts come from an earlier run (--cache): the subject was not run", cached, all);
  if (verified == 0) return words;
  return fmt::format("{}, except for {} that {} verified (--verify-cache) and {} the same", words, verified,
                     verified == 1 ? "was" : "were", verified == 1 ? "is" : "are");
}

std::string page_test_name(const std::string& case_name, const std::string& subject) {
  return fmt::format("{}/{}/default", case_name, case_word(subject));
}

std::string shell_word(const std::string& text) {
  const std::size_t ends = std::min(text.find_last_not_of('\n') + 1, text.size());
  std::string plain = "'", printed;
  bool is_plain = true;
  for (std::size_t i = 0, length = 1; i < ends; i += length) {
    length = shown_length(std::string_view(text).substr(i, ends - i));
    is_plain = is_plain && length > 0;
    length = std::max<std::size_t>(length, 1);
    const std::string piece = text.substr(i, length);
    plain += piece == "'" ? "'\\''" : piece;
    printed += in_format(piece);
  }
  if (is_plain && ends == text.size()) return plain + "'";
  // A substitution drops line ends at the end of its text.
  const std::string last = ends < text.size() ? "'" + text.substr(ends) + "'" : "";
  return (is_plain ? plain + "'" : "\"$(printf '" + printed + "')\"") + last;
}

std::string page_text(std::string_view text, std::size_t most, std::string_view whole_in) {
  std::string shown = shown_text(beginning_of(text, most));
  if (text.size() > most) shown += fmt::format(" ... ({} bytes in all; {} has them)", text.size(), whole_in);
  return shown;
}

std::string_view counter_of(const Verdict& verdict) {
  if (!is_expected(verdict.outcome)) return "failed";
  switch (verdict.outcome) {
    case Outcome::pass:
      return is_on_terms(verdict) ? "accepted" : "passed";
    case Outcome::flake:
      return "flaky";
    case Outcome::not_supported:
      return "not-supported";
    case Outcome::skipped:
      return "skipped";
    default:
      return "known";
  }
}

std::size_t shown_test(const PageContent& content, const PageGroup& group) {
  for (const std::size_t t : group.tests)
    if (group.finding && content.tests[t].name == group.finding->test) return t;
  return group.tests.front();
}

std::vector<PageGroup> page_groups(const PageContent& content) {
  std::map<FailureGroup, PageGroup> by_cause;
  for (std::size_t t = 0; t < content.tests.size(); ++t) {
    const PageTest& test = content.tests[t];
    const Verdict& verdict = *test.verdict;
    if (is_expected(verdict.judged.value_or(verdict.outcome))) continue;
    FailureGroup key =
        group_of(content.subjects[test.subject].name, *content.cases[test.from].algorithm, verdict);
    if (!key.cause.empty()) key.algorithm.clear();
    const auto [entry, is_new] = by_cause.try_emplace(key);
    PageGroup& group = entry->second;
    if (is_new) {
      group.key = key;
      group.subject = test.subject;
      group.is_expected = true;
    }
    group.tests.push_back(t);
    group.is_expected = group.is_expected && is_expected(verdict.outcome);
    group.worst_fraction = std::max(group.worst_fraction, verdict.worst_fraction);
  }
  std::vector<PageGroup> groups;
  for (auto& [key, group] : by_cause) {
    group.finding = shown_finding(group, content);
    group.key.algorithm = content.cases[content.tests[shown_test(content, group)].from].algorithm->path();
    groups.push_back(std::move(group));
  }
  add_passes(groups, content);
  std::ranges::stable_sort(groups, is_worse);
  return groups;
}

}  // namespace bindpose::conformance
