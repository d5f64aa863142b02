// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/causes.h"

#include <fmt/format.h>

#include "conformance/judge/compare_array.h"

namespace bindpose::conformance {
namespace {

/// What float32 may do to the largest number of an array in a step or two.
constexpr double few_roundings = 0x1p-21;

const ExpectedArray* find(const Expectation& expectation, const ExpectedArray& like) {
  for (const ExpectedArray& array : expectation.arrays)
    if (array.name == like.name && array.shape == like.shape) return &array;
  return nullptr;
}

/// How many of an array's wrong numbers are at least twice as near to the explanation as to the right value.
struct Wrong {
  std::size_t all = 0, explained = 0;
};
Wrong count_wrong(const ExpectedArray& right, const ExpectedArray& explanation, const Array::Reals& answer) {
  const std::vector<double>&values = explanation.branch.values, &other = explanation.other.values;
  Wrong wrong;
  for (std::size_t i = 0; i < answer.size(); ++i) {
    if (!is_decided(right, i) || is_within(right, i, answer)) continue;
    ++wrong.all;
    const double half = distance(right, right.branch.values, i, answer) / 2;
    if (distance(right, values, i, answer) <= half ||
        (!other.empty() && distance(right, other, i, answer) <= half))
      ++wrong.explained;
  }
  return wrong;
}

/// True if the explanation's values, not its bounds, make the difference: most of the wrong numbers come of
/// them.
bool makes_the_difference(const Expectation& explanation, const Failed& failed) {
  Wrong sum;
  for (const ExpectedArray& right : failed.right.arrays) {
    const ExpectedArray* const explained = find(explanation, right);
    if (explained == nullptr) return false;
    const Wrong wrong = count_wrong(right, *explained, failed.answer.arrays.find(right.name)->reals());
    sum.all += wrong.all;
    sum.explained += wrong.explained;
  }
  return sum.explained > 0 && 2 * sum.explained >= sum.all;
}

std::string name_of(const PrecisionClasses& classes) {
  return "class " + to_string(classes);
}

/// True if a few rows show that all of them cannot come of this. They do not if it cannot be made of them, or
/// says nothing.
bool is_ruled_out(const GivenAnswer& sample, const Expected<Expectation>& by) {
  if (!by) return false;
  const Outcome outcome = compare_arrays(*by, sample.answer).outcome;
  return outcome == Outcome::fail || outcome == Outcome::invalid_output;
}

/// The verdict within these classes.
std::optional<Verdict> pass_within(const PrecisionClasses& classes, const Failed& failed,
                                   Explanations& explanations) {
  const auto lower = explanations.get(name_of(classes), [&] { return expect(failed.question, classes); });
  if (lower == nullptr) return std::nullopt;
  Verdict verdict = compare_arrays(*lower, failed.answer);
  if (verdict.outcome != Outcome::pass) return std::nullopt;
  for (std::size_t a = 0; a < verdict.arrays.size(); ++a)
    if (verdict.arrays[a].undecided != failed.verdict.arrays[a].undecided) return std::nullopt;
  verdict.precision_class = to_string(classes);
  verdict.detail = fmt::format("within {}; {}", verdict.precision_class, failed.verdict.detail);
  return verdict;
}

/// Bounds for the output of stored numbers: the float32 bounds of the right output, widened because its numbers
/// differ. The stored input's own bounds may be far larger: a rounded palette is not a rigid motion.
std::vector<double> bounds_beside(const ExpectedArray& right) {
  const double scale = scale_of(right.branch.values);
  std::vector<double> bounds = right.branch.bounds;
  for (std::size_t i = 0; i < bounds.size(); ++i)
    bounds[i] = is_decided(right, i) ? 2 * bounds[i] + few_roundings * scale : infinity;
  return bounds;
}

/// What comes of the input when its numbers are stored so. Error NOT_APPLICABLE where an array is missing.
Expected<Expectation> expect_stored(const Question& question, const Options& formulation,
                                    const Expectation& right) {
  const auto result = question.algorithm->implementation.in_double(question.arrays, formulation);
  if (!result) return tl::unexpected(result.error());
  Expectation expectation;
  for (const ExpectedArray& array : right.arrays) {
    const ResultArray<double>* const values = result->find(array.name);
    if (values == nullptr || values->shape != array.shape)
      return fail("NOT_APPLICABLE", array.name, "is not part of it");
    expectation.arrays.push_back(
        {array.name, array.shape, {values->values, bounds_beside(array)}, {}, array.rotations});
  }
  return expectation;
}

/// Each class rounds to the nearest number, or towards zero: the bits of `cut` say which.
std::string name_of(const PrecisionClasses& classes, unsigned cut, const Options& formulation) {
  return fmt::format("stored as {} cut {} {}", to_string(classes), cut, formulation_of(formulation));
}
Question stored(const Question& question, const PrecisionClasses& classes, unsigned cut) {
  Question changed = question;
  for (std::size_t c = 0; c < classes.size(); ++c)
    round_to(*classes[c], changed.arrays, (cut >> c & 1U) != 0 ? Rounding::towards_zero : Rounding::nearest);
  return changed;
}

/// True if the output is what comes of it when the input's numbers are stored with the classes' bits,
/// rounded or cut off.
bool comes_of_storage(const PrecisionClasses& classes, const Failed& failed, Explanations& explanations) {
  const auto ways = formulations(failed.question.algorithm->implementation, failed.question.options);
  for (unsigned cut = 0; cut < 1U << classes.size(); ++cut)
    for (const Options& way : ways) {
      const auto of = [&](const Question& question, const Expectation& right) {
        return expect_stored(stored(question, classes, cut), way, right);
      };
      const GivenAnswer* const sample = failed.sample;
      if (sample != nullptr && is_ruled_out(*sample, of(sample->question, sample->right))) continue;
      const auto found =
          explanations.get(name_of(classes, cut, way), [&] { return of(failed.question, failed.right); });
      if (found != nullptr && compare_arrays(*found, failed.answer).outcome == Outcome::pass &&
          makes_the_difference(*found, failed))
        return true;
    }
  return false;
}

/// Arithmetic in binary16 leaves nothing but its numbers.
bool is_all_binary16(const Failed& failed) {
  for (const ExpectedArray& right : failed.right.arrays) {
    const Array::Reals& got = failed.answer.arrays.find(right.name)->reals();
    for (std::size_t i = 0; i < got.size(); ++i)
      if (is_decided(right, i) && !is_binary16(got[i])) return false;
  }
  return true;
}

bool comes_of(const PrecisionClasses& classes, const Failed& failed, Explanations& explanations) {
  return classes.front()->computes_in_binary16 ? is_all_binary16(failed)
                                               : comes_of_storage(classes, failed, explanations);
}

/// The classes that can matter, one at a time, then any two that store different arrays.
std::vector<PrecisionClasses> classes_to_try(const Question& question) {
  std::vector<PrecisionClasses> all;
  for (const PrecisionClass& each : precision_classes())
    if (can_matter(each, question.arrays, question.level)) all.push_back({&each});
  const std::size_t singles = all.size();
  for (std::size_t a = 0; a < singles; ++a)
    for (std::size_t b = a + 1; b < singles; ++b)
      if (can_hold_at_once(*all[a].front(), *all[b].front())) all.push_back({all[a].front(), all[b].front()});
  return all;
}

}  // namespace

std::optional<Verdict> pass_as_accepted(const PrecisionClasses& accepted, const Failed& failed,
                                        Explanations& explanations) {
  PrecisionClasses at_once;
  for (const PrecisionClass* each : accepted) {
    if (!can_matter(*each, failed.question.arrays, failed.question.level)) continue;
    at_once.push_back(each);
    if (auto verdict = pass_within({each}, failed, explanations)) return verdict;
  }
  if (at_once.size() < 2) return std::nullopt;
  return pass_within(at_once, failed, explanations);
}

std::optional<Verdict> explained_by_class(const Failed& failed, Explanations& explanations) {
  for (const PrecisionClasses& classes : classes_to_try(failed.question)) {
    if (!comes_of(classes, failed, explanations)) continue;
    const auto found = pass_within(classes, failed, explanations);
    if (!found) continue;
    Verdict verdict = failed.verdict;
    verdict.precision_class = to_string(classes);
    verdict.detail = fmt::format("{}{} ({:.2f} of its bound){}{}", only_as_precise, verdict.precision_class,
                                 found->worst_fraction, not_accepted, failed.verdict.detail);
    return verdict;
  }
  return std::nullopt;
}

std::optional<Verdict> explained_by_policy(const Failed& failed, Explanations& explanations) {
  const Question& question = failed.question;
  const auto& options = question.algorithm->implementation.declaration.options;
  for (const OptionSpec& spec : options) {
    if (spec.kind != OptionSpec::Kind::policy || (spec.only_pose && question.level == Level::palette))
      continue;
    const auto asked = choice(options, question.options, spec.name);
    for (const std::string_view value : spec.values) {
      if (!asked || value == *asked) continue;
      const auto by_policy = [&](Question other) {
        other.options[std::string(spec.name)] = std::string(value);
        return expect(other);
      };
      if (failed.sample != nullptr && is_ruled_out(*failed.sample, by_policy(failed.sample->question)))
        continue;
      const auto alternative = explanations.get(fmt::format("policy {}={}", spec.name, value),
                                                [&] { return by_policy(question); });
      if (alternative == nullptr || compare_arrays(*alternative, failed.answer).outcome != Outcome::pass)
        continue;
      if (!makes_the_difference(*alternative, failed)) continue;
      Verdict verdict = failed.verdict;
      verdict.policy = fmt::format("{}={}", spec.name, value);
      verdict.detail =
          fmt::format("{}: asked for {}, found {}: {}", spec.name, *asked, value, failed.verdict.detail);
      return verdict;
    }
  }
  return std::nullopt;
}

}  // namespace bindpose::conformance
