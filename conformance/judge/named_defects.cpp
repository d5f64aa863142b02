// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/named_defects.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/judge/compare_array.h"

namespace bindpose::conformance {
namespace {

/// Largest difference between an output and a defect's output, relative to the array's largest number, for which
/// bounds are computed.
constexpr double near = 1e-3;

/// True if every judged number of the output is within the wrong output's bounds.
bool explains(const Expectation& wrong, const Expectation& right, const Answer& answer) {
  std::size_t judged = 0;
  for (const ExpectedArray& array : right.arrays) {
    const auto same =
        std::find_if(wrong.arrays.begin(), wrong.arrays.end(), [&array](const ExpectedArray& other) {
          return other.name == array.name && other.shape == array.shape;
        });
    if (same == wrong.arrays.end()) return false;
    const Array* got = answer.arrays.find(array.name);
    if (find_invalid(*same, got)) return false;
    for (std::size_t i = 0; i < array.branch.values.size(); ++i)
      if (is_decided(array, i) && !is_decided(*same, i)) return false;
    const ArrayVerdict verdict = compare_array(*same, *got);
    if (verdict.failing > 0) return false;
    judged += verdict.judged;
  }
  return judged > 0;
}

/// Adds twice the right output's bounds, for the additional errors of another order of operations.
void widen(Expectation& wrong, const Expectation& right) {
  for (ExpectedArray& array : wrong.arrays) {
    array.length_bound = infinity;  // not judged
    for (const ExpectedArray& other : right.arrays) {
      if (other.name != array.name || other.shape != array.shape) continue;
      for (std::size_t i = 0; i < array.branch.bounds.size(); ++i)
        if (std::isfinite(other.branch.bounds[i])) array.branch.bounds[i] += 2 * other.branch.bounds[i];
    }
  }
}

/// The defect's values from one evaluation in double, with bounds that exclude only large differences.
Expected<Expectation> sketch(const Question& question) {
  BINDPOSE_TRY(const Result<double> result,
               question.algorithm->implementation.in_double(question.arrays, question.options));
  Expectation expectation;
  for (const std::string_view name : question.algorithm->outputs) {
    const ResultArray<double>* array = result.find(name);
    if (array == nullptr) continue;
    const double scale = scale_of(array->values);
    ExpectedArray expected{array->name, array->shape, {array->values, {}}, {}, array->rotations};
    expected.branch.bounds.assign(array->values.size(), near * scale);
    for (const Undefined& u : result.undefined)
      if (u.array == name && !array->shape.empty() && array->shape[0] > 0) {
        const std::size_t width = array->values.size() / array->shape[0];
        std::fill_n(expected.branch.bounds.begin() + static_cast<std::ptrdiff_t>(u.row * width), width,
                    scale * 1e6);
      }
    expectation.arrays.push_back(std::move(expected));
  }
  return expectation;
}

Error not_applicable(const Defect& defect) {
  return {"NOT_APPLICABLE", std::string(defect.id), "has no effect here"};
}

/// True if a changed input has stages computed in double; the bounds of the right output include their
/// float32 error.
bool holds_stages(const Question& question) {
  return std::any_of(question.arrays.begin(), question.arrays.end(),
                     [](const Array& array) { return !array.uncertainty.empty(); });
}

/// The output for the defect's changed input, also if the change has no effect.
Expected<Expectation> expect_changed(const Defect& defect, const Question& question,
                                     const Expectation& right) {
  const auto changed = defect.question != nullptr ? defect.question(question) : std::nullopt;
  if (!changed) return tl::unexpected(not_applicable(defect));
  auto wrong = expect(*changed);
  if (wrong && holds_stages(*changed)) widen(*wrong, right);
  return wrong;
}

/// True if a few rows show that the defect does not explain every row. False if the defect cannot
/// be applied to these rows.
bool is_ruled_out(const GivenAnswer& sample, const KnownDefect& defect) {
  const Question& question = sample.question;
  const Expectation& right = sample.right;
  const Answer& answer = sample.answer;
  if (defect.check != nullptr) return !defect.check(question, right, answer);
  const auto wrong = expect_changed(*defect.defect, question, right);
  return wrong && !explains(*wrong, right, answer);
}

/// Defects that the judge recognises by the right output for a changed input.
constexpr std::string_view by_question[] = {"bind-pose-returned",     "ibm-wrong-side",
                                            "fk-child-times-parent",  "fk-offset-not-turned",
                                            "palette-transposed",     "ibm-ignored",
                                            "ibm-not-inverted",       "ibm-rot-transposed",
                                            "fk-local-as-global",     "quat-wxyz",
                                            "quaternion-conjugated",  "rotation-ignored",
                                            "scale-ignored",          "translation-ignored",
                                            "tracks-ignored",         "time-zero",
                                            "first-influence",        "first-vertex-influences",
                                            "largest-weight",         "weights-ignored",
                                            "weights-renormalised",   "weights-over-256",
                                            "joint-off-by-one",       "lerp-unnormalised",
                                            "nlerp-instead-of-slerp", "linear-as-step",
                                            "step-as-linear",         "lbs-instead"};

}  // namespace

std::span<const std::string_view> defects_by_question() {
  return by_question;
}

const std::vector<KnownDefect>& known_defects() {
  static const std::vector<KnownDefect> all = [] {
    std::vector<KnownDefect> known = defect_checks();
    for (const std::string_view id : by_question)
      for (const Defect& defect : defects())
        if (defect.id == id) known.push_back({&defect});
    return known;
  }();
  return all;
}

void name_defect(Verdict& verdict, const Defect& defect) {
  verdict.defect = defect.id;
  verdict.defect_way.reset();
  for (const Defect* other = find_defect(defect.id); other != &defect; ++other)
    if (other->id == defect.id) verdict.defect_way = verdict.defect_way.value_or(0) + 1;
}

const Defect* named_defect(const Verdict& verdict) {
  std::size_t before = verdict.defect_way.value_or(0);
  for (const Defect& defect : defects())
    if (defect.id == verdict.defect && before-- == 0) return &defect;
  return nullptr;
}

Expected<Expectation> expect_defect(const Defect& defect, const Question& question,
                                    const Expectation& right) {
  auto wrong = expect_changed(defect, question, right);
  if (wrong && compare(right, as_answer(*wrong)).outcome != Outcome::fail)
    return tl::unexpected(not_applicable(defect));
  return wrong;
}

const Defect* find_known_defect(const Question& question, const Expectation& expectation,
                                const Answer& answer, Explanations& explanations, const GivenAnswer* sample) {
  const std::vector<KnownDefect>& known = known_defects();
  for (std::size_t m = 0; m < known.size(); ++m) {
    if (sample != nullptr && is_ruled_out(*sample, known[m])) continue;
    const auto& [defect, check] = known[m];
    if (check != nullptr) {
      if (check(question, expectation, answer)) return defect;
      continue;
    }
    const auto rough =
        explanations.get(fmt::format("sketch {}", m), [&, d = defect]() -> Expected<Expectation> {
          const auto changed = d->question != nullptr ? d->question(question) : std::nullopt;
          if (!changed) return tl::unexpected(not_applicable(*d));
          return sketch(*changed);
        });
    if (rough == nullptr || !explains(*rough, expectation, answer)) continue;
    const auto wrong = explanations.get(fmt::format("defect {}", m),
                                        [&, d = defect] { return expect_defect(*d, question, expectation); });
    if (wrong != nullptr && explains(*wrong, expectation, answer)) return defect;
  }
  return nullptr;
}

}  // namespace bindpose::conformance
