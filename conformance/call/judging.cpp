// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/call/arguments.h"
#include "conformance/call/calls.h"
#include "conformance/judge/causes.h"
#include "conformance/judge/judge.h"
#include "conformance/judge/name_failure.h"
#include "conformance/judge/symptoms.h"
#include "reference/model/try.h"
#include "reference/numeric/random.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t largest_sample = 1'000'000;

/// The verdict under another accepted policy; none if it is not a pass.
std::optional<Verdict> pass_by_policy(const Answer& answer, Question question, const std::string& option,
                                      const std::string& value) {
  question.options[option] = value;
  const auto expectation = expect_outputs(question, answer.arrays);
  if (!expectation) return {};
  Verdict verdict = compare(*expectation, answer);
  if (verdict.outcome != Outcome::pass) return {};
  verdict.policy = option + "=" + value;
  return verdict;
}

std::optional<Verdict> pass_by_policy(const GivenAnswer& given, const AcceptedDeviations& terms) {
  const OptionList& declared = given.question.algorithm->implementation.declaration.options;
  for (const auto& [option, values] : terms.policies)
    if (find_option(declared, option) != nullptr)
      for (const std::string& value : values)
        if (auto pass = pass_by_policy(given.answer, given.question, option, value)) return pass;
  return {};
}

/// Common symptoms of one output's wrong numbers, one per line.
std::string symptoms_of(const GivenAnswer& given) {
  const auto sample = sample_of(given.question, given.right, given.answer, of_large_answers);
  std::vector<std::string> lines;
  for (const Symptom& symptom : symptoms(std::span(sample ? &*sample : &given, 1)))
    lines.push_back(symptom.sentence);
  return fmt::format("{}", fmt::join(lines, "\n"));
}

bool has_cause(const Verdict& verdict) {
  return !verdict.defect.empty() || !verdict.precision_class.empty() || !verdict.policy.empty();
}

}  // namespace

Expected<void> evaluate(const bindpose_inputs* inputs, OwnedResult& result) {
  BINDPOSE_TRY(const Question question, question_of(inputs));
  BINDPOSE_TRY(const Expectation expectation, expect(question));
  for (const ExpectedArray& array : expectation.arrays)
    result.add_expected(array, false);
  for (const ExpectedArray& array : expectation.stages)
    result.add_expected(array, true);
  for (const Undefined& row : expectation.undefined)
    result.add_undefined(row.array, row);
  return {};
}

Expected<void> judge(const bindpose_inputs* inputs, const bindpose_tensor* outputs, std::size_t output_count,
                     const char* const* accept, OwnedResult& result) {
  GivenAnswer given;
  BINDPOSE_TRY(given.question, question_of(inputs));
  BINDPOSE_TRY(const AcceptedDeviations terms, accepted_terms(accept));
  BINDPOSE_TRY(given.answer.arrays, outputs_of(outputs, output_count));
  BINDPOSE_TRY(given.right, expect_outputs(given.question, given.answer.arrays));
  Verdict verdict = judge(given.question, given.right, given.answer, terms.classes);
  if (verdict.outcome == Outcome::fail)
    if (auto pass = pass_by_policy(given, terms)) verdict = *std::move(pass);
  name_likeliest_defect(given, verdict);
  const bool is_unexplained = verdict.outcome == Outcome::fail && !has_cause(verdict);
  result.set_verdict(verdict, is_unexplained ? symptoms_of(given) : "");
  return {};
}

Expected<void> sample(const char* algorithm, std::size_t size, std::uint64_t seed, OwnedResult& result) {
  BINDPOSE_TRY(const Algorithm* const found, require_algorithm(algorithm));
  if (size < 1 || size > largest_sample)
    return fail("SIZE_RANGE", "size", fmt::format("{}, expected 1 .. {}", size, largest_sample));
  Random random(seed);
  for (const Array& array : found->implementation.sample(size, random))
    if (array.is_real())
      result.add_tensor(array.name, array.shape,
                        std::vector<float>(array.reals().begin(), array.reals().end()));
    else
      result.add_tensor(array.name, array.shape, array.integers());
  return {};
}

}  // namespace bindpose::conformance
