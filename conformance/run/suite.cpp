// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/suite.h"

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/cases/asset/binding_cases.h"
#include "conformance/cases/cases.h"
#include "conformance/run/self_test_case.h"
#include "conformance/subjects/decodings.h"
#include "conformance/subjects/self_test.h"
#include "reference/io/safetensors.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

/// The name of the case with these policies in place of those in its name:
/// "...bar.posed.direction.pose.f32" by normal_rule=inverse-transpose is
/// "...bar.posed.inverse-transpose.pose.f32". Empty if its name has no such option.
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

/// Adds the variants that are missing.
void add_others(std::vector<Options>& all, const std::vector<Options>& more) {
  std::ranges::copy_if(more, std::back_inserter(all), [&all](const Options& variant) {
    return std::ranges::find(all, variant) == all.end();
  });
}

/// "hose" of "skinning.linear_blend.hose.slots-4.direction.palette.f32"
std::string_view scene_word(std::string_view name) {
  for (int word = 0; word < 2; ++word)
    name.remove_prefix(std::min(name.find('.'), name.size() - 1) + 1);
  return name.substr(0, name.find('.'));
}

/// The entry of one case in the list of built-in cases.
struct Place {
  std::uint64_t turn = 0;       ///< a few turns per scene, whose cases often have the same program
  bool is_first_smoke = false;  ///< one of the first smoke cases of an algorithm at a level
};

const std::map<std::string_view, Place>& places_of_built_in_cases() {
  constexpr std::size_t turns_of_a_scene = 4, first_smoke_cases = 3;
  static const std::map<std::string_view, Place> all = [] {
    std::map<std::string_view, Place> places;
    using Asked = std::pair<const Algorithm*, Level>;
    std::map<Asked, std::size_t> smoke_cases;
    std::map<Asked, std::map<std::string_view, std::size_t>> scenes;  // number of cases so far, by name
    std::map<Asked, std::map<std::string_view, std::size_t>> numbers;
    for (const Case& c : built_in_cases()) {
      const Asked kind(c.algorithm, c.level);
      const std::string_view scene = scene_word(c.name);
      const std::size_t number = numbers[kind].try_emplace(scene, numbers[kind].size()).first->second;
      places[c.name] = {turns_of_a_scene * number + scenes[kind][scene]++ % turns_of_a_scene,
                        c.smoke && smoke_cases[kind]++ < first_smoke_cases};
    }
    return places;
  }();
  return all;
}

/// For cases that are not built in, the turn depends on the name.
Place place_of(const Case& c) {
  const auto& places = places_of_built_in_cases();
  const auto found = places.find(c.name);
  return found != places.end() ? found->second : Place{std::stoull(fnv1a64(c.name), nullptr, 16), false};
}

/// Adds a variant with each missing formulation and form of the next turns.
void add_other_bodies(std::vector<Options>& all, const Subject& subject, const Case& c, std::size_t turn) {
  const auto body = [](const Options& options) {
    Options some;
    for (const char* key : {"formulation", "form"})
      if (const auto chosen = options.find(key); chosen != options.end()) some.insert(*chosen);
    return some;
  };
  std::set<Options> known;
  for (const Options& options : all)
    known.insert(body(options));
  for (std::size_t later = 1; later < subject.turns(); ++later)
    for (const Options& options :
         subject.variants_in_turn(*c.algorithm, c.level, (turn + later) % subject.turns()))
      if (known.insert(body(options)).second) all.push_back(options);
}

/// Cases whose usual combination exceeds the limits of most devices: 16 attributes per vertex, 64
/// KiB per uniform block.
constexpr std::string_view beyond_usual_limits[] = {
    "animation.vertex_track.vertex.keys-40.pose.f32",
    "animation.vertex_track.blob.keys-20.pose.f32",
    "skinning.linear_blend.hose.joints-2060.direction.palette.f32",
    "skinning.multi_weight.hose.slots-8.direction.palette.f32",
    "skinning.multi_weight.hose.every-slot-6.direction.palette.f32",
    "skinning.multi_weight.crowd.influences-6.direction.palette.f32"};

/// A failed self-test of a device, or a failed start. Both were tested when the subject was opened, so it has run.
Record self_test_record(const Case& c, const Subject& subject, std::size_t index, const Error& error) {
  Record record{self_test_name(c, subject.name()), &c, nullptr, index, {}, {}, judge_error(error)};
  record.ran = true;
  record.tries = 1;
  return record;
}

}  // namespace

