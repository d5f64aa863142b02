// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/suite.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cache/kept_verdicts.h"
#include "conformance/cases/asset/asset_cases.h"
#include "conformance/cases/fresh/fresh.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/stages.h"
#include "conformance/run/binding.h"
#include "conformance/run/interruption.h"
#include "conformance/run/self_test_case.h"
#include "conformance/subjects/decodings.h"
#include "conformance/subjects/self_test.h"
#include "reference/algorithms.h"
#include "reference/io/process.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"
#include "reference/renamed.h"
#include "reference/scenes/crowd.h"

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

bool interrupted() {
  return bindpose::interrupted();
}

void catch_interrupts() {
  bindpose::catch_interrupts();
}

void Suite::add_cases(std::vector<Case> cases, const std::vector<std::string>& globs) {
  const NameGlobs chosen(globs);
  for (Case& c : cases)
    if (chosen.choose(c.name)) cases_.push_back(std::make_unique<Case>(std::move(c)));
}

void Suite::add_cases(std::vector<MetamorphicCase> cases) {
  for (MetamorphicCase& each : cases) {
    cases_.push_back(std::make_unique<Case>(std::move(each.c)));
    relations_[cases_.back().get()] = each.relation;
  }
}

void Suite::add_cases(std::vector<BindingCase> cases) {
  for (BindingCase& each : cases) {
    cases_.push_back(std::make_unique<Case>(std::move(each.c)));
    characters_[cases_.back().get()] = std::move(each.character);
  }
}

void Suite::add_subject(std::unique_ptr<Subject> subject, OpenSubject another) {
  lanes_.front().subjects.push_back(std::move(subject));
  open_.push_back(std::move(another));
}

Terms Suite::terms(std::size_t subject, const Case& c) const {
  return together(subjects()[subject]->terms(*c.algorithm, c.level), accepted_);
}

void Suite::make_records() {
  std::set<std::string> names;
  for (const auto& c : cases_)
    names.insert(c->name);
  for (const auto& c : cases_)
    for (std::size_t s = 0; s < subjects().size(); ++s) {
      const Terms terms = this->terms(s, *c);
      if (!is_asked(*c, terms)) continue;
      const std::vector<Options> policies = policies_to_ask(*c, terms);
      for (const Options& variant : variants_to_ask(*subjects()[s], *c)) {
        if (is_left_out(*c, variant)) continue;
        for (const Options& asked : policies)
          if (names.count(name_by(*c, asked)) == 0) add_record(*c, s, variant, asked);
      }
    }
  for (std::size_t s = 0; s < subjects().size(); ++s) {
    const auto error = self_test_error(subjects()[s]->info());
    if (!error || (hooks_.skip && hooks_.skip(self_test_name(subjects()[s]->name())))) continue;
    records_.push_back(self_test_record(*subjects()[s], s, *error));
    if (hooks_.amend) hooks_.amend(records_.back(), *this);
  }
}

void Suite::add_record(const Case& c, std::size_t subject, const Options& variant, const Options& policies) {
  const std::string name = fmt::format("{}/{}/{}", c.name, case_word(subjects()[subject]->name()),
                                       variant_word(variant, policies));
  const auto relation = relations_.find(&c);
  Record record{name,     &c, relation == relations_.end() ? nullptr : relation->second, subject, variant,
                policies, {}};
  if (const auto character = characters_.find(&c); character != characters_.end())
    record.character = character->second.get();
  record.verdict.outcome = Outcome::missing;
  record.verdict.detail = "did not run";
  if (hooks_.skip && hooks_.skip(record.name)) {
    record.ran = true;
    record.verdict.outcome = Outcome::skipped;
    record.verdict.detail = "skipped on request";
  }
  records_.push_back(std::move(record));
}

Suite::Prepared Suite::prepared_binding(const Record& record) const {
  Prepared prepared{nullptr, record.from->name, record.policies, {}};
  auto binding = asked_binding(*record.from, *record.character, record.policies);
  if (!binding) {
    prepared.asked = tl::unexpected(binding.error());
    return prepared;
  }
  prepared.asked = binding->asked;
  prepared.binding = std::make_shared<const AskedBinding>(*std::move(binding));
  return prepared;
}

