// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/metamorphic/metamorphic.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "conformance/judge/compare_array.h"

namespace bindpose::conformance {
namespace {

constexpr Relation table[] = {
    {"rigid-motion", "mesh and world moved by one rigid motion", &move_rigidly},
    {"mirror", "the whole asset mirrored in x", &mirror},
    {"unit-change", "all lengths scaled by 1/1024", &change_unit},
    {"joint-order", "the joints in another order", &reorder_joints},
    {"vertex-order", "the vertices, or other rows of the output, in another order", &reorder_vertices},
    {"influence-order", "the influence slots in another order", &reorder_influences},
    {"split-influence", "an influence split into two of the same joint, each with half its weight",
     &split_influences},
    {"quaternion-sign", "quaternions q given as -q", &negate_quaternions},
    {"time-shift", "all times later by the same amount; in a loop, by whole periods", &shift_times},
};

/// Largest difference between two right outputs at number i; infinite without a bound. An undecided
/// comparison may have either result.
double bound_of(const ExpectedArray& array, std::size_t i) {
  if (!is_decided(array, i)) return infinity;
  if (array.other.values.empty()) return array.branch.bounds[i];
  return std::max(array.branch.bounds[i], array.other.bounds[i]) +
         std::fabs(array.branch.values[i] - array.other.values[i]);
}

std::vector<double> bounds_of(const ExpectedArray& array) {
  std::vector<double> bounds;
  for (std::size_t i = 0; i < array.branch.values.size(); ++i)
    bounds.push_back(bound_of(array, i));
  return bounds;
}

/// The reason why an output is invalid, if one is.
std::optional<std::string> find_invalid(const Expectation& expectation, const Answer& answer) {
  for (const ExpectedArray& array : expectation.arrays)
    if (auto reason = find_invalid(array, answer.arrays.find(array.name))) return reason;
  return std::nullopt;
}

/// The first output as the expectation for the mapped second output, with the sum of both bounds
/// for each number.
struct Comparison {
  Expectation first;
  Answer second;
};
Comparison comparison_of(const RelatedCase& related, const Expectation& first_bounds,
                         const Expectation& second_bounds, const Answer& first, const Answer& second) {
  Comparison comparison;
  comparison.first.undefined = first_bounds.undefined;
  for (std::size_t a = 0; a < first_bounds.arrays.size(); ++a) {
    const ExpectedArray& one = first_bounds.arrays[a];
    const ExpectedArray& other = second_bounds.arrays[a];
    const auto back = related.changed.back.find(one.name);
    Numbers taken{second.arrays.find(one.name)->reals(), bounds_of(other)};
    if (back != related.changed.back.end()) taken = taken_back(back->second, other.shape, taken);
    ExpectedArray expected = one;
    expected.other = {};
    expected.length_bound = infinity;  // only the comparison with the other output counts
    expected.branch = {first.arrays.find(one.name)->reals(), bounds_of(one)};
    for (std::size_t i = 0; i < taken.bounds.size(); ++i)
      expected.branch.bounds[i] += taken.bounds[i];
    comparison.first.arrays.push_back(std::move(expected));
    comparison.second.arrays.add(one.name, one.shape, std::move(taken.values));
  }
  return comparison;
}

/// Rounds every number to float32.
Answer in_float32(const Answer& answer) {
  Answer rounded = answer;
  for (const Array& array : answer.arrays) {
    if (!array.is_real()) continue;
    for (double& x : std::get<Array::Reals>(rounded.arrays.find(array.name)->data))
      x = static_cast<double>(static_cast<float>(x));
  }
  return rounded;
}

/// Adds numbers that fail in this comparison but pass in the other one.
void take_what_holds(Comparison& comparison, const Comparison& other) {
  for (std::size_t a = 0; a < comparison.first.arrays.size(); ++a) {
    ExpectedArray& mine = comparison.first.arrays[a];
    const ExpectedArray& theirs = other.first.arrays[a];
    auto& got = std::get<Array::Reals>(comparison.second.arrays.find(mine.name)->data);
    const Array::Reals& got_there = other.second.arrays.find(mine.name)->reals();
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (!is_decided(mine, i) || is_within(mine, i, got) || !is_within(theirs, i, got_there)) continue;
      mine.branch.values[i] = theirs.branch.values[i];
      mine.branch.bounds[i] = theirs.branch.bounds[i];
      got[i] = got_there[i];
    }
  }
}

std::string describe(const Relation& relation, const Verdict& verdict) {
  std::size_t failing = 0, judged = 0;
  for (const ArrayVerdict& array : verdict.arrays) {
    failing += array.failing;
    judged += array.judged;
  }
  const ArrayVerdict& worst = *first_failing(verdict.arrays);
  return fmt::format(
      "{} does not hold: with {}, {} of {} numbers differ; worst {} is {:.9g}, but {:.9g} for the original "
      "input; they differ by {:.3g}, expected at most {:.3g} ({:.3g} times that)",
      relation.name, relation.sentence, failing, judged,
      place(worst.name, worst.row, worst.component, worst.width), worst.got, worst.expected, worst.error(),
      worst.bound, worst.fraction());
}

/// Both expectations within precision classes; nothing without classes.
std::optional<std::pair<Expectation, Expectation>> within(const PrecisionClasses& classes,
                                                          const AskedCase& asked,
                                                          const RelatedCase& related) {
  Question first = asked.question;
  first.arrays = related.changed.first;
  auto one = expect(first, classes);
  Question second = related.second.question;
  second.arrays = related.changed.second;
  auto other = expect(second, classes);
  if (!one || !other) return std::nullopt;
  return std::pair{*std::move(one), *std::move(other)};
}

}  // namespace

