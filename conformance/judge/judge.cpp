// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/judge.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "conformance/judge/causes.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/displacement.h"
#include "conformance/judge/named_defects.h"
#include "conformance/judge/suspects.h"

namespace bindpose::conformance {
namespace {

/// True for defects that storage in few bits can imitate: a small movement vanishes.
bool is_rounding_to_nothing(const Defect& defect) {
  return defect.id == "bind-pose-returned" || defect.id == "all-zeros";
}

/// A few rows rule out most causes of larger outputs.
constexpr SampleSize of_some_rows = {.fewest_rows = 192};

/// Whether the judge searches for the cause of a failure.
enum class Search { none, cause };

/// The declaration that such a failure suggests.
std::string hint_of(const Failed& failed, const Defect* defect) {
  const bool is_at_rest = failed.question.asset != nullptr && !failed.question.asset->clip;
  if (!is_at_rest || defect == nullptr || defect->id != "bind-pose-returned") return "";
  return "; if it has no rest pose but the bind pose, declare \"without\": [\"rest\"]";
}

/// The verdict on a failure in float32: a pass with accepted deviations, or the failure with its cause.
Verdict explain(const Failed& failed, const PrecisionClasses& accepted, Explanations& explanations,
                Search search) {
  if (auto pass = pass_as_accepted(accepted, failed, explanations)) return *std::move(pass);
  if (search == Search::none) return failed.verdict;
  if (auto by_class = explained_by_likely_class(failed, explanations)) return *std::move(by_class);
  if (auto by_policy = explained_by_policy(failed, explanations)) return *std::move(by_policy);
  if (const std::string parts = mixed_up_parts(failed.question, failed.right, failed.answer);
      !parts.empty()) {
    Verdict verdict = failed.verdict;
    verdict.detail = parts + "; " + verdict.detail;
    return verdict;
  }
  // A defect that explains everything within float32's precision rules out lower precision as the cause.
  // Exception: with few bits, a small movement may vanish.
  const Defect* const defect =
      find_known_defect(failed.question, failed.right, failed.answer, explanations, failed.sample);
  if (defect == nullptr || is_rounding_to_nothing(*defect))
    if (auto by_class = explained_by_class(failed, explanations)) return *std::move(by_class);
  Verdict verdict = failed.verdict;
  if (defect != nullptr) {
    name_defect(verdict, *defect);
    verdict.detail += fmt::format("; {}", defect->sentence);
  }
  verdict.detail += hint_of(failed, defect);
  return verdict;
}

/// True if all numbers that are not finite are in rows with a weight of 0 for such a number, and all others are
/// right.
bool is_of_weights_of_0(const GivenAnswer& given) {
  return find_feature("not-finite").value()->is_in(given.question) &&
         std::ranges::any_of(defects(), [&given](const Defect& defect) {
           return defect.id.ends_with("nan-times-zero") && concerns(defect, *given.question.algorithm) &&
                  evidence_for(std::array{&defect}, given).share() == 1;
         });
}

/// The verdict on an output with numbers that are not finite, with a convention that explains it.
Verdict explain_invalid(const Failed& failed, Explanations& explanations) {
  if (!is_comparable(failed.right, failed.answer.arrays)) return failed.verdict;
  if (auto undefined = explained_as_undefined(failed, explanations)) return *std::move(undefined);
  Verdict verdict = failed.verdict;
  if (is_of_weights_of_0({failed.question, failed.right, failed.answer, {}}))
    verdict.detail += "; if it also multiplies by weights of 0, declare \"without\": [\"not-finite\"]";
  return verdict;
}

Verdict judge(const Question& question, const Expectation& expectation, const Answer& answer,
              const PrecisionClasses& accepted, Explanations& explanations, const JointNames& names,
              Search search) {
  if (auto known = settled(expectation, answer.arrays))
    return judge(question, expectation, {*std::move(known), answer.undefined, answer.seconds}, accepted,
                 explanations, names, search);
  Verdict verdict = compare_arrays(expectation, answer);
  if (verdict.outcome == Outcome::fail) {
    const auto sample = search == Search::cause ? sample_of(question, expectation, answer, of_some_rows)
                                                : std::optional<GivenAnswer>();
    verdict = explain({question, expectation, answer, verdict, sample ? &*sample : nullptr}, accepted,
                      explanations, search);
    if (const std::string most = displacement_words(question, expectation, answer.arrays, names);
        verdict.outcome == Outcome::fail && !most.empty())
      verdict.detail = most + "; " + verdict.detail;
  }
  if (verdict.outcome == Outcome::invalid_output && search == Search::cause)
    verdict = explain_invalid({question, expectation, answer, verdict}, explanations);
  if (verdict.outcome == Outcome::invalid_output)
    if (const std::string at = invalid_place(question, expectation, answer.arrays, names); !at.empty())
      verdict.detail += "\n" + at;  // the first line is the same for each vertex, except for digits
  judge_stages(question, expectation, answer.arrays, verdict, names);
  return verdict;
}

}  // namespace

std::string worst_words(const std::vector<ArrayVerdict>& arrays) {
  const ArrayVerdict* const worst = first_failing(arrays);
  if (worst == nullptr) return {};
  std::size_t failing = 0, judged = 0;
  for (const ArrayVerdict& array : arrays) {
    failing += array.failing;
    judged += array.judged;
  }
  return fmt::format("{} of {} numbers outside the bound; worst {} {}{}", failing, judged,
                     place(worst->name, worst->row, worst->component, worst->width), number_words(*worst),
                     is_exact(*worst) ? "" : fmt::format(" ({:.3g} times the bound)", worst->fraction()));
}

Answer as_answer(const Expectation& expectation) {
  Answer answer;
  for (const ExpectedArray& array : expectation.arrays)
    answer.arrays.add(array.name, array.shape, array.branch.values);
  return answer;
}

Answer as_answer(const Result<float>& result) {
  Answer answer;
  for (const ResultArray<float>& array : result.arrays)
    answer.arrays.add(array.name, array.shape, Array::Reals(array.values.begin(), array.values.end()));
  answer.undefined = result.undefined;
  return answer;
}

Verdict compare_arrays(const Expectation& expectation, const Answer& answer) {
  Verdict verdict;
  verdict.subject_seconds = answer.seconds;
  std::size_t judged = 0;
  bool all_within = true, is_any_unknown = false;
  for (const ExpectedArray& expected : expectation.arrays) {
    const Array* got = answer.arrays.find(expected.name);
    if (const auto reason = find_invalid(expected, got)) {
      verdict.outcome = Outcome::invalid_output;
      verdict.detail = *reason;
      return verdict;
    }
    ArrayVerdict array = compare_array(expected, *got);
    for (const Undefined& row : expectation.undefined)
      array.undefined += row.array == expected.name ? array.width : 0;
    all_within = all_within && array.failing == 0;
    judged += array.judged;
    is_any_unknown = is_any_unknown || (array.judged == 0 && unknown_numbers(expected, *got) > 0);
    if (!(array.worst_fraction <= verdict.worst_fraction)) verdict.worst_fraction = array.worst_fraction;
    verdict.arrays.push_back(std::move(array));
  }
  const std::string unknown = unknown_words(expectation, answer.arrays, is_any_unknown);
  if (judged == 0 || (all_within && is_any_unknown)) {
    verdict.outcome = Outcome::not_supported;
    verdict.detail = is_any_unknown ? unknown : "float32 arithmetic cannot decide any number of this case";
    return verdict;
  }
  verdict.outcome = all_within ? Outcome::pass : Outcome::fail;
  verdict.detail = worst_words(verdict.arrays);
  if (!unknown.empty()) verdict.detail += (verdict.detail.empty() ? "" : "; ") + unknown;
  return verdict;
}

Verdict compare(const Expectation& expectation, const Answer& answer) {
  if (auto known = settled(expectation, answer.arrays))
    return compare(expectation, {*std::move(known), answer.undefined, answer.seconds});
  Verdict verdict = compare_arrays(expectation, answer);
  judge_stages(expectation, answer.arrays, verdict);
  return verdict;
}

Verdict judge(const Question& question, const Expectation& expectation, const Answer& answer,
              const PrecisionClasses& accepted) {
  Explanations explanations;
  return judge(question, expectation, answer, accepted, explanations);
}

Verdict judge(const Question& question, const Expectation& expectation, const Answer& answer,
              const PrecisionClasses& accepted, Explanations& explanations, const JointNames& names) {
  return judge(question, expectation, answer, accepted, explanations, names, Search::cause);
}

Verdict judge_without_cause(const Question& question, const Expectation& expectation, const Answer& answer,
                            const PrecisionClasses& accepted, Explanations& explanations,
                            const JointNames& names) {
  return judge(question, expectation, answer, accepted, explanations, names, Search::none);
}

Verdict judge_error(const Error& error) {
  Verdict verdict;
  verdict.error = error;
  verdict.detail = to_string(error);
  constexpr std::pair<std::string_view, Outcome> outcomes[] = {{"NOT_SUPPORTED", Outcome::not_supported},
                                                               {"NOT_APPLICABLE", Outcome::not_supported},
                                                               {"FRESH_IMPOSSIBLE", Outcome::not_supported},
                                                               {"CRASH", Outcome::crash},
                                                               {"TIMEOUT", Outcome::timeout},
                                                               {"INVALID_OUTPUT", Outcome::invalid_output},
                                                               {"PROTOCOL", Outcome::invalid_output},
                                                               {"MISSING", Outcome::missing},
                                                               {"INTERRUPTED", Outcome::missing},
                                                               {"FILE_WRITE", Outcome::internal_error},
                                                               {"JUDGE_RESOURCES", Outcome::internal_error},
                                                               {"WORKER_START", Outcome::internal_error}};
  verdict.outcome = Outcome::fail;
  for (const auto& [code, outcome] : outcomes)
    if (code == error.code) verdict.outcome = outcome;
  return verdict;
}

}  // namespace bindpose::conformance
