// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/binding.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/judge/compare_array.h"

namespace bindpose::conformance {
namespace {

double share_of(const PropertyFinding& finding) {
  if (finding.measured <= 0) return 0;
  return finding.allowed > 0 ? finding.measured / finding.allowed : std::numeric_limits<double>::infinity();
}

bool is_whole(double w) {
  return w == 0 || w == 1;
}

/// Vertices whose one joint float32 cannot decide. None if some weights are between 0 and 1: then
/// neighbouring joints overlap, which the properties allow.
Expected<Ties> ties_of(const Question& question, const BoundWeights& right) {
  Ties ties;
  if (!std::ranges::all_of(right.w, is_whole)) return ties;
  BINDPOSE_TRY(const Expectation expected, expect(question));
  const auto array = std::ranges::find(expected.arrays, "joint_weights", &ExpectedArray::name);
  if (array == expected.arrays.end()) return ties;
  for (std::size_t v = 0; v < right.vertices(); ++v) {
    bool has_some = false, is_open = false;  // a vertex without weights has no output
    for (std::size_t j = 0; j < right.joints; ++j) {
      has_some = has_some || right.of(v, j) != 0;
      is_open = is_open || !is_decided(*array, v * right.joints + j);
    }
    if (has_some && is_open) ties.several.push_back(v);
  }
  ties.other = {right.joints, array->other.values};
  return ties;
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
                "this method cannot bind this character: " + to_string(result.error()));
  ArraySet answer;
  for (const ResultArray<double>& array : result->arrays) {
    question.answers.push_back({array.name, array.shape});
    answer.add(array.name, array.shape, array.values);
  }
  BINDPOSE_TRY(binding.right, weights_in(answer, question, character.pivots.size()));
  BINDPOSE_TRY(binding.ties, ties_of(question, binding.right));
  return binding;
}

Verdict judge_binding(const Character& character, const AskedBinding& binding, const Answer& answer) {
  const Question& question = binding.asked.question;
  Verdict verdict;
  verdict.subject_seconds = answer.seconds;
  const auto weights = weights_in(answer.arrays, question, character.pivots.size());
  if (!weights) {
    verdict.outcome = Outcome::invalid_output;
    verdict.detail = to_string(weights.error());
    return verdict;
  }
  const auto findings =
      judge_weights(character, question.algorithm->id, binding.right, *weights, binding.ties);
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
