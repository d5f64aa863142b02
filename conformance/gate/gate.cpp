// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/gate.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/report/text.h"
#include "conformance/run/self_test_case.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

/// True if a test's name belongs to one of the suite's subjects.
bool is_of(const Suite& suite, const std::string& name) {
  return std::ranges::any_of(suite.subjects(), [&name](const auto& subject) {
    return name.find("/" + case_word(subject->name()) + "/") != std::string::npos;
  });
}

/// True if a waiver covers a record of the suite.
class Coverage {
 public:
  explicit Coverage(const Suite& suite) : suite_(suite) {
    for (const auto& subject : suite.subjects())
      infos_.push_back(subject->info());
  }
  bool operator()(const Waiver& waiver, const Record& record) const {
    return waiver.covers(record.name, suite_.subjects()[record.subject]->name(), infos_[record.subject]);
  }

 private:
  const Suite& suite_;
  std::vector<SubjectInfo> infos_;
};

}  // namespace

Expected<std::shared_ptr<Gate>> Gate::open(const GateFiles& files, const Date& today) {
  BINDPOSE_TRY(auto baseline, files.baseline.empty() ? Expected<Baseline>() : Baseline::read(files.baseline));
  BINDPOSE_TRY(auto skips, files.skips.empty() ? Expected<PatternList>() : PatternList::read(files.skips));
  BINDPOSE_TRY(auto flakes, files.flakes.empty() ? Expected<PatternList>() : PatternList::read(files.flakes));
  BINDPOSE_TRY(auto waivers, files.waivers.empty() ? Expected<Waivers>() : Waivers::read(files.waivers));
  return std::make_shared<Gate>(std::move(baseline), std::move(skips), std::move(flakes), std::move(waivers),
                                today);
}

bool Gate::asks_again(const std::string& name, Outcome outcome) const {
  if (outcome == Outcome::internal_error || !flakes_.matches(name)) return false;
  const auto expected = baseline_.find(name);
  return !expected || against_baseline(outcome, *expected) != Outcome::expected_fail;
}

Verdict Gate::decide(Verdict verdict, int tries, const std::string& name, const std::string& subject,
                     const SubjectInfo& info) const {
  if (verdict.outcome == Outcome::internal_error || verdict.outcome == Outcome::skipped) return verdict;
  if (tries > 1 && is_expected(verdict.outcome) && verdict.outcome != Outcome::not_supported) {
    verdict.judged = verdict.outcome;
    verdict.outcome = Outcome::flake;
    verdict.detail =
        "failed, then passed in a second run" + (verdict.detail.empty() ? "" : "; " + verdict.detail);
    return verdict;
  }
  if (const Waiver* waiver = waivers_.find(name, subject, info, today_))
    return under_waiver(std::move(verdict), *waiver, today_);
  const auto expected = baseline_.find(name);
  if (!expected) return verdict;
  const Outcome outcome = against_baseline(verdict.outcome, *expected);
  if (outcome == verdict.outcome) return verdict;
  verdict.judged = verdict.outcome;
  verdict.outcome = outcome;
  if (outcome == Outcome::unexpected_improvement) {
    const std::string words =
        fmt::format("the baseline has {}, but the result is now {}: update the baseline",
                    to_string(*expected), facts(*verdict.judged).deqp_status);
    verdict.detail = verdict.detail.empty() ? words : words + "; " + verdict.detail;
  }
  return verdict;
}

std::vector<std::string> Gate::notes() const {
  std::vector<std::string> notes;
  for (const auto& list : {baseline_.notes(), skips_.notes(), flakes_.notes(), waivers_.notes()})
    for (const std::string& note : list)
      add_note(notes, note);
  return notes;
}

std::vector<std::string> Gate::lost(const Suite& suite) const {
  std::vector<std::string> names;
  for (const Record& record : suite.records())
    names.push_back(record.name);
  std::vector<std::string> lost = baseline_.failures_not_in(names);
  // One baseline may serve runs of several subjects.
  std::erase_if(lost,
                [&suite](const std::string& name) { return !is_of(suite, name) || is_self_test(name); });
  return lost;
}