tl::unexpected<Error> does_not_apply(const Question& question, std::string reason) {
  return fail("NOT_APPLICABLE", question.name, std::move(reason));
}

bool asks_for(const Question& question, std::string_view option, std::string_view value) {
  const auto chosen =
      choice(question.algorithm->implementation.declaration.options, question.options, option);
  return chosen && *chosen == value;
}

std::span<const Relation> relations() {
  return table;
}

Expected<std::vector<MetamorphicCase>> metamorphic_cases(
    const Case& base, const std::function<bool(const std::string&)>& is_chosen) {
  std::vector<MetamorphicCase> cases;
  if (base.level == Level::asset) return cases;
  Question question{base.algorithm, base.level, base.options, {}};
  for (const Relation& relation : relations()) {
    question.name = fmt::format("{}.{}", base.name, relation.name);
    if (!is_chosen(question.name)) continue;
    if (question.arrays.size() == 0) {
      BINDPOSE_TRY(question.arrays, base.question());
    }
    Random random(question.name);
    if (!relation.change(question, random)) continue;
    Case c = base;
    c.name = question.name;
    c.purpose = fmt::format("Also runs with {}: {}", relation.sentence, base.purpose);
    c.golden = c.smoke = false;
    cases.push_back({std::move(c), &relation});
  }
  return cases;
}

Expected<RelatedCase> related_case(const Relation& relation, const std::string& name,
                                   const AskedCase& asked) {
  const auto refused = [&name](const Error& error) { return fail("NOT_SUPPORTED", name, to_string(error)); };
  RelatedCase related{&relation, {}, asked.expectation, {}};
  Random random(name);
  auto changed = relation.change(asked.question, random);
  if (!changed) return refused(changed.error());
  related.changed = *std::move(changed);
  if (std::ranges::any_of(related.changed.first,
                          [](const Array& array) { return !array.uncertainty.empty(); })) {
    Question first = asked.question;
    first.arrays = related.changed.first;
    auto expected = expect(first);
    if (!expected) return refused(expected.error());
    related.first = *std::move(expected);
  }
  related.second.question = asked.question;
  related.second.question.name = name;
  related.second.question.arrays = related.changed.second;
  related.second.question.answers.clear();
  related.second.question.stages.clear();
  auto expectation = expect(related.second.question);
  if (!expectation) return refused(expectation.error());
  related.second.expectation = *std::move(expectation);
  std::erase_if(related.second.expectation.arrays, [&asked](const ExpectedArray& array) {
    return std::ranges::find(asked.left_out, array.name) != asked.left_out.end();
  });
  list_arrays(related.second.question, related.second.expectation);
  return related;
}

Verdict judge_related(const AskedCase& asked, const RelatedCase& related, const Answer& first,
                      const Answer& second, const PrecisionClasses& accepted) {
  Verdict verdict;
  verdict.outcome = Outcome::invalid_output;
  for (const auto& [expectation, answer, which] :
       {std::tuple{&related.first, &first, ""},
        std::tuple{&related.second.expectation, &second, "changed input: "}})
    if (const auto reason = find_invalid(*expectation, *answer)) {
      verdict.detail = which + *reason;
      return verdict;
    }
  const auto compared = [&](const Expectation& one, const Expectation& other) {
    Comparison comparison = comparison_of(related, one, other, first, second);
    Verdict as_given = compare(comparison.first, comparison.second);
    if (as_given.outcome != Outcome::fail) return as_given;
    // The error of a float64 number may be smaller than the float32 spacing.
    take_what_holds(comparison, comparison_of(related, one, other, in_float32(first), in_float32(second)));
    return compare(comparison.first, comparison.second);
  };
  verdict = compared(related.first, related.second.expectation);
  if (verdict.outcome == Outcome::fail) {
    verdict.detail = describe(*related.relation, verdict);
    const auto lower = accepted.empty() ? std::nullopt : within(accepted, asked, related);
    if (lower) {
      Verdict pass = compared(lower->first, lower->second);
      const bool decides_as_much = std::ranges::equal(pass.arrays, verdict.arrays, {},
                                                      &ArrayVerdict::undecided, &ArrayVerdict::undecided);
      if (pass.outcome == Outcome::pass && decides_as_much) {
        pass.precision_class = to_string(accepted);
        pass.detail = fmt::format("within {}; {}", pass.precision_class, verdict.detail);
        verdict = std::move(pass);
      }
    }
  }
  verdict.subject_seconds = first.seconds + second.seconds;
  return verdict;
}

}  // namespace bindpose::conformance
