// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/job_summary.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "conformance/report/markdown.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_rows = 50, most_words = 300;

struct SubjectCount {
  std::size_t passed = 0, not_expected = 0, others = 0;
};

std::map<std::string, SubjectCount> count_subjects(
    const std::vector<std::pair<std::string_view, const Verdict*>>& tests) {
  std::map<std::string, SubjectCount> counts;
  for (const auto& [name, verdict] : tests) {
    const std::size_t first = std::min(name.find('/'), name.size()), last = name.rfind('/');
    const bool has_subject = last != std::string_view::npos && last > first;
    SubjectCount& count = counts[has_subject ? std::string(name.substr(first + 1, last - first - 1)) : ""];
    if (!is_expected(verdict->outcome))
      ++count.not_expected;
    else
      ++(verdict->outcome == Outcome::pass ? count.passed : count.others);
  }
  return counts;
}

std::string row_of(const Alike& alike, const MistakesTogether& together) {
  const std::string cause =
      alike.key.cause.substr(alike.key.cause.find('/') + 1) + together_words(alike, together);
  return fmt::format("| {} | {} | {} | {} | {} | {} |\n", md_inline(alike.key.subject),
                     md_inline(alike.key.about), md_inline(cause.substr(0, most_words)), alike.tests.size(),
                     md_inline(alike.tests.front()), md_inline(alike.words.substr(0, most_words)));
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

std::string job_summary(std::string_view ending,
                        const std::vector<std::pair<std::string_view, const Verdict*>>& tests,
                        const std::vector<std::string>& missing, const InvalidAssets& invalid,
                        const MistakesTogether& together) {
  std::string text = fmt::format("## bindpose\n\n{}\n\n", md_inline(ending));
  text += "| subject | passed | not as expected | others |\n| --- | ---: | ---: | ---: |\n";
  for (const auto& [subject, count] : count_subjects(tests))
    text += fmt::format("| {} | {} | {} | {} |\n", md_inline(subject), count.passed, count.not_expected,
                        count.others);
  text += table_of(invalid);
  std::vector<Alike> failures = alike_failures(tests, missing);
  std::erase_if(failures, [](const Alike& alike) { return alike.key.is_accepted; });
  if (failures.empty()) return text;
  text +=
      "\n### Not as expected\n\n| subject | of | cause | tests | the first | what it says |\n"
      "| --- | --- | --- | ---: | --- | --- |\n";
  for (std::size_t i = 0; i < std::min(failures.size(), most_rows); ++i)
    text += row_of(failures[i], together);
  if (failures.size() > most_rows)
    text += fmt::format("\n... and {} more; results.json has all.\n", failures.size() - most_rows);
  return text;
}

}  // namespace bindpose::conformance
