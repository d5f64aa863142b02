// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/executor.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/cases/fresh/fresh.h"
#include "conformance/judge/causes.h"
#include "conformance/judge/compare_array.h"
#include "conformance/run/interruption.h"

namespace bindpose::conformance {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The outputs of a subject for an input, and for the changed one of a relation.
struct Answers {
  Expected<Answer> first, second = Answer{};
};

Answers answers_of(Subject& subject, const Prepared& prepared, const Record& record) {
  Answers answers{subject.run((*prepared.asked)->question, record.variant)};
  if (answers.first && record.relation != nullptr)
    answers.second = subject.run(prepared.related->second.question, record.variant);
  return answers;
}

/// The verdict on an input without a right output; no subject gets this input. None if a right
/// output exists.
std::optional<Verdict> verdict_unasked(const Prepared& prepared, const Record& record) {
  const Expected<AskedCase>& asked = *prepared.asked;
  if (!asked) {
    const Error& error = asked.error();
    if (error.code == "FRESH_IMPOSSIBLE" || error.code == "NOT_SUPPORTED") return judge_error(error);
    // A policy other than the case's own may exclude the input.
    if (!record.policies.empty())
      return judge_error(
          {"NOT_SUPPORTED", "",
           fmt::format("this case has no output by {}: {}", to_string(record.policies), to_string(error))});
    Verdict verdict;
    verdict.detail = "the reference cannot compute its own case: " + bindpose::to_string(error);
    return verdict;
  }
  if (!prepared.related) return judge_error(prepared.related.error());
  for (const Expectation* expectation : {&asked->expectation, &prepared.related->second.expectation}) {
    const auto reason = expectation->not_applicable.find(formulation_of(record.variant));
    if (reason != expectation->not_applicable.end()) return judge_error(reason->second);
  }
  return std::nullopt;
}

/// The verdict on an output after this many right outputs for the same input.
Verdict repeated(Verdict again, const Verdict& before, std::size_t times) {
  if (again.outcome != Outcome::pass)
    again.detail = fmt::format("right in {} runs, then not: {}", times, again.detail);
  else
    again.subject_seconds = std::min(again.subject_seconds, before.subject_seconds);
  again.is_repeatable = again.bits == before.bits && before.is_repeatable.value_or(true);
  return again;
}

}  // namespace

/// Finds or creates the data of the record's input. The relations of one case share its input.
Prepared& Executor::prepare(Worker& worker, const Record& record) const {
  const Case& c = *record.from;
  const std::size_t suffix = record.relation == nullptr ? 0 : record.relation->name.size() + 1;
  const std::string name = c.name.substr(0, c.name.size() - suffix);
  const Features without =
      record.character != nullptr ? Features() : suite_.terms(record.subject, *c.algorithm, c.level).without;
  if (!worker.prepared.empty() && worker.prepared.front().name != name) worker.prepared.clear();
  const auto known = std::ranges::find_if(worker.prepared, [&](const Prepared& each) {
    return each.policies == record.policies && each.without == without;
  });
  return known != worker.prepared.end()
             ? *known
             : worker.prepared.emplace_back(Prepared{name, record.policies, without});
}

/// Makes the input and its right output, and the same for the record's relation.
void Executor::prepare_answers(Prepared& prepared, const Record& record) const {
  const Case& c = *record.from;
  if (!prepared.asked) {
    suite_.count_expectation();
    if (record.character == nullptr) {
      prepared.asked = asked_case(c, prepared.policies, prepared.without);
    } else if (auto binding = asked_binding(c, *record.character, prepared.policies)) {
      prepared.asked = binding->asked;
      prepared.binding = std::make_shared<const AskedBinding>(*std::move(binding));
    } else {
      prepared.asked = tl::unexpected(binding.error());
    }
  }
  if (std::exchange(prepared.related_to, &c) == &c) return;
  prepared.related = record.relation != nullptr && *prepared.asked
                         ? related_case(*record.relation, c.name, **prepared.asked)
                         : Expected<RelatedCase>(RelatedCase{});
}