const Suite::Prepared& Suite::prepare(Lane& lane, const Record& record) {
  const Features without = terms(record.subject, *record.from).without;
  const Case& c = *record.from;
  // The relations of one case have its question in common.
  const std::size_t suffix = record.relation == nullptr ? 0 : record.relation->name.size() + 1;
  const std::string name = c.name.substr(0, c.name.size() - suffix);
  if (!lane.prepared.empty() && lane.prepared.front().name != name) lane.prepared.clear();
  auto at_hand = std::ranges::find_if(lane.prepared, [&](const Prepared& known) {
    return known.policies == record.policies && (known.without == without || record.character != nullptr);
  });
  if (at_hand == lane.prepared.end()) {
    ++expectations_;
    if (record.character != nullptr)
      lane.prepared.push_back(prepared_binding(record));
    else
      lane.prepared.push_back(
          {nullptr, name, record.policies, without, asked_case(c, record.policies, without)});
    at_hand = std::prev(lane.prepared.end());
  }
  if (at_hand->from != &c)
    at_hand->related = record.relation != nullptr && at_hand->asked
                           ? related_case(*record.relation, c.name, *at_hand->asked)
                           : Expected<RelatedCase>(RelatedCase{});
  at_hand->from = &c;
  return *at_hand;
}

Expected<Subject*> Suite::subject(Lane& lane, std::size_t index) const {
  if (lane.subjects.size() <= index) lane.subjects.resize(index + 1);
  std::unique_ptr<Subject>& subject = lane.subjects[index];
  if (subject == nullptr) {
    BINDPOSE_TRY(subject, open_[index]());
  }
  return subject.get();
}

Verdict Suite::judge_answers(const Prepared& prepared, const Record& record, const Expected<Answer>& answer,
                             const Expected<Answer>& second) const {
  const AskedCase& asked = *prepared.asked;
  if (!answer) return judge_error(answer.error());
  if (!second) return judge_error(second.error());
  if (record.character != nullptr) return judge_binding(*record.character, *prepared.binding, *answer);
  const PrecisionClasses classes = terms(record.subject, *record.from).classes;
  if (record.relation != nullptr) return judge_related(asked, *prepared.related, *answer, *second, classes);
  return judge(asked.question, asked.expectation, *answer, classes, *prepared.explanations,
               [&record] { return joint_names_of(*record.from); });
}

Verdict Suite::ask(Subject& subject, const Prepared& prepared, const Record& record) const {
  const AskedCase& asked = *prepared.asked;
  const bool is_related = record.relation != nullptr;
  auto answer = subject.run(asked.question, record.variant);
  auto second = answer && is_related ? subject.run(prepared.related->second.question, record.variant)
                                     : Expected<Answer>(Answer{});
  const auto start = std::chrono::steady_clock::now();
  Verdict verdict = judge_answers(prepared, record, answer, second);
  verdict.judge_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (answer && record.character == nullptr && is_comparable(asked.expectation, answer->arrays))
    verdict.bits = bits_of(asked.expectation, answer->arrays);
  if (answer && record.is_of_numbers() && on_answer_) on_answer_(record, asked, *answer, verdict);
  return verdict;
}

/// As often as is wanted, until an answer is not right.
Verdict Suite::ask_repeatedly(Subject& subject, const Prepared& prepared, const Record& record) const {
  Verdict verdict = ask(subject, prepared, record);
  for (std::size_t time = 1; time < times_ && verdict.outcome == Outcome::pass && !interrupted(); ++time) {
    Verdict again = ask(subject, prepared, record);
    if (again.outcome != Outcome::pass)
      again.detail = fmt::format("right when asked {} times, then not: {}", time, again.detail);
    again.is_repeatable = again.bits == verdict.bits && verdict.is_repeatable.value_or(true);
    verdict = std::move(again);
  }
  return verdict;
}

std::string Suite::kept_name(Lane& lane, const Record& record) const {
  // A character says of its weights what its question does not hold.
  if (!kept_.contains(record.subject) || is_fresh(record.from->name) || record.character != nullptr)
    return "";
  const Terms terms = this->terms(record.subject, *record.from);
  if (!lane.named.empty() && lane.named.front().from != record.from) lane.named.clear();
  auto known = std::ranges::find_if(lane.named, [&](const Named& each) {
    return each.policies == record.policies && each.without == terms.without;
  });
  if (known == lane.named.end()) {
    const auto asked = asked_question(*record.from, record.policies, terms.without);
    lane.named.push_back({record.from, record.policies, terms.without,
                          asked ? question_content(asked->question) : "",
                          asked ? asked->left_out : std::vector<std::string>()});
    known = std::prev(lane.named.end());
  }
  if (known->content.empty()) return "";
  return question_name({"suite", known->content, record.variant, record.policies, known->left_out,
                        terms.classes, record.relation == nullptr ? "" : record.relation->name});
}

Verdict Suite::judge_record(Lane& lane, const Record& record) {
  const std::string name = kept_name(lane, record);
  if (name.empty()) return judge_anew(lane, record);
  KeptVerdicts& kept = *kept_.at(record.subject);
  if (auto found = kept.find(name)) return *std::move(found);
  Verdict verdict = judge_anew(lane, record);
  kept.keep(name, verdict);
  return verdict;
}

