// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/binding.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "conformance/cases/asset/weight_properties.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

double share_of(const PropertyFinding& finding) {
  if (finding.measured <= 0) return 0;
  return finding.allowed > 0 ? finding.measured / finding.allowed : std::numeric_limits<double>::infinity();
}

}  // namespace

Expected<AskedBinding> asked_binding(const Case& c, const Character& character, const Options& policies) {
  BINDPOSE_TRY(auto arrays, c.question());
  AskedBinding binding{{{c.algorithm, c.level, c.options, std::move(arrays)}, {}}, {}};
  Question& question = binding.asked.question;
  question.name = c.name;
  for (const auto& [option, value] : policies)
    question.options[option] = value;
  const auto result = c.algorithm->implementation.in_double(question.arrays, question.options);
  if (!result)
    return fail("NOT_SUPPORTED", std::string(c.algorithm->id),
                "nobody can bind this character so: " + to_string(result.error()));
  ArraySet answer;
  for (const ResultArray<double>& array : result->arrays) {
    question.answers.push_back({array.name, array.shape});
    answer.add(array.name, array.shape, array.values);
  }
  BINDPOSE_TRY(binding.right, weights_in(answer, question, character.pivots.size()));
  return binding;
}

Verdict judge_binding(const Character& character, const Question& question, const BoundWeights& right,
                      const Answer& answer) {
  Verdict verdict;
  verdict.subject_seconds = answer.seconds;
  const auto weights = weights_in(answer.arrays, question, character.pivots.size());
  if (!weights) {
    verdict.outcome = Outcome::invalid_output;
    verdict.detail = to_string(weights.error());
    return verdict;
  }
  const auto findings = judge_weights(character, question.algorithm->id, right, *weights);
  verdict.outcome = all_hold(findings) ? Outcome::pass : Outcome::fail;
  for (const PropertyFinding& finding : findings) {
    verdict.worst_fraction = std::max(verdict.worst_fraction, share_of(finding));
    if (finding.holds) continue;
    if (!verdict.detail.empty()) verdict.detail += "; ";
    verdict.detail += fmt::format("{} does not hold: {}", finding.property, finding.detail);
  }
  return verdict;
}

}  // namespace bindpose::conformance
