// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/judge.h"

#include <optional>

#include <fmt/format.h>

#include "conformance/defects/defect_id.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/mistakes.h"
#include "conformance/judge/stages.h"

namespace bindpose::conformance {
namespace {

std::string describe_worst(const Verdict& verdict) {
  const ArrayVerdict* worst = nullptr;
  std::size_t failing = 0, judged = 0;
  for (const ArrayVerdict& array : verdict.arrays) {
    failing += array.failing;
    judged += array.judged;
    if (array.failing > 0 && (worst == nullptr || !(array.worst_fraction <= worst->worst_fraction)))
      worst = &array;
  }
  if (worst == nullptr) return {};
  return fmt::format(
      "{} of {} numbers outside the bound; worst {} is {:.9g}, expected {:.9g} +- {:.3g} ({:.3g} times the "
      "bound)",
      failing, judged, place(worst->name, worst->row, worst->component, worst->width), worst->got,
      worst->expected, worst->bound, worst->worst_fraction);
}

/// compare() without the stages.
Verdict compare_arrays(const Expectation& expectation, const Answer& answer) {
  Verdict verdict;
  verdict.subject_seconds = answer.seconds;
  std::size_t judged = 0;
  bool all_within = true;
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
    if (!(array.worst_fraction <= verdict.worst_fraction)) verdict.worst_fraction = array.worst_fraction;
    verdict.arrays.push_back(std::move(array));
  }
  if (judged == 0) {
    verdict.outcome = Outcome::not_supported;
    verdict.detail = "float32 arithmetic decides no number of this case";
    return verdict;
  }
  verdict.outcome = all_within ? Outcome::pass : Outcome::fail;
  verdict.detail = describe_worst(verdict);
  return verdict;
}

std::string name_of(const PrecisionClasses& classes) {
  return "class " + to_string(classes);
}

/// The verdict within these classes; nothing where the answer is not within their bounds, or where those say nothing about
/// a number that float32 decides.
std::optional<Verdict> pass_within(const PrecisionClasses& classes, const Question& question,
                                   const Answer& answer, const Verdict& in_float32,
                                   Explanations& explanations) {
  const auto lower = explanations.get(name_of(classes), [&] { return expect(question, classes); });
  if (lower == nullptr) return std::nullopt;
  Verdict verdict = compare_arrays(*lower, answer);
  if (verdict.outcome != Outcome::pass) return std::nullopt;
  for (std::size_t a = 0; a < verdict.arrays.size(); ++a)
    if (verdict.arrays[a].undecided != in_float32.arrays[a].undecided) return std::nullopt;
  verdict.precision_class = to_string(classes);
  verdict.detail = fmt::format("within {}; {}", verdict.precision_class, in_float32.detail);
  return verdict;
}

/// Of the accepted classes the first that is enough, or all of them at once.
std::optional<Verdict> pass_as_accepted(const PrecisionClasses& accepted, const Question& question,
                                        const Answer& answer, const Verdict& in_float32,
                                        Explanations& explanations) {
  PrecisionClasses at_once;
  for (const PrecisionClass* each : accepted) {
    if (!can_matter(*each, question.arrays, question.level)) continue;
    at_once.push_back(each);
    if (auto verdict = pass_within({each}, question, answer, in_float32, explanations)) return verdict;
  }
  if (at_once.size() < 2) return std::nullopt;
  return pass_within(at_once, question, answer, in_float32, explanations);
}

/// Whether the answer is what comes of it when the question's numbers are rounded to what the class stores; of arithmetic in
/// binary16 its bound alone can tell.
bool comes_of(const PrecisionClass& precision, const Question& question, const Answer& answer,
              Explanations& explanations) {
  if (precision.computes_in_binary16) return true;
  const auto rounded = explanations.get(fmt::format("rounded to {}", precision.name), [&] {
    Question stored = question;
    round_to(precision, stored.arrays);
    return expect(stored);
  });
  return rounded != nullptr && compare_arrays(*rounded, answer).outcome == Outcome::pass;
}

/// Names the class of precision that was not accepted and that every number comes of.
void explain_by_class(const Question& question, const Answer& answer, Explanations& explanations,
                      Verdict& verdict) {
  for (const PrecisionClass& each : precision_classes()) {
    if (!can_matter(each, question.arrays, question.level)) continue;
    const auto found = pass_within({&each}, question, answer, verdict, explanations);
    if (!found || !comes_of(each, question, answer, explanations)) continue;
    verdict.precision_class = each.name;
    verdict.detail = fmt::format("only as precise as {} ({:.2f} of its bound), which was not accepted: {}",
                                 each.name, found->worst_fraction, verdict.detail);
    return;
  }
}

/// Whether another value of one policy option explains every number; the verdict then says so.
bool explain_by_policy(const Question& question, const Expectation& expectation, const Answer& answer,
                       Explanations& explanations, Verdict& verdict) {
  const auto& options = question.algorithm->implementation.declaration.options;
  for (const OptionSpec& spec : options) {
    if (spec.kind != OptionSpec::Kind::policy || (spec.only_pose && question.level == Level::palette))
      continue;
    const auto asked = choice(options, question.options, spec.name);
    for (const std::string_view value : spec.values) {
      if (!asked || value == *asked) continue;
      const auto alternative = explanations.get(fmt::format("policy {}={}", spec.name, value), [&] {
        Question other = question;
        other.options[std::string(spec.name)] = std::string(value);
        return expect(other);
      });
      if (alternative == nullptr || compare_arrays(*alternative, answer).outcome != Outcome::pass) continue;
      // A wider bound alone is no explanation.
      if (compare_arrays(expectation, as_answer(*alternative)).outcome != Outcome::fail) continue;
      verdict.policy = fmt::format("{}={}", spec.name, value);
      verdict.detail =
          fmt::format("{}: asked for {}, found {}: {}", spec.name, *asked, value, verdict.detail);
      return true;
    }
  }
  return false;
}

/// What an answer of few bits may look like where little happens.
bool is_rounding_to_nothing(const Defect& mistake) {
  return mistake.id == DefectId("bind-pose-returned").name() || mistake.id == DefectId("all-zeros").name();
}

}  // namespace

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