Expected<Subject*> Executor::subject(Worker& worker, std::size_t index) {
  if (&worker == &workers_.front()) return suite_.subjects()[index].get();
  if (worker.subjects.size() <= index) worker.subjects.resize(index + 1);
  std::unique_ptr<Subject>& subject = worker.subjects[index];
  if (subject == nullptr) {
    BINDPOSE_TRY(subject, suite_.another(index)());
  }
  return subject.get();
}

bool Executor::is_searched(const Record& record) {
  const std::lock_guard lock(mutex_);
  return searched_[{record.subject, record.from->algorithm, record.from->level}] < vain_searches_of_a_kind;
}

void Executor::count_vain_search(const Record& record) {
  const std::lock_guard lock(mutex_);
  ++searched_[{record.subject, record.from->algorithm, record.from->level}];
}

PrecisionClasses Executor::likely_classes(const Record& record) {
  const std::lock_guard lock(mutex_);
  return likely_classes_[{record.subject, record.from->algorithm, record.from->level}];
}

void Executor::note_likely_classes(const Record& record, const PrecisionClasses& classes) {
  const std::lock_guard lock(mutex_);
  likely_classes_[{record.subject, record.from->algorithm, record.from->level}] = classes;
}

/// The name of a record's verdict in the cache; empty: it is not cached.
std::string Executor::kept_name(Prepared& prepared, const Record& record) const {
  // A binding case needs data about its weights that the input lacks.
  if (!store_.cached.contains(record.subject) || is_fresh(record.from->name) || record.character != nullptr)
    return "";
  if (!prepared.content) {
    auto asked = asked_question(*record.from, prepared.policies, prepared.without);
    if (asked) asked->question.name = prepared.name;  // shared by relations
    prepared.content = asked ? question_content(asked->question) : "";
    if (asked) prepared.left_out = std::move(asked->left_out);
  }
  if (prepared.content->empty()) return "";
  const auto classes = suite_.terms(record.subject, *record.from->algorithm, record.from->level).classes;
  return question_name({"suite", *prepared.content, record.variant, record.policies, prepared.left_out,
                        classes, record.relation == nullptr ? "" : record.relation->name});
}

/// A failure that is right by an accepted policy passes. The cache may have it as a failure, from a
/// run that did not accept the policy.
Verdict Executor::on_terms(const Record& record, Verdict verdict) const {
  if (suite_.is_accepted(record, verdict)) verdict.outcome = Outcome::pass;
  return verdict;
}

/// Takes the verdict from the cache; otherwise runs the subject the requested number of times, or until an output
/// is not right.
Verdict Executor::judge_record(Worker& worker, const Record& record, Cache cache) {
  Prepared& prepared = prepare(worker, record);
  const std::string name = cache == Cache::used ? kept_name(prepared, record) : "";
  if (auto found = store_.find(record, name)) return on_terms(record, *std::move(found));
  const auto start = Clock::now();
  prepare_answers(prepared, record);
  const double preparing = seconds_since(start);
  auto unasked = verdict_unasked(prepared, record);
  const auto opened = unasked ? nullptr : subject(worker, record.subject);
  if (!opened) unasked = judge_error(opened.error());
  if (unasked) {
    store_.keep(record, name, *unasked);
    return *std::move(unasked);
  }
  const AskedCase& asked = **prepared.asked;
  const auto classes = suite_.terms(record.subject, *record.from->algorithm, record.from->level).classes;
  const bool searches = is_searched(record) || suite_.accepts_policies();
  const auto joint_names = [&record] { return joint_names_of(*record.from); };
  Verdict verdict;
  prepared.explanations->likely_classes = likely_classes(record);
  for (std::size_t time = 0; time < times_ && (time == 0 || verdict.outcome == Outcome::pass); ++time) {
    if (time > 0 && interrupted()) break;
    const auto [first, second] = answers_of(**opened, prepared, record);
    const auto answered = Clock::now();
    Verdict now =
        !first                        ? judge_error(first.error())
        : !second                     ? judge_error(second.error())
        : record.character != nullptr ? judge_binding(*record.character, *prepared.binding, *first)
        : record.relation != nullptr  ? judge_related(asked, *prepared.related, *first, *second, classes)
        : searches
            ? judge(asked.question, asked.expectation, *first, classes, *prepared.explanations, joint_names)
            : judge_without_cause(asked.question, asked.expectation, *first, classes, *prepared.explanations,
                                  joint_names);
    now = on_terms(record, std::move(now));
    now.is_searched = searches;
    if (searches && now.outcome == Outcome::fail && now.policy.empty() && now.precision_class.empty())
      count_vain_search(record);
    now.judge_seconds = seconds_since(answered);
    if (first && record.character == nullptr && is_comparable(asked.expectation, first->arrays))
      now.bits = bits_of(asked.expectation, first->arrays);
    if (first && record.is_of_numbers() && on_answer_) on_answer_(record, asked, *first, now);
    verdict = time == 0 ? std::move(now) : repeated(std::move(now), verdict, time);
  }
  note_likely_classes(record, prepared.explanations->likely_classes);
  verdict.judge_seconds += preparing;
  // A failure's policy is the cause; the requested policy is in the record's name.
  const bool is_accepted = verdict.outcome == Outcome::pass && !verdict.policy.empty();
  if (verdict.outcome == Outcome::pass && !is_accepted) verdict.policy = to_string(record.policies);
  verdict.not_asked = asked.left_out;
  // Not cached: a failure without a search for its cause; a pass by a policy that another run may
  // not accept.
  if (!is_accepted && (searches || verdict.outcome != Outcome::fail)) store_.keep(record, name, verdict);
  return verdict;
}

