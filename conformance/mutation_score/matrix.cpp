// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutation_score/matrix.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "conformance/defects/together.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/judge.h"
#include "reference/model/judged_share.h"

namespace bindpose::conformance {
namespace {

/// Allowed effect of another order of operations in double, relative to an array's largest number.
constexpr double roundings = 0x1p-40;

/// True if every judged number is right within double rounding.
bool is_same(const Expectation& right, const ArraySet& wrong) {
  return is_comparable(right, wrong) &&
         std::ranges::all_of(right.arrays, [&wrong](const ExpectedArray& array) {
           const auto &values = array.branch.values, &got = wrong.find(array.name)->reals();
           const double scale = scale_of(values);
           for (std::size_t i = 0; i < values.size(); ++i)
             if (is_decided(array, i) && !(std::fabs(got[i] - values[i]) <= roundings * scale)) return false;
           return true;
         });
}

std::size_t judged_numbers(const Expectation& right) {
  std::size_t numbers = 0;
  for (const ExpectedArray& array : right.arrays)
    for (std::size_t i = 0; i < array.branch.values.size(); ++i)
      numbers += is_decided(array, i) ? 1 : 0;
  return numbers;
}

}  // namespace

UniformErrors uniform_errors(const Expectation& right) {
  UniformErrors errors;
  for (const ExpectedArray& array : right.arrays) {
    double e = array.length_bound;
    for (std::size_t i = 0; i < array.branch.values.size(); ++i)
      if (is_decided(array, i) && array.branch.values[i] != 0 && array.branch.bounds[i] > 0)
        e = std::min(e, array.branch.bounds[i] / std::fabs(array.branch.values[i]));
    if (std::isfinite(e)) errors[array.name] = e;
  }
  return errors;
}

UniformErrors loosest_bounds(const Question& question, const Expectation& right) {
  UniformErrors loosest;
  for (const ExpectedArray& array : right.arrays) {
    const double scale = scale_of_answer(question.algorithm->implementation.declaration, array.name,
                                         array.branch.values, question.arrays);
    for (std::size_t i = 0; i < array.branch.values.size(); ++i)
      if (is_decided(array, i) && scale > 0) {
        double& most = loosest[array.name];
        most = std::max(most, array.branch.bounds[i] / scale);
      }
  }
  return loosest;
}

Effect effect_of(const Defect& defect, const Question& question, const Expectation& right) {
  const Answer answer = as_answer(right);
  const auto wrong = answer_with(defect, question, answer.arrays);
  // Refusing a valid input also counts as wrong.
  if (!wrong) return wrong.error().code == "REFUSED" ? Effect::killed : Effect::cannot;
  const Outcome outcome = compare(right, Answer{*wrong, {}, 0}).outcome;
  if (outcome == Outcome::fail || outcome == Outcome::invalid_output) return Effect::killed;
  return is_same(right, *wrong) ? Effect::none : Effect::hidden;
}

Expected<MutationScoreMatrix> measure_power(std::span<const Case* const> cases, unsigned threads,
                                            const std::function<bool(std::size_t)>& done,
                                            const Measured& what) {
  MutationScoreMatrix matrix{{cases.begin(), cases.end()}, {}, {}, {}, {}};
  for (const Defect& defect : defects())
    if (what.defects) matrix.defects.push_back(&defect);
  matrix.costs.resize(cases.size());
  matrix.errors.resize(cases.size());
  matrix.loosest.resize(cases.size());
  matrix.effects.resize(cases.size() * matrix.defects.size());

  std::atomic<std::size_t> next = 0, finished = 0;
  std::mutex mutex;
  std::optional<Error> problem;
  const auto stop = [&](Error error) {
    const std::scoped_lock lock(mutex);
    if (!problem) problem = std::move(error);
    next = cases.size();
  };
  const auto work = [&] {
    for (std::size_t c = next++; c < cases.size(); c = next++) {
      const auto asked = asked_case(*cases[c]);
      if (!asked) return stop(asked.error());
      matrix.costs[c] = judged_numbers(asked->expectation);
      matrix.errors[c] = uniform_errors(asked->expectation);
      matrix.loosest[c] = loosest_bounds(asked->question, asked->expectation);
      if (what.readings != nullptr) what.readings->note(*asked);
      for (std::size_t d = 0; d < matrix.defects.size(); ++d)
        matrix.effects[c * matrix.defects.size() + d] =
            effect_of(*matrix.defects[d], asked->question, asked->expectation);
      if (!done(++finished))
        return stop({"INTERRUPTED", "", "the measurement of the suite's mutation score was interrupted"});
    }
  };
  std::vector<std::jthread> workers;
  for (unsigned worker = 0; worker < std::max(threads, 1U); ++worker)
    workers.emplace_back(work);
  workers.clear();
  if (problem) return tl::unexpected(*problem);
  return matrix;
}

}  // namespace bindpose::conformance