Verdict compare(const Expectation& expectation, const Answer& answer) {
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
              const PrecisionClasses& accepted, Explanations& explanations) {
  Verdict verdict = compare_arrays(expectation, answer);
  if (verdict.outcome == Outcome::fail) {
    if (auto pass = pass_as_accepted(accepted, question, answer, verdict, explanations))
      verdict = std::move(*pass);
    else if (!explain_by_policy(question, expectation, answer, explanations, verdict)) {
      // What a mistake explains to float32's precision is no matter of lower precision; but few bits may well leave nothing of
      // a small movement.
      const Defect* mistake = find_mistake(question, expectation, answer, explanations);
      if (mistake == nullptr || is_rounding_to_nothing(*mistake))
        explain_by_class(question, answer, explanations, verdict);
      if (mistake != nullptr && verdict.precision_class.empty()) {
        verdict.mistake = mistake->id;
        verdict.detail += fmt::format("; {}", mistake->sentence);
      }
    }
  }
  judge_stages(expectation, answer.arrays, verdict);
  return verdict;
}

Verdict judge_error(const Error& error) {
  Verdict verdict;
  verdict.detail = to_string(error);
  constexpr std::pair<std::string_view, Outcome> outcomes[] = {{"NOT_SUPPORTED", Outcome::not_supported},
                                                               {"NOT_APPLICABLE", Outcome::not_supported},
                                                               {"FRESH_IMPOSSIBLE", Outcome::not_supported},
                                                               {"CRASH", Outcome::crash},
                                                               {"TIMEOUT", Outcome::timeout},
                                                               {"INVALID_OUTPUT", Outcome::invalid_output},
                                                               {"PROTOCOL", Outcome::invalid_output},
                                                               {"MISSING", Outcome::missing},
                                                               {"FILE_WRITE", Outcome::internal_error},
                                                               {"WORKER_START", Outcome::internal_error}};
  verdict.outcome = Outcome::fail;
  for (const auto& [code, outcome] : outcomes)
    if (code == error.code) verdict.outcome = outcome;
  return verdict;
}

}  // namespace bindpose::conformance