/// Takes the next case of the worker's current algorithm, whose programs it has compiled; otherwise of an
/// algorithm that no worker runs; otherwise any case.
std::vector<std::size_t> Executor::take(Worker& worker) {
  const auto algorithm = [this](const std::vector<std::size_t>& records) {
    return suite_.records()[records.front()].from->algorithm;
  };
  const auto is_at = [&](const std::vector<std::size_t>& records) { return algorithm(records) == worker.at; };
  const auto is_free = [&](const std::vector<std::size_t>& records) {
    return std::ranges::none_of(workers_, [&](const Worker& each) { return each.at == algorithm(records); });
  };
  auto next = std::ranges::find_if(ahead_, is_at);
  if (next == ahead_.end()) next = std::ranges::find_if(ahead_, is_free);
  if (next == ahead_.end()) next = ahead_.begin();
  worker.at = algorithm(*next);
  std::vector<std::size_t> records = std::move(*next);
  ahead_.erase(next);
  return records;
}

void Executor::work(Worker& worker) {
  std::unique_lock lock(mutex_);
  while (!ahead_.empty() && !stopping_ && !interrupted()) {
    const std::vector<std::size_t> records = take(worker);
    for (const std::size_t i : records) {
      if (stopping_ || interrupted()) break;
      lock.unlock();
      Verdict verdict = judge_record(worker, suite_.records()[i], Cache::used);
      lock.lock();
      if (was_cut_short(verdict)) break;
      store_.add_to_journal(suite_.records()[i], verdict);
      verdicts_.at(i) = std::move(verdict);
      reached_.notify_all();
    }
  }
  reached_.notify_all();
}

void Executor::run_ahead(std::vector<std::size_t> records, unsigned workers) {
  std::erase_if(records, [this](std::size_t i) {
    return suite_.records()[i].ran || store_.earlier.contains(suite_.records()[i].name);
  });
  std::map<const Case*, std::vector<std::size_t>*> place;
  for (const std::size_t i : records) {
    const auto [entry, is_new] = place.emplace(suite_.records()[i].from, nullptr);
    if (is_new) entry->second = &ahead_.emplace_back();
    entry->second->push_back(i);
    verdicts_[i] = std::nullopt;
  }
  workers_.resize(std::max<std::size_t>(workers, 1));
  for (Worker& worker : workers_)
    threads_.emplace_back([this, &worker] { work(worker); });
}

void Executor::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  for (std::thread& thread : threads_)
    thread.join();
  threads_.clear();
}

Executor::~Executor() {
  stop();
}