std::optional<Gate::OtherSubject> Gate::baseline_of_others(const Suite& suite) const {
  const std::vector<std::string> failures = baseline_.failures_not_in({});
  const auto is_here = [&suite](const std::string& name) { return is_of(suite, name); };
  if (failures.empty() || std::ranges::any_of(failures, is_here)) return std::nullopt;
  const auto without_subject = [](const std::string& name) {
    const TestName parts = parts_of(name);
    return fmt::format("{}/{}", parts.case_name, parts.variant);
  };
  std::set<std::string> tests;
  for (const Record& record : suite.records())
    tests.insert(without_subject(record.name));
  OtherSubject other{std::string(parts_of(failures.front()).subject), failures.size()};
  other.fitting = static_cast<std::size_t>(std::ranges::count_if(
      failures, [&](const std::string& name) { return tests.contains(without_subject(name)); }));
  return other;
}

std::vector<std::string> Gate::idle_waivers(const Suite& suite) const {
  const Coverage covers(suite);
  std::vector<std::string> idle;
  for (const Waiver& waiver : waivers_.list())
    if (std::ranges::none_of(suite.records(), [&](const Record& record) { return covers(waiver, record); }))
      idle.push_back(waiver.place);
  return idle;
}

std::map<std::size_t, Verdict> Gate::stale_waivers(const Suite& suite, bool whole) const {
  const Coverage covers(suite);
  std::map<std::size_t, Verdict> verdicts;
  for (const Waiver& waiver : waivers_.list()) {
    std::optional<std::size_t> pass;
    bool is_needed = !whole && waiver.has_globs();
    for (std::size_t i = 0; i < suite.records().size() && !is_needed; ++i) {
      const Record& record = suite.records()[i];
      if (!covers(waiver, record)) continue;
      const Outcome outcome = record.verdict.outcome;
      is_needed = !record.ran || outcome == Outcome::waived || !is_expected(outcome);
      if (outcome == Outcome::pass) pass = i;
    }
    if (pass && !is_needed) verdicts.emplace(*pass, stale(suite.records()[*pass].verdict, waiver));
  }
  return verdicts;
}

std::map<std::string, Expectancy> baseline_states(const Suite& suite) {
  std::map<std::string, Expectancy> states;
  for (const Record& record : suite.records()) {
    const Outcome outcome = record.verdict.outcome;
    const bool is_of_baseline =
        outcome == Outcome::expected_fail || outcome == Outcome::unexpected_improvement;
    if (!record.ran || is_self_test(record.name)) continue;
    const Outcome judged = is_of_baseline ? record.verdict.judged.value_or(outcome) : outcome;
    if (!facts(judged).judged) continue;
    if (const auto state = expectancy_of(judged)) states[record.name] = *state;
  }
  return states;
}

Hooks hooks_of(const std::shared_ptr<const Gate>& gate, const Suite& suite) {
  struct State {
    std::vector<SubjectInfo> infos;               ///< read before workers may restart a subject
    std::map<std::string, std::string> at_first;  ///< first result of a flake, by name
  };
  const auto state = std::make_shared<State>();
  Hooks hooks;
  hooks.skip = [gate, state, &suite](const std::string& name) {
    for (std::size_t s = state->infos.size(); s < suite.subjects().size(); ++s)
      state->infos.push_back(suite.subjects()[s]->info());
    return gate->skips(name);
  };
  hooks.again = [gate, state](const Record& record) {
    if (!gate->asks_again(record.name, record.verdict.outcome)) return false;
    state->at_first[record.name] =
        fmt::format("{}: {}", to_string(record.verdict.outcome), record.verdict.detail);
    return true;
  };
  hooks.amend = [gate, state](Record& record, const Suite& judged) {
    record.verdict = gate->decide(std::move(record.verdict), record.tries, record.name,
                                  judged.subjects()[record.subject]->name(), state->infos[record.subject]);
    if (record.verdict.outcome == Outcome::flake)
      record.verdict.detail += fmt::format("; at first {}", state->at_first[record.name]);
  };
  return hooks;
}

}  // namespace bindpose::conformance
