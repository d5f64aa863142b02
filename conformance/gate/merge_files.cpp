// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The messages and files of a merged run.
#include <algorithm>

#include <fmt/format.h>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/gate/merge.h"
#include "conformance/judge/verdict_json.h"
#include "conformance/report/html_page.h"
#include "conformance/report/run_page.h"
#include "conformance/report/text.h"
#include "conformance/run/self_test_case.h"
#include "reference/algorithms.h"

namespace bindpose::conformance {
namespace {

/// The command that runs the tests of a subject again, without the filter.
std::string asking(const std::string& subject) {
  return "bindpose test --subject " + shell_word(subject);
}

/// True if a diagnosis uses the test.
bool has_wrong_numbers(const ResultEntry& entry) {
  const Verdict& verdict = entry.verdict;
  return verdict.judged.value_or(verdict.outcome) == Outcome::fail && verdict.policy.empty() &&
         !verdict.arrays.empty();
}

/// The diagnosis of a subject's wrong outputs; if no shard made one, the command that does.
std::vector<std::string> diagnosis_words(const Merged& merged, std::size_t subject) {
  std::vector<std::string> words = diagnosis_texts(merged.diagnoses[subject]);
  for (std::string& text : words)
    text = clean_line(text);
  if (!words.empty()) return words;
  const std::string& name = merged.subjects[subject];
  const bool is_wrong = std::ranges::any_of(merged.entries, [&name](const ResultEntry& entry) {
    return entry.subject == name && has_wrong_numbers(entry);
  });
  if (!is_wrong) return {};
  return {"no shard has a diagnosis: the run was interrupted, or its verdicts are from an earlier run; " +
          clean_line(asking(name)) + " runs the tests again with a diagnosis"};
}

/// report.html, without meshes: results.json has none. Omits entries of unknown algorithms.
std::string page_of(const Merged& merged) {
  PageContent content;
  content.title = "bindpose merge";
  content.ending =
      fmt::format("{} tests of all shards, exit code {}.", merged.entries.size(), merged.exit_code);
  content.is_as_expected = merged.exit_code == 0;
  content.remarks = {"The pages of the shards show meshes."};
  for (const InvalidAsset& asset : merged.invalid_assets)
    content.remarks.push_back(fmt::format("{} is not judged: {}", asset.path, asset.error));
  std::map<std::string, std::size_t> subjects, cases;
  for (std::size_t s = 0; s < merged.subjects.size(); ++s) {
    const std::string& name = merged.subjects[s];
    subjects.emplace(name, s);
    content.subjects.push_back(
        {name, texts_in(merged.document["subjects"][s], "info"), asking(name), diagnosis_words(merged, s)});
  }
  std::deque<Verdict> verdicts;
  for (const ResultEntry& entry : merged.entries) {
    const Case* const self_test = find_self_test(entry.name);
    const Algorithm* algorithm =
        self_test != nullptr ? self_test->algorithm : find_algorithm(entry.algorithm);
    const auto subject = subjects.find(entry.subject);
    auto verdict = verdict_from_json(entry.json);
    if (algorithm == nullptr || subject == subjects.end() || !verdict) continue;
    const std::string case_name = entry.name.substr(0, entry.name.find('/'));
    const auto [place, is_new] = cases.emplace(case_name, content.cases.size());
    if (is_new)
      content.cases.push_back({case_name, algorithm, "", "", entry.notes, filter_of(case_name), ""});
    content.tests.push_back(
        {entry.name, place->second, subject->second, &verdicts.emplace_back(*std::move(verdict))});
  }
  return html_page(content);
}

}  // namespace

std::vector<std::string> diagnosis_lines(const Merged& merged) {
  std::vector<std::string> lines;
  for (std::size_t s = 0; s < merged.diagnoses.size(); ++s)
    for (const std::string& words : diagnosis_words(merged, s))
      lines.push_back(fmt::format("{}: {}", clean_line(merged.subjects[s]), words));
  return lines;
}

RunFiles files_of(const Merged& merged) {
  std::vector<NamedVerdict> tests;
  for (const ResultEntry& entry : merged.entries)
    tests.emplace_back(entry.name, &entry.verdict);
  return {.results = results_text(merged.document),
          .tests = std::move(tests),
          .missing = merged.missing,
          .invalid_assets = merged.invalid_assets,
          .junit = merged.junit,
          .page = page_of(merged),
          .is_whole = !merged.document["interrupted"].get<bool>(),
          .diagnoses = diagnosis_lines(merged)};
}

Expected<void> write_merged(const std::filesystem::path& folder, const Merged& merged) {
  BINDPOSE_CHECK(prepare_folder(folder));
  BINDPOSE_CHECK(remove_earlier_run(folder, false));
  return write_run(folder, files_of(merged));
}

}  // namespace bindpose::conformance