const Verdict& Executor::run(std::size_t index) {
  Record& record = suite_.record(index);
  if (record.ran) return record.verdict;
  if (const auto known = store_.earlier.find(record.name); known != store_.earlier.end()) {
    record.verdict = known->second;
  } else if (const auto ahead = verdicts_.find(index); ahead != verdicts_.end()) {
    std::unique_lock lock(mutex_);
    // An interruption is noticed within the time of a poll, because a signal cannot notify.
    while (!ahead->second && !interrupted())
      reached_.wait_for(lock, std::chrono::milliseconds(100));
    if (!ahead->second) return record.verdict;
    record.verdict = *std::move(ahead->second);
  } else if (interrupted()) {
    return record.verdict;
  } else {
    Verdict verdict = judge_record(workers_.front(), record, Cache::used);
    if (was_cut_short(verdict)) return record.verdict;
    record.verdict = std::move(verdict);
    store_.add_to_journal(record, record.verdict);
  }
  record.ran = true;
  record.tries = 1;
  // Workers are busy with other records. The journal has only the first verdict, so that a resumed run also
  // retries.
  const Hooks& hooks = suite_.hooks();
  const bool can_ask = threads_.empty() || suite_.another(record.subject);
  if (!is_expected(record.verdict.outcome) && can_ask && hooks.again && hooks.again(record)) {
    Verdict again = judge_record(threads_.empty() ? workers_.front() : spare_, record, Cache::ignored);
    if (!was_cut_short(again)) {
      record.verdict = std::move(again);
      record.tries = 2;
    }
  }
  if (hooks.amend) hooks.amend(record, suite_);
  return record.verdict;
}

void Executor::run_all() {
  for (std::size_t i = 0; i < suite_.records().size(); ++i)
    run(i);
}

Expected<GivenAnswer> Executor::answer_of(Subject& subject, const Record& record) {
  Prepared& prepared = prepare(workers_.front(), record);
  prepare_answers(prepared, record);
  BINDPOSE_TRY(const AskedCase asked, *prepared.asked);
  BINDPOSE_TRY(Answer answer, subject.run(asked.question, record.variant));
  if (!is_comparable(asked.expectation, answer.arrays))
    return fail("INVALID_OUTPUT", record.name, "has no comparable output");
  return GivenAnswer{asked.question, asked.expectation, std::move(answer), joint_names_of(*record.from)};
}

Expected<GivenAnswer> Executor::answer_again(std::size_t index) {
  const Record& record = suite_.records()[index];
  BINDPOSE_TRY(Subject* const subject, this->subject(workers_.front(), record.subject));
  return answer_of(*subject, record);
}

Expected<GivenAnswer> Executor::answer_alone(std::size_t index) {
  const Record& record = suite_.records()[index];
  const OpenSubject& open = suite_.another(record.subject);
  if (!open) return fail("NOT_SUPPORTED", record.name, "its subject cannot be opened twice");
  BINDPOSE_TRY(const std::unique_ptr<Subject> subject, open());
  return answer_of(*subject, record);
}

void Executor::verify_cached(std::size_t count) {
  std::vector<std::size_t> cached;
  for (std::size_t i = 0; i < suite_.records().size(); ++i)
    if (suite_.records()[i].ran && suite_.records()[i].verdict.is_cached) cached.push_back(i);
  std::ranges::shuffle(cached, std::mt19937_64(std::random_device{}()));
  cached.resize(std::min(cached.size(), count));
  for (const std::size_t i : cached) {
    if (interrupted()) return;
    Record& record = suite_.record(i);
    const std::string name = kept_name(prepare(workers_.front(), record), record);
    const auto found = store_.find(record, name);
    if (!found) continue;
    const Verdict now = judge_record(workers_.front(), record, Cache::ignored);
    if (was_cut_short(now)) continue;
    const auto same = store_.cached.at(record.subject)->verify(name, on_terms(record, *found), now);
    record.verified = same.has_value();
    if (same) continue;
    record.verdict = Verdict{};
    record.verdict.detail = to_string(same.error());
  }
}

}  // namespace bindpose::conformance