std::vector<Options> variants_to_ask(const Subject& subject, const Case& c, RunExtent extent) {
  const auto [place, is_first_smoke] = place_of(c);
  const auto turn = static_cast<std::size_t>(place % subject.turns());
  std::vector<Options> all = subject.variants_in_turn(*c.algorithm, c.level, turn);
  const bool is_beyond = std::ranges::find(beyond_usual_limits, c.name) != std::end(beyond_usual_limits);
  const bool compiles_each = subject.turns() > 1 && !all.empty();  // as for devices
  if (compiles_each && is_first_smoke)
    add_other_bodies(all, subject, c, turn);
  else if (compiles_each && extent == RunExtent::smoke)
    all.resize(1);
  if (is_beyond) add_others(all, subject.variants(*c.algorithm, c.level));
  add_others(all, decodings(subject, c));
  return all;
}

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

AcceptedDeviations Suite::terms(std::size_t subject, const Algorithm& algorithm, Level level) const {
  return together(subjects_[subject]->terms(algorithm, level), accepted_);
}

bool Suite::is_accepted(const Record& record, const Verdict& verdict) const {
  if (verdict.outcome != Outcome::fail || verdict.policy.empty()) return false;
  if (conformance::is_accepted(verdict.policy, accepted_)) return true;
  const std::string option = verdict.policy.substr(0, verdict.policy.find('='));
  const auto own =
      choice(record.from->algorithm->implementation.declaration.options, record.from->options, option);
  return own && accepted_.policies.contains(option) && verdict.policy == fmt::format("{}={}", option, *own);
}

void Suite::make_records() {
  std::set<std::string> names;
  for (const PlannedCase& each : cases_)
    names.insert(each.c.name);
  for (const PlannedCase& each : cases_)
    for (std::size_t s = 0; s < subjects_.size(); ++s) {
      const Case& c = each.c;
      const AcceptedDeviations terms = this->terms(s, *c.algorithm, c.level);
      if (!is_asked(c, terms)) continue;
      const std::vector<Options> policies = policies_to_ask(c, terms);
      for (const Options& variant : variants_to_ask(*subjects_[s], c, extent_)) {
        if (is_left_out(c, variant)) continue;
        for (const Options& asked : policies)
          if (names.count(name_by(c, asked)) == 0) add_record(each, s, variant, asked);
      }
    }
  for (std::size_t s = 0; s < subjects_.size(); ++s) {
    const SubjectInfo info = subjects_[s]->info();
    const auto tested = self_test_error(info), error = tested ? tested : noted_error(info, start_key);
    const Case& c = tested ? self_test_case() : start_case();
    if (!error || (hooks_.skip && hooks_.skip(self_test_name(c, subjects_[s]->name())))) continue;
    records_.push_back(self_test_record(c, *subjects_[s], s, *error));
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
    // A shard or a filter of GoogleTest leaves records that do not run; this is not a failure.
    if (is_reported(record)) code.add(record.verdict.outcome, subjects[record.subject]);
  return code.of(subjects, interrupted());
}

namespace {

std::size_t number_from(const char* variable, std::size_t otherwise) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return otherwise;
  const std::string_view word(text);
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size() ? number : otherwise;
}

}  // namespace

std::string hash_of_names(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names)
    text += name + "\n";
  return fnv1a64(text);
}

Shard shard_from_environment() {
  const std::size_t count = std::max<std::size_t>(number_from("GTEST_TOTAL_SHARDS", 1), 1);
  return {count > 1 ? number_from("GTEST_SHARD_INDEX", 0) : 0, count};
}

ShardManifest manifest_of(const Suite& suite) {
  ShardManifest manifest;
  std::vector<std::string> names;
  for (const Record& record : suite.records()) {
    if (is_self_test(record.name)) continue;
    names.push_back(record.name);
    if (!is_reported(record)) manifest.not_run.push_back(record.name);
  }
  std::sort(manifest.not_run.begin(), manifest.not_run.end());
  manifest.tests = names.size();
  manifest.names_fnv1a64 = hash_of_names(std::move(names));
  const Shard shard = suite.shard().value_or(shard_from_environment());
  manifest.shards = shard.count;
  manifest.shard = shard.index;
  return manifest;
}

}  // namespace bindpose::conformance
