// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/run_page.h"

#include <algorithm>
#include <fstream>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/report/text.h"
#include "conformance/run/self_test_case.h"

namespace bindpose::conformance {
namespace {

/// "skinning.linear_blend.*": the tests of a case's algorithm, or "asset.hero.*", those of its file.
std::string filter_with_others(const std::string& case_name) {
  const std::size_t end = case_name.find('.', case_name.find('.') + 1);
  return case_name.substr(0, end) + ".*";
}

bool any_keeps_state(const RunReport& run, const Algorithm& algorithm) {
  for (std::size_t s = 0; s < run.diagnoses.size(); ++s)
    if (keeps_state(run, s, algorithm)) return true;
  return false;
}

PageCase page_case(const Case& from, const RunReport& run) {
  return {from.name,
          from.algorithm,
          from.purpose,
          bindpose::conformance::to_string(from.options),
          from.notes,
          any_keeps_state(run, *from.algorithm) ? filter_with_others(from.name) : filter_of(from.name),
          asset_argument(from.name, run)};
}

std::vector<PageSubject> page_subjects(const Suite& suite, const RunReport& run) {
  std::vector<PageSubject> subjects;
  for (std::size_t s = 0; s < suite.subjects().size(); ++s) {
    const Subject& subject = *suite.subjects()[s];
    subjects.push_back(
        {subject.name(), subject.info(),
         s < run.commands.size() ? run.commands[s] : "bindpose test --subject " + shell_word(subject.name()),
         s < run.diagnoses.size() ? diagnosis_texts(run.diagnoses[s]) : std::vector<std::string>()});
  }
  return subjects;
}

/// The processor's name from Linux.
std::string machine() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      return fmt::format("{}, {} threads", line.substr(std::min(line.find(':') + 2, line.size())),
                         std::thread::hardware_concurrency());
  return fmt::format("{} threads", std::thread::hardware_concurrency());
}

std::vector<std::pair<std::string, std::string>> facts_of(const RunReport& run) {
  std::vector<std::pair<std::string, std::string>> facts = {
      {"version", "bindpose " BINDPOSE_VERSION},
      {"date", fmt::format("{:%Y-%m-%d %H:%M} UTC", start_of(run))},
      {"duration", run.seconds < 60 ? fmt::format("{:.3g} s", run.seconds)
                                    : fmt::format("{:.0f} min {:.0f} s", std::floor(run.seconds / 60),
                                                  std::fmod(run.seconds, 60))},
      {"machine", machine()}};
  if (!run.command.empty()) facts.emplace_back("command", run.command);
  return facts;
}

std::vector<std::string> remarks_of(const Suite& suite, const RunReport& run) {
  std::vector<std::string> remarks;
  for (const AssetReport& asset : run.assets)
    if (!asset.error.empty()) remarks.push_back(fmt::format("{} is not judged: {}", asset.path, asset.error));
  if (!run.missing.empty())
    remarks.push_back(fmt::format("{} tests of the baseline are missing: {}{}", run.missing.size(),
                                  run.missing.front(), run.missing.size() > 1 ? ", ..." : ""));
  if (std::ranges::any_of(suite.records(), [](const Record& record) { return record.relation != nullptr; }))
    remarks.emplace_back("Two outputs are compared with each other, so no mesh shows the right one.");
  if (std::ranges::any_of(suite.records(), [](const Record& record) { return record.character != nullptr; }))
    remarks.emplace_back(
        "Characters are bound again, and weights judged by their properties: several outputs are right.");
  return remarks;
}

}  // namespace

std::string asset_argument(const std::string& case_name, const RunReport& run) {
  for (const AssetReport& asset : run.assets)
    if (case_name.starts_with(fmt::format("asset.{}.", asset.label)))
      return " --asset " + shell_word(asset.path);
  return "";
}

std::string filter_of(const std::string& case_name) {
  const std::string_view mark = ".fresh-";
  const std::size_t begin = case_name.find(mark);
  if (begin == std::string::npos) return case_name;
  const std::size_t end = case_name.find('.', begin + mark.size());
  return end == std::string::npos ? case_name : case_name.substr(0, begin) + case_name.substr(end);
}

std::string command_of(const std::string& test, const std::string& command, const std::string& asset,
                       bool keeps_state) {
  if (command.empty() || is_self_test(test)) return "";
  const TestName parts = parts_of(test);
  const std::string name(parts.case_name), base = keeps_state ? filter_with_others(name) : filter_of(name);
  const bool is_whole_name = base == name && parts.variant != "default";
  return fmt::format("{}{} --filter {}", command, asset, shell_word(is_whole_name ? test : base));
}

bool is_of_gate(Outcome outcome) {
  return !facts(outcome).judged && outcome != Outcome::internal_error;
}

bool keeps_state(const RunReport& run, std::size_t subject, const Algorithm& algorithm) {
  const std::string path = algorithm.path();
  return subject < run.diagnoses.size() &&
         std::ranges::any_of(run.diagnoses[subject], [&path](const Diagnosis& each) {
           return keeps_state(each) && std::ranges::find(each.algorithms, path) != each.algorithms.end();
         });
}

std::string command_of(const Record& record, const RunReport& run) {
  if (is_of_gate(record.verdict.outcome)) return "";
  return command_of(record.name, record.subject < run.commands.size() ? run.commands[record.subject] : "",
                    asset_argument(record.from->name, run),
                    keeps_state(run, record.subject, *record.from->algorithm));
}

PageContent page_content(const Suite& suite, const RunReport& run) {
  PageContent content;
  const int code = exit_code(suite, run);
  content.title = "bindpose test";
  if (code > 1 || !run.not_run.empty()) content.ending = verdict_line(suite, run);
  content.is_as_expected = code == 0;
  content.facts = facts_of(run);
  content.remarks = remarks_of(suite, run);
  content.subjects = page_subjects(suite, run);
  content.findings = run.findings.get();
  content.verified = static_cast<std::size_t>(std::ranges::count_if(suite.records(), &Record::verified));
  std::map<const Case*, std::size_t> places;
  for (const Record& record : suite.records()) {
    if (!is_reported(record)) continue;
    const auto [place, is_new] = places.emplace(record.from, content.cases.size());
    if (is_new) content.cases.push_back(page_case(*record.from, run));
    content.tests.push_back({record.name, place->second, record.subject, &record.verdict});
  }
  std::ranges::stable_sort(content.tests, {}, &PageTest::name);
  return content;
}

void on_judged_answer(Executor& executor, LookAtAnswer look) {
  executor.on_answer(
      [&suite = executor.suite(), look = std::move(look)](const Record& record, const AskedCase& asked,
                                                          const Answer& answer, const Verdict& verdict) {
        look(suite.subjects()[record.subject]->name(),
             {record.name, *record.from, asked.question, asked.expectation, answer, verdict});
      });
}

}  // namespace bindpose::conformance
