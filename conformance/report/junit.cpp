// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/junit.h"

#include <algorithm>
#include <chrono>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "conformance/report/xml.h"

namespace bindpose::conformance {
namespace {

enum class Element { none, failure, error, skipped, flaky };

Element element_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
    case Outcome::quality_warning:
    case Outcome::policy:
      return Element::none;
    case Outcome::fail:
    case Outcome::invalid_output:
    case Outcome::stale_waiver:
    case Outcome::unexpected_improvement:
      return Element::failure;
    case Outcome::crash:
    case Outcome::timeout:
    case Outcome::missing:
    case Outcome::internal_error:
      return Element::error;
    case Outcome::not_supported:
    case Outcome::skipped:
    case Outcome::waived:
    case Outcome::expected_fail:
      return Element::skipped;
    case Outcome::flake:
      return Element::flaky;
  }
  return Element::error;
}

std::string type_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::crash:
      return "Crash";
    case Outcome::timeout:
      return "Timeout";
    case Outcome::missing:
      return "Missing";
    case Outcome::internal_error:
      return "InternalError";
    default:
      return std::string(to_string(outcome));
  }
}

struct Counts {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;

  void add(const Counts& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
    seconds += other.seconds;
  }
};

double seconds_of(const Verdict& verdict) {
  return verdict.subject_seconds + verdict.judge_seconds;
}

Counts count(const JunitSuite& suite) {
  Counts counts;
  for (const JunitCase& test : suite.cases) {
    const Element element = element_of(test.verdict.outcome);
    ++counts.tests;
    counts.failures += element == Element::failure ? 1 : 0;
    counts.errors += element == Element::error ? 1 : 0;
    counts.skipped += element == Element::skipped ? 1 : 0;
    counts.seconds += seconds_of(test.verdict);
  }
  return counts;
}

std::string attributes(const Counts& counts, double seconds) {
  return fmt::format(R"( tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.6f}")", counts.tests,
                     counts.failures, counts.errors, counts.skipped, seconds);
}

std::string property(std::string_view name, std::string_view value) {
  return "<property" + xml_attribute("name", name) + xml_attribute("value", value) + "/>\n";
}

/// "skinning.linear_blend.<subject>" and what remains of "skinning.linear_blend.bar.posed/<subject>/<variant>".
std::pair<std::string, std::string> class_and_name(const std::string& name) {
  const std::size_t slash = std::min(name.find('/'), name.size());
  std::size_t split = name.find('.');
  if (split != std::string::npos) split = name.find('.', split + 1);
  if (split == std::string::npos || split >= slash) return {name.substr(0, slash), name};
  const std::size_t variant = std::min(name.find('/', std::min(slash + 1, name.size())), name.size());
  std::string group = name.substr(0, split);
  if (slash < name.size()) group += "." + name.substr(slash + 1, variant - slash - 1);
  return {std::move(group), name.substr(split + 1, slash - split - 1) + name.substr(variant)};
}

std::string result_element(const Verdict& verdict) {
  const std::string type = xml_attribute("type", type_of(verdict.outcome));
  const std::string first_line = verdict.detail.substr(0, verdict.detail.find('\n'));
  const std::string message =
      xml_attribute("message", fmt::format("{}: {}", to_string(verdict.outcome), first_line));
  switch (element_of(verdict.outcome)) {
    case Element::none:
      return "";
    case Element::failure:
      return fmt::format("<failure{}{}>{}</failure>\n", message, type, xml_text(verdict.detail));
    case Element::error:
      return fmt::format("<error{}{}>{}</error>\n", message, type, xml_text(verdict.detail));
    case Element::skipped:
      return fmt::format("<skipped{}/>\n", message);
    case Element::flaky:
      return fmt::format("<flakyFailure{}{}>{}</flakyFailure>\n", message, type, xml_text(verdict.detail));
  }
  return "";
}

std::string test_case(const JunitCase& test) {
  const auto [group, name] = class_and_name(test.name);
  const Verdict& verdict = test.verdict;
  std::string text = "    <testcase" + xml_attribute("classname", group) + xml_attribute("name", name) +
                     fmt::format(R"( time="{:.6f}")", seconds_of(verdict));
  std::string inside;
  const bool plain = verdict.outcome == Outcome::pass && test.notes.empty();
  if (!plain) {
    inside += property("outcome", to_string(verdict.outcome));
    inside += property("worst_fraction_of_bound", fmt::format("{:.4g}", verdict.worst_fraction));
    for (const std::string& note : test.notes)
      inside += property("note", note);
    if (element_of(verdict.outcome) == Element::none && !verdict.detail.empty())
      inside += property("detail", verdict.detail);
    inside = "<properties>\n" + inside + "</properties>\n" + result_element(verdict);
  }
  return text + (inside.empty() ? "/>\n" : ">\n" + inside + "</testcase>\n");
}

std::string stamp(const JunitRun& run) {
  return run.timestamp.empty() ? std::string() : xml_attribute("timestamp", run.timestamp);
}

}  // namespace

std::string junit_xml(const JunitRun& run) {
  Counts all;
  for (const JunitSuite& suite : run.suites)
    all.add(count(suite));
  std::string text = R"(<?xml version="1.0" encoding="UTF-8"?>)"
                     "\n<testsuites" +
                     xml_attribute("name", "bindpose") + attributes(all, run.seconds) + stamp(run) + ">\n";
  for (const JunitSuite& suite : run.suites) {
    const Counts counts = count(suite);
    text += "  <testsuite" + xml_attribute("name", suite.name) + attributes(counts, counts.seconds) +
            stamp(run) + ">\n<properties>\n";
    for (const auto& [key, value] : suite.info)
      text += property(key, value);
    text += "</properties>\n";
    for (const JunitCase& test : suite.cases)
      text += test_case(test);
    text += "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

JunitCase missing_case(const std::string& name) {
  JunitCase test{name, {}, {}};
  test.verdict.outcome = Outcome::missing;
  test.verdict.detail = "the baseline knows it, and it is not there";
  return test;
}

JunitRun junit_run(const Suite& suite, const RunReport& report) {
  using std::chrono::system_clock;
  JunitRun run;
  run.seconds = report.seconds;
  const auto start = system_clock::now() - std::chrono::duration_cast<system_clock::duration>(
                                               std::chrono::duration<double>(report.seconds));
  run.timestamp = fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::gmtime(system_clock::to_time_t(start)));
  for (const auto& subject : suite.subjects())
    run.suites.push_back({subject->name(), subject->info(), {}});
  for (const Record& record : suite.records())
    if (is_reported(record))
      run.suites[record.subject].cases.push_back({record.name, record.verdict, record.from->notes});
  if (!report.missing.empty()) run.suites.push_back({"missing", {}, {}});
  for (const std::string& name : report.missing)
    run.suites.back().cases.push_back(missing_case(name));
  return run;
}

}  // namespace bindpose::conformance
