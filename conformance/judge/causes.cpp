// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/causes.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/judge/compare_array.h"
#include "conformance/judge/key_storage.h"
#include "reference/model/judged_share.h"

namespace bindpose::conformance {
namespace {

/// The value of a policy that leaves rows without an output.
constexpr std::string_view no_answer_value = "undefined";

/// Relative float32 error of an array's largest number after one or two operations.
constexpr double few_roundings = 0x1p-21;

const ExpectedArray* find(const Expectation& expectation, const ExpectedArray& like) {
  for (const ExpectedArray& array : expectation.arrays)
    if (array.name == like.name && array.shape == like.shape) return &array;
  return nullptr;
}

/// Number of an array's wrong numbers that are at least twice as close to the explanation as to the right value.
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

/// True if the explanation's values, not its wider bounds, explain most of the wrong numbers.
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

/// True if a few rows show that this is not the cause of all wrong numbers. False if the rows cannot be evaluated
/// or show nothing.
bool is_ruled_out(const GivenAnswer& sample, const Expected<Expectation>& by) {
  if (!by) return false;
  const Outcome outcome = compare_arrays(*by, sample.answer).outcome;
  return outcome == Outcome::fail || outcome == Outcome::invalid_output;
}

/// True if most numbers of an array have bounds so wide that they test nothing.
bool is_too_wide(const ExpectedArray& array) {
  const double largest = largest_judged_share * scale_of(array.branch.values);
  std::size_t decided = 0, wide = 0;
  for (std::size_t i = 0; i < array.branch.bounds.size(); ++i) {
    if (!is_decided(array, i)) continue;
    ++decided;
    wide += array.branch.bounds[i] > largest ? 1 : 0;
  }
  return 2 * wide > decided;
}

/// The passing verdict within these classes. They must decide at least half as many numbers: less
/// precise weights decide fewer normals if matrices nearly cancel. None if keys in very few bits
/// have useless bounds.
std::optional<Verdict> pass_within(const PrecisionClasses& classes, const std::string& name,
                                   const Failed& failed, Explanations& explanations,
                                   const Explanations::Make& make) {
  const auto lower = explanations.get(name, make);
  if (lower == nullptr) return std::nullopt;
  const auto keys = [](const PrecisionClass* each) { return stores_keys(*each); };
  if (std::ranges::any_of(classes, keys) && std::ranges::any_of(lower->arrays, is_too_wide))
    return std::nullopt;
  Verdict verdict = compare_arrays(*lower, failed.answer);
  if (verdict.outcome != Outcome::pass) return std::nullopt;
  if (2 * judged_numbers(verdict) < judged_numbers(failed.verdict)) return std::nullopt;
  verdict.precision_class = to_string(classes);
  verdict.detail = fmt::format("within {}; {}", verdict.precision_class, failed.verdict.detail);
  return verdict;
}

/// The result of a runtime that resamples at a frame rate, combined with the other classes, at times of its clock.
Expected<Expectation> expect_resampled(const Question& question, const PrecisionClass& rate, LastFrame last,
                                       PrecisionClasses others) {
  auto frames = resampled(question.arrays, question.options, rate.number, last);
  if (!frames) return fail("NOT_APPLICABLE", "tracks", "cannot be resampled");
  Question changed = question;
  changed.arrays = *std::move(frames);
  if (const auto clock = find_precision_class("clock-of-ratios")) others.push_back(*clock);
  return expect(changed, others);
}

/// The verdict within these classes.
std::optional<Verdict> pass_within(const PrecisionClasses& classes, const Failed& failed,
                                   Explanations& explanations) {
  const auto is_rate = [](const PrecisionClass* each) { return each->keys == KeyStorage::resampled; };
  const auto rate = std::ranges::find_if(classes, is_rate);
  if (rate == classes.end())
    return pass_within(classes, name_of(classes), failed, explanations,
                       [&] { return expect(failed.question, classes); });
  PrecisionClasses others = classes;
  std::erase_if(others, is_rate);
  for (const LastFrame last : {LastFrame::full, LastFrame::at_end})
    if (auto verdict = pass_within(classes, fmt::format("{} {}", name_of(classes), last == LastFrame::full),
                                   failed, explanations,
                                   [&] { return expect_resampled(failed.question, **rate, last, others); }))
      return verdict;
  return std::nullopt;
}

/// Bounds of the output for a rounded input: twice the right output's bounds, plus a few roundings.
/// The rounded input's own bounds may be far larger: a rounded palette is not a rigid motion.
std::vector<double> bounds_beside(const ExpectedArray& right) {
  const double scale = scale_of(right.branch.values);
  std::vector<double> bounds = right.branch.bounds;
  for (std::size_t i = 0; i < bounds.size(); ++i)
    bounds[i] = is_decided(right, i) ? 2 * bounds[i] + few_roundings * scale : infinity;
  return bounds;
}

/// The result for the input with its numbers stored in this way. Error NOT_APPLICABLE if an array
/// is missing.
Expected<Expectation> expect_stored(const Question& question, const Options& formulation,
                                    const Expectation& right) {
  const auto result = question.algorithm->implementation.in_double(question.arrays, formulation);
  if (!result) return tl::unexpected(result.error());
  Expectation expectation;
  for (const ExpectedArray& array : right.arrays) {
    const ResultArray<double>* const values = result->find(array.name);
    if (values == nullptr || values->shape != array.shape)
      return fail("NOT_APPLICABLE", array.name, "is not an output of the rounded input");
    expectation.arrays.push_back(
        {array.name, array.shape, {values->values, bounds_beside(array)}, {}, array.rotations});
  }
  return expectation;
}

/// Each class rounds to nearest or towards zero, by its bit in `cut`.
std::string name_of(const PrecisionClasses& classes, unsigned cut, const Options& formulation) {
  return fmt::format("stored as {} cut {} {}", to_string(classes), cut, formulation_of(formulation));
}
Question stored(const Question& question, const PrecisionClasses& classes, unsigned cut) {
  Question changed = question;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const bool is_cut = (cut >> c & 1U) != 0;
    round_to(*classes[c], changed.arrays, is_cut ? Rounding::towards_zero : Rounding::nearest);
    if (classes[c]->keys != KeyStorage::resampled) continue;
    auto frames = resampled(question.arrays, question.options, classes[c]->number,
                            is_cut ? LastFrame::full : LastFrame::at_end);
    if (frames) changed.arrays = std::move(*frames);
  }
  return changed;
}

/// True if the output is the result for the input stored with the classes' bits, rounded or truncated.
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

/// Arithmetic in binary16 gives only binary16 numbers.
bool is_all_binary16(const Failed& failed) {
  for (const ExpectedArray& right : failed.right.arrays) {
    const Array::Reals& got = failed.answer.arrays.find(right.name)->reals();
    for (std::size_t i = 0; i < got.size(); ++i)
      if (is_decided(right, i) && !is_binary16(got[i])) return false;
  }
  return true;
}

/// True unless a chain of an output has bones of other lengths than at rest: less precise angles do not stretch bones.
bool keeps_bone_lengths(const Failed& failed) {
  const Array* const rest = failed.question.arrays.find("rest");
  for (const ExpectedArray& right : failed.right.arrays) {
    if (rest == nullptr || right.shape.size() != 3 || right.shape != rest->shape) continue;
    const Array::Reals& got = failed.answer.arrays.find(right.name)->reals();
    const double reach = 2 * few_roundings * std::max(scale_of(got), scale_of(rest->reals()));
    const auto length = [](const Array::Reals& x, std::size_t i) {
      return std::hypot(x[i + 3] - x[i], x[i + 4] - x[i + 1], x[i + 5] - x[i + 2]);
    };
    for (std::size_t joint = 0; 3 * (joint + 1) < got.size(); ++joint) {
      const std::size_t i = 3 * joint;
      if ((joint + 1) % right.shape[1] == 0 || !is_decided(right, i) || !is_decided(right, i + 3)) continue;
      if (!(std::fabs(length(got, i) - length(rest->reals(), i)) <= reach)) return false;
    }
  }
  return true;
}

bool comes_of(const PrecisionClasses& classes, const Failed& failed, Explanations& explanations) {
  const PrecisionClass& first = *classes.front();
  if (first.computes_in_binary16) return is_all_binary16(failed);
  // Their numbers differ from the right ones only by rounding, so a few rows of the output show
  // whether the bounds hold.
  if (first.keys == KeyStorage::clock_of_ratios || !first.formulation.empty())
    return (first.formulation.empty() || keeps_bone_lengths(failed)) &&
           (failed.sample == nullptr ||
            !is_ruled_out(*failed.sample, expect(failed.sample->question, classes)));
  return comes_of_storage(classes, failed, explanations);
}

/// Further numbered classes that runtimes use, in addition to precision_classes().
constexpr std::string_view other_numbers[] = {"keys-quantised-8",  "keys-quantised-12", "keys-quantised-15",
                                              "keys-resampled-24", "keys-resampled-25", "keys-resampled-30",
                                              "keys-resampled-120"};

/// Single classes that can matter, then pairs of classes that store different arrays. Omits
/// estimates, which could cause any small error.
std::vector<PrecisionClasses> classes_to_try(const Question& question) {
  std::vector<PrecisionClasses> all;
  for (const PrecisionClass& each : precision_classes())
    if (!each.estimates_reciprocals && can_matter(each, question.arrays, question.level))
      all.push_back({&each});
  for (const std::string_view name : other_numbers)
    if (const auto each = find_precision_class(name);
        each && can_matter(**each, question.arrays, question.level))
      all.push_back({*each});
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

namespace {

/// The failure with these classes, if they explain it.
std::optional<Verdict> explained_by(const PrecisionClasses& classes, const Failed& failed,
                                    Explanations& explanations) {
  if (!comes_of(classes, failed, explanations)) return std::nullopt;
  const auto found = pass_within(classes, failed, explanations);
  if (!found) return std::nullopt;
  Verdict verdict = failed.verdict;
  verdict.precision_class = to_string(classes);
  verdict.detail = fmt::format("{}{} ({:.2f} of its bound){}{}", only_as_precise, verdict.precision_class,
                               found->worst_fraction, not_accepted, failed.verdict.detail);
  return verdict;
}

}  // namespace

std::optional<Verdict> explained_by_likely_class(const Failed& failed, Explanations& explanations) {
  const PrecisionClasses likely = explanations.likely_classes;
  // An output of stored numbers has hardly another cause; other classes only have wider bounds.
  if (likely.empty() || !std::ranges::all_of(likely, [&failed](const PrecisionClass* each) {
        return each->form != nullptr && can_matter(*each, failed.question.arrays, failed.question.level);
      }))
    return std::nullopt;
  return explained_by(likely, failed, explanations);
}

std::optional<Verdict> explained_by_class(const Failed& failed, Explanations& explanations) {
  for (const PrecisionClasses& classes : classes_to_try(failed.question))
    if (auto verdict = explained_by(classes, failed, explanations)) {
      explanations.likely_classes = classes;
      return verdict;
    }
  return std::nullopt;
}

namespace {

/// The failure with the value of a policy that explains it.
Verdict with_policy(const Failed& failed, const OptionSpec& spec, std::string_view asked,
                    std::string_view found) {
  Verdict verdict = failed.verdict;
  verdict.policy = fmt::format("{}={}", spec.name, found);
  verdict.detail =
      fmt::format("{}{}{}{}{}: {}", spec.name, asked_for, asked, found_value, found, failed.verdict.detail);
  return verdict;
}

}  // namespace

std::optional<Verdict> explained_as_undefined(const Failed& failed, Explanations& explanations) {
  const Question& question = failed.question;
  for (const OptionSpec& spec : question.algorithm->implementation.declaration.options) {
    const auto asked =
        choice(question.algorithm->implementation.declaration.options, question.options, spec.name);
    if (std::ranges::count(spec.values, no_answer_value) == 0 || !asked || *asked == no_answer_value)
      continue;
    const auto alternative = explanations.get(fmt::format("policy {}={}", spec.name, no_answer_value), [&] {
      Question other = question;
      other.options[std::string(spec.name)] = std::string(no_answer_value);
      return expect(other);
    });
    if (alternative == nullptr || compare_arrays(*alternative, failed.answer).outcome != Outcome::pass)
      continue;
    return with_policy(failed, spec, *asked, no_answer_value);
  }
  return std::nullopt;
}

namespace {

/// True if the rows of a part, from `row` on, are the right rows of another part.
bool is_part_of(const Expectation& right, const Answer& answer, std::size_t row, std::size_t right_row,
                std::size_t vertices) {
  return std::ranges::all_of(right.arrays, [&](const ExpectedArray& array) {
    const std::size_t width = width_of(array);
    const Array::Reals& got = answer.arrays.find(array.name)->reals();
    ExpectedArray moved = array;
    for (Branch* side : {&moved.branch, &moved.other})
      for (std::size_t i = 0; i < vertices * width && !side->values.empty(); ++i) {
        const Branch& of = side == &moved.branch ? array.branch : array.other;
        side->values[row * width + i] = of.values[right_row * width + i];
        side->bounds[row * width + i] = of.bounds[right_row * width + i];
      }
    for (std::size_t i = row * width; i < (row + vertices) * width; ++i)
      if (is_decided(moved, i) && !is_within(moved, i, got)) return false;
    return true;
  });
}

}  // namespace

std::string mixed_up_parts(const Question& question, const Expectation& right, const Answer& answer) {
  if (question.asset == nullptr || !is_comparable(right, answer.arrays)) return {};
  const std::vector<AssetPart>& parts = question.asset->parts;
  std::vector<std::size_t> first = {0};
  for (const AssetPart& part : parts)
    first.push_back(first.back() + part.vertices);
  if (std::ranges::any_of(right.arrays, [&](const ExpectedArray& a) {
        return a.shape.empty() || a.shape[0] != first.back();
      }))
    return {};
  std::string words;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (is_part_of(right, answer, first[i], first[i], parts[i].vertices)) continue;
    std::size_t of = 0;
    while (of < parts.size() && (parts[of].vertices != parts[i].vertices ||
                                 !is_part_of(right, answer, first[i], first[of], parts[i].vertices)))
      ++of;
    if (of == parts.size()) return {};
    words += fmt::format("{}your part {} has the vertices of part {}", words.empty() ? "" : ", ", i, of);
  }
  return words;
}

std::optional<Verdict> explained_by_policy(const Failed& failed, Explanations& explanations) {
  const Question& question = failed.question;
  const auto& options = question.algorithm->implementation.declaration.options;
  for (const OptionSpec& spec : options) {
    if (spec.kind != OptionSpec::Kind::policy || (spec.only_pose && question.level == Level::palette))
      continue;
    const auto asked = choice(options, question.options, spec.name);
    for (const std::string_view value : spec.values) {
      if (!asked || value == *asked || value == no_answer_value)
        continue;  // the value does not explain finite numbers
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
      return with_policy(failed, spec, *asked, value);
    }
  }
  return std::nullopt;
}

}  // namespace bindpose::conformance