std::vector<std::size_t> Suite::found() const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < records_.size(); ++i)
    if (records_[i].ran && records_[i].verdict.is_cached) found.push_back(i);
  return found;
}

Expected<void> Suite::verify(std::size_t index) {
  Record& record = records_[index];
  KeptVerdicts& kept = *kept_.at(record.subject);
  const std::string name = kept_name(lanes_.front(), record);
  const auto found = kept.find(name);
  if (!found) return {};
  const Verdict now = judge_anew(lanes_.front(), record);
  if (was_cut_short(now)) return {};
  BINDPOSE_CHECK(kept.verify(name, *found, now));
  record.verified = true;
  return {};
}

Verdict Suite::judge_anew(Lane& lane, const Record& record) {
  const auto start = std::chrono::steady_clock::now();
  const Prepared& prepared = prepare(lane, record);
  const std::chrono::duration<double> preparing = std::chrono::steady_clock::now() - start;
  const Expected<AskedCase>& asked = prepared.asked;
  Verdict verdict;
  if (!asked && (asked.error().code == "FRESH_IMPOSSIBLE" || asked.error().code == "NOT_SUPPORTED"))
    return judge_error(asked.error());
  // Another policy than the case's own may rule its question out.
  if (!asked && !record.policies.empty())
    return judge_error({"NOT_SUPPORTED", to_string(record.policies), to_string(asked.error())});
  if (!asked) {
    verdict.detail = "the reference cannot answer its own case: " + bindpose::to_string(asked.error());
    return verdict;
  }
  if (!prepared.related) return judge_error(prepared.related.error());
  for (const Expectation* expectation : {&asked->expectation, &prepared.related->second.expectation}) {
    const auto reason = expectation->not_applicable.find(formulation_of(record.variant));
    if (reason != expectation->not_applicable.end()) return judge_error(reason->second);
  }
  const auto subject = this->subject(lane, record.subject);
  if (!subject) return judge_error(subject.error());
  verdict = ask_repeatedly(**subject, prepared, record);
  verdict.judge_seconds += preparing.count();
  // Of a failure it is the cause; what was asked for is in the record's name.
  if (verdict.outcome == Outcome::pass) verdict.policy = to_string(record.policies);
  verdict.not_asked = asked->left_out;
  return verdict;
}

void Suite::tell(const Record& record, const Verdict& verdict) {
  if (on_verdict_) on_verdict_(record, verdict);
}

/// The next case of the algorithm that the lane is at, whose programs it has compiled; else of one that no lane is at; else any.
std::vector<std::size_t> Suite::take(Lane& lane) {
  const auto algorithm = [this](const std::vector<std::size_t>& records) {
    return records_[records.front()].from->algorithm;
  };
  const auto is_at = [&](const std::vector<std::size_t>& records) { return algorithm(records) == lane.at; };
  const auto is_free = [&](const std::vector<std::size_t>& records) {
    return std::ranges::none_of(lanes_, [&](const Lane& each) { return each.at == algorithm(records); });
  };
  auto next = std::ranges::find_if(ahead_, is_at);
  if (next == ahead_.end()) next = std::ranges::find_if(ahead_, is_free);
  if (next == ahead_.end()) next = ahead_.begin();
  lane.at = algorithm(*next);
  std::vector<std::size_t> records = std::move(*next);
  ahead_.erase(next);
  return records;
}

void Suite::work(Lane& lane) {
  std::unique_lock lock(mutex_);
  while (!ahead_.empty() && !stopping_ && !interrupted()) {
    const std::vector<std::size_t> records = take(lane);
    for (const std::size_t i : records) {
      if (stopping_ || interrupted()) break;
      lock.unlock();
      Verdict verdict = judge_record(lane, records_[i]);
      lock.lock();
      if (was_cut_short(verdict)) break;
      tell(records_[i], verdict);
      verdicts_.emplace(i, std::move(verdict));
      reached_.notify_all();
    }
  }
  reached_.notify_all();
}

void Suite::run_ahead(std::vector<std::size_t> records, unsigned lanes) {
  std::erase_if(records,
                [this](std::size_t i) { return records_[i].ran || known_.count(records_[i].name) > 0; });
  std::map<const Case*, std::vector<std::size_t>*> place;
  for (const std::size_t i : records) {
    const auto [entry, is_new] = place.emplace(records_[i].from, nullptr);
    if (is_new) entry->second = &ahead_.emplace_back();
    entry->second->push_back(i);
  }
  planned_.assign(records_.size(), false);
  for (const std::size_t i : records)
    planned_[i] = true;
  lanes_.resize(std::max<std::size_t>(lanes, 1));
  for (Lane& lane : lanes_)
    threads_.emplace_back([this, &lane] { work(lane); });
}

