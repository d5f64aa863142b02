// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/suite.h"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/cases/asset/binding_cases.h"
#include "conformance/run/self_test_case.h"
#include "conformance/subjects/decodings.h"
#include "conformance/subjects/self_test.h"
#include "reference/io/process.h"
#include "reference/io/safetensors.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

/// How the case would be called that asks the same by these policies where this one names the usual ones:
/// "...bar.posed.direction.pose.f32" by normal_rule=inverse-transpose is "...bar.posed.inverse-transpose.pose.f32". Empty: it
/// names none of them.
std::string name_by(const Case& c, const Options& policies) {
  std::string name = c.name;
  for (const auto& [option, value] : policies) {
    const auto named = c.options.find(option);
    if (named == c.options.end()) return "";
    const std::size_t at = name.find("." + named->second + ".");
    if (at == std::string::npos) return "";
    name.replace(at + 1, named->second.size(), value);
  }
  return policies.empty() ? "" : name;
}

std::string variant_word(const Options& variant, const Options& policies) {
  std::vector<std::string> words;
  for (const auto& [key, value] : variant)
    words.push_back(case_word(value));
  for (const auto& [key, value] : policies)
    words.push_back(case_word(fmt::format("{}-{}", key, value)));
  return words.empty() ? "default" : fmt::format("{}", fmt::join(words, "."));
}

/// Those that are not there yet.
void add_others(std::vector<Options>& all, const std::vector<Options>& more) {
  std::ranges::copy_if(more, std::back_inserter(all), [&all](const Options& variant) {
    return std::ranges::find(all, variant) == all.end();
  });
}

/// Cases take turns, and a smoke case is asked by all beside: which one's turn it is follows from the name alone, so that no other case
/// and no filter changes what a case is asked.
std::vector<Options> variants_to_ask(const Subject& subject, const Case& c) {
  const std::size_t turn = std::stoull(fnv1a64(c.name), nullptr, 16) % subject.turns();
  std::vector<Options> all;
  if (c.smoke) all = subject.variants(*c.algorithm, c.level);
  add_others(all, subject.variants_in_turn(*c.algorithm, c.level, turn));
  add_others(all, decodings(subject, c));
  return all;
}

/// The failed self-test of a device. It was made when the device was opened, so it has run.
Record self_test_record(const Subject& subject, std::size_t index, const Error& error) {
  Record record{
      self_test_name(subject.name()), &self_test_case(), nullptr, index, {}, {}, judge_error(error)};
  record.ran = true;
  record.tries = 1;
  return record;
}

}  // namespace

NameGlob::NameGlob(std::string_view glob) : glob_(glob), beginnings_now_(beginnings_meant(glob)) {}

bool NameGlob::matches(const std::string& name) const {
  const auto begins = [&name](const std::string& beginning) { return name.starts_with(beginning); };
  return glob_.matches(std::ranges::any_of(beginnings_now_, begins) ? former_name(name) : name);
}

bool NameGlobs::match(const std::string& name) const {
  return std::ranges::any_of(globs_, [&name](const NameGlob& glob) { return glob.matches(name); });
}

void Suite::add_cases(std::vector<Case> cases, const std::vector<std::string>& globs) {
  const NameGlobs chosen(globs);
  for (Case& c : cases)
    if (chosen.choose(c.name)) cases_.push_back({std::move(c)});
}

void Suite::add_cases(std::vector<MetamorphicCase> cases) {
  for (MetamorphicCase& each : cases)
    cases_.push_back({std::move(each.c), each.relation});
}

void Suite::add_cases(std::vector<BindingCase> cases) {
  for (BindingCase& each : cases)
    cases_.push_back({std::move(each.c), nullptr, std::move(each.character)});
}

void Suite::choose_tests(const std::vector<std::string>& globs) {
  for (const std::string& glob : globs)
    (glob.find('/') == glob.npos ? of_cases_ : of_tests_).emplace_back(glob);
}

bool Suite::is_chosen(const Record& record) const {
  const auto matches = [](const std::string& name) {
    return [&name](const NameGlob& glob) { return glob.matches(name); };
  };
  return of_tests_.empty() || std::ranges::any_of(of_tests_, matches(record.name)) ||
         std::ranges::any_of(of_cases_, matches(record.from->name));
}

void Suite::add_subject(std::unique_ptr<Subject> subject, OpenSubject another) {
  subjects_.push_back(std::move(subject));
  another_.push_back(std::move(another));
}

Terms Suite::terms(std::size_t subject, const Algorithm& algorithm, Level level) const {
  return together(subjects_[subject]->terms(algorithm, level), accepted_);
}

void Suite::make_records() {
  std::set<std::string> names;
  for (const PlannedCase& each : cases_)
    names.insert(each.c.name);
  for (const PlannedCase& each : cases_)
    for (std::size_t s = 0; s < subjects_.size(); ++s) {
      const Case& c = each.c;
      const Terms terms = this->terms(s, *c.algorithm, c.level);
      if (!is_asked(c, terms)) continue;
      const std::vector<Options> policies = policies_to_ask(c, terms);
      for (const Options& variant : variants_to_ask(*subjects_[s], c)) {
        if (is_left_out(c, variant)) continue;
        for (const Options& asked : policies)
          if (names.count(name_by(c, asked)) == 0) add_record(each, s, variant, asked);
      }
    }
  for (std::size_t s = 0; s < subjects_.size(); ++s) {
    const auto error = self_test_error(subjects_[s]->info());
    if (!error || (hooks_.skip && hooks_.skip(self_test_name(subjects_[s]->name())))) continue;
    records_.push_back(self_test_record(*subjects_[s], s, *error));
    if (hooks_.amend) hooks_.amend(records_.back(), *this);
  }
}

void Suite::add_record(const PlannedCase& from, std::size_t subject, const Options& variant,
                       const Options& policies) {
  const std::string name = fmt::format("{}/{}/{}", from.c.name, case_word(subjects_[subject]->name()),
                                       variant_word(variant, policies));
  Record record{name, &from.c, from.relation, subject, variant, policies, {}};
  if (!is_chosen(record)) return;
  record.character = from.character.get();
  record.verdict.outcome = Outcome::missing;
  record.verdict.detail = "did not run";
  if (hooks_.skip && hooks_.skip(record.name)) {
    record.ran = true;
    record.verdict.outcome = Outcome::skipped;
    record.verdict.detail = "skipped on request";
  }
  records_.push_back(std::move(record));
}

bool is_reported(const Record& record) {
  return record.ran || interrupted();
}

int exit_code(const Suite& suite) {
  ExitCode code;
  std::vector<std::string> subjects;
  for (const auto& subject : suite.subjects())
    subjects.push_back(subject->name());
  for (const Record& record : suite.records())
    // A shard or a filter of GoogleTest leaves records unrun; that is no failure of theirs.
    if (is_reported(record)) code.add(record.verdict.outcome, subjects[record.subject]);
  return code.of(subjects, interrupted());
}

}  // namespace bindpose::conformance
