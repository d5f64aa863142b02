// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/wrong_answers.h"

#include "conformance/judge/compare_array.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t kept_of_a_kind = 2, kept_of_a_subject = 16;
// An interrupted run must end within about a second, so only a sample of a larger output is stored.
constexpr SampleSize kept_rows = {.fewest_rows = 500, .most_wrong = 200, .most_right = 200};
constexpr std::size_t most_kept_numbers = 20000;  // limit of an output that cannot be sampled

bool is_wrong_verdict(const Verdict& verdict) {
  return verdict.policy.empty() && !verdict.arrays.empty() &&
         (verdict.outcome == Outcome::fail || verdict.outcome == Outcome::invalid_output);
}

}  // namespace

void WrongAnswers::look_at(const std::string& subject, const Case& from, const Question& question,
                           const Expectation& right, const Answer& answer, const Verdict& verdict) {
  if (!is_wrong_verdict(verdict) || !is_comparable(right, answer.arrays)) return;
  const std::lock_guard lock(mutex_);
  OfSubject& kept = subjects_[subject];
  std::size_t& count = kept.counts[{from.algorithm, from.level}];
  if (kept.answers.size() >= kept_of_a_subject || count >= kept_of_a_kind) return;
  auto sample = sample_of(question, right, answer, kept_rows);
  if (!sample && judged_numbers(verdict) > most_kept_numbers) return;
  if (!sample) sample = GivenAnswer{question, right, answer, {}};
  sample->joint_names = joint_names_of(from);
  kept.answers.push_back(*std::move(sample));
  ++count;
}

std::vector<GivenAnswer> WrongAnswers::of(const std::string& subject) const {
  const std::lock_guard lock(mutex_);
  const auto kept = subjects_.find(subject);
  return kept == subjects_.end() ? std::vector<GivenAnswer>() : kept->second.answers;
}

}  // namespace bindpose::conformance