Suite::~Suite() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  for (std::thread& thread : threads_)
    thread.join();
}

const Verdict& Suite::run(std::size_t index) {
  Record& record = records_[index];
  if (record.ran) return record.verdict;
  const auto known = known_.find(record.name);
  if (known != known_.end()) {
    record.verdict = known->second;
  } else if (index < planned_.size() && planned_[index]) {
    std::unique_lock lock(mutex_);
    // An interruption is noticed within the time that a poll takes; a signal cannot notify.
    while (verdicts_.count(index) == 0 && !interrupted())
      reached_.wait_for(lock, std::chrono::milliseconds(100));
    if (verdicts_.count(index) == 0) return record.verdict;
    record.verdict = std::move(verdicts_.at(index));
  } else if (interrupted()) {
    return record.verdict;
  } else {
    Verdict verdict = judge_record(lanes_.front(), record);
    if (was_cut_short(verdict)) return record.verdict;
    record.verdict = std::move(verdict);
    const std::lock_guard lock(mutex_);
    tell(record, record.verdict);
  }
  record.ran = true;
  record.tries = 1;
  // Lanes are busy with other records; only the first verdict is told, so that a resumed run asks again, too.
  const bool can_ask = threads_.empty() || open_[record.subject];
  if (!is_expected(record.verdict.outcome) && can_ask && hooks_.again && hooks_.again(record)) {
    Verdict again = judge_anew(threads_.empty() ? lanes_.front() : spare_, record);
    if (!was_cut_short(again)) {
      record.verdict = std::move(again);
      record.tries = 2;
    }
  }
  if (hooks_.amend) hooks_.amend(record, *this);
  return record.verdict;
}

Expected<GivenAnswer> Suite::answer_again(std::size_t index) {
  const Record& record = records_[index];
  BINDPOSE_TRY(const AskedCase asked, prepare(lanes_.front(), record).asked);
  BINDPOSE_TRY(Subject* const subject, this->subject(lanes_.front(), record.subject));
  BINDPOSE_TRY(Answer answer, subject->run(asked.question, record.variant));
  if (!is_comparable(asked.expectation, answer.arrays))
    return fail("INVALID_OUTPUT", record.name, "has no answer that can be compared");
  return GivenAnswer{asked.question, asked.expectation, std::move(answer), joint_names_of(*record.from)};
}

std::optional<Throughput> Suite::measure(std::size_t subject) {
  constexpr std::size_t vertices = 20000;
  constexpr int runs = 5;
  constexpr double enough_seconds = 0.3;  // a slow subject is not asked six times
  const Algorithm* const lbs = find_algorithm("lbs");
  // Neither of a method that was not asked for nor of one that is wrong.
  bool is_right = false, was_asked = false;
  for (const Record& record : records_) {
    if (record.subject != subject || !record.ran) continue;
    was_asked = was_asked || !record.verdict.is_cached;
    const Outcome outcome = record.verdict.outcome;
    if (outcome == Outcome::crash || outcome == Outcome::timeout) return std::nullopt;
    if (record.from->algorithm != lbs || record.from->level != Level::palette) continue;
    if (!is_expected(outcome)) return std::nullopt;
    is_right = is_right || outcome == Outcome::pass;
  }
  if (!is_right || !was_asked) return std::nullopt;
  Question question;
  question.algorithm = lbs;
  const auto variants = subjects()[subject]->variants(*lbs, Level::palette);
  if (variants.empty()) return std::nullopt;
  Random random("throughput");
  question.arrays = scenes::sample_skinning(vertices, random);
  const Terms terms = together(subjects()[subject]->terms(*lbs, Level::palette), accepted_);
  if (!leave_out(terms.without, question)) return std::nullopt;
  const auto expectation = expect(question, terms.classes);
  if (!expectation) return std::nullopt;
  Throughput result;
  double spent = 0;
  for (int i = 0; i <= runs && spent < enough_seconds && !interrupted(); ++i) {  // the first run warms up
    const auto answer = subjects()[subject]->run(question, variants.front());
    if (!answer) return std::nullopt;
    result.verdict = compare(*expectation, *answer);
    if (result.verdict.outcome != Outcome::pass) return std::nullopt;
    spent += answer->seconds;
    if ((i > 0 || spent >= enough_seconds) && answer->seconds > 0)
      result.vertices_per_second = std::max(result.vertices_per_second, vertices / answer->seconds);
  }
  return result;
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
