// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/suspects.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "conformance/judge/compare_array.h"

namespace bindpose::conformance {
namespace {

/// Whoever makes a mistake makes it in float32: roundings like those of the right answer, where something else is computed.
constexpr double bounds_of_a_mistake = 4;
constexpr double of_its_scale = 0x1p-20;

double scale_of(const std::vector<double>& values) {
  double scale = 0;
  for (const double x : values)
    if (std::isfinite(x)) scale = std::max(scale, std::fabs(x));
  return scale;
}

bool is_comparable(const Expectation& right, const ArraySet& arrays) {
  return std::ranges::all_of(right.arrays, [&arrays](const ExpectedArray& array) {
    const Array* got = arrays.find(array.name);
    return got != nullptr && got->is_real() && got->shape == array.shape;
  });
}

/// Calls each(array, values of the answer, place) for every number that is judged.
template <class Each>
void for_judged(const Expectation& right, const ArraySet& arrays, Each each) {
  for (const ExpectedArray& array : right.arrays) {
    const auto& got = arrays.find(array.name)->reals();
    for (std::size_t i = 0; i < got.size(); ++i)
      if (is_decided(array, i)) each(array, got, i);
  }
}

bool is_wrong(const ExpectedArray& array, double x, std::size_t i) {
  return !(std::fabs(x - array.branch.values[i]) <= array.branch.bounds[i]);
}

}  // namespace

double Evidence::share() const {
  const auto all = static_cast<double>(explained + against);
  return all > 0 ? static_cast<double>(explained) / all : 0;
}

Evidence& Evidence::operator+=(const Evidence& more) {
  explained += more.explained;
  against += more.against;
  return *this;
}

std::size_t failing_numbers(const Expectation& right, const Answer& answer) {
  std::size_t failing = 0;
  for_judged(right, answer.arrays, [&](const ExpectedArray& array, const auto& got, std::size_t i) {
    failing += is_wrong(array, got[i], i) ? 1 : 0;
  });
  return failing;
}

Evidence evidence_for(const Defect& defect, const Question& question, const Expectation& right,
                      const Answer& answer) {
  const auto wrong = wrong_answer(defect, question, as_answer(right).arrays);
  if (!wrong || !is_comparable(right, *wrong)) return {0, failing_numbers(right, answer)};
  Evidence evidence;
  std::map<std::string_view, double> scales;
  for (const ExpectedArray& array : right.arrays)
    scales[array.name] = std::max(scale_of(array.branch.values), scale_of(wrong->find(array.name)->reals()));
  for_judged(right, answer.arrays, [&](const ExpectedArray& array, const auto& got, std::size_t i) {
    const double made = wrong->find(array.name)->reals()[i];
    const double near = bounds_of_a_mistake * array.branch.bounds[i] + of_its_scale * scales[array.name];
    const bool is_given = std::fabs(got[i] - made) <= near;
    if (is_wrong(array, got[i], i))
      ++(is_given ? evidence.explained : evidence.against);
    else if (!is_given)
      ++evidence.against;
  });
  return evidence;
}

std::vector<Suspect> suspects(std::span<const WrongAnswer> answers) {
  std::map<std::pair<const Algorithm*, Level>, std::size_t> firsts;
  for (std::size_t a = 0; a < answers.size(); ++a)
    firsts.try_emplace({answers[a].question.algorithm, answers[a].question.level}, a);
  std::vector<Suspect> found;
  for (const Defect& defect : defects()) {
    Suspect suspect{&defect, {}};
    const auto add = [&](std::size_t a) {
      suspect.evidence += evidence_for(defect, answers[a].question, answers[a].right, answers[a].answer);
    };
    for (const auto& [place, a] : firsts)
      add(a);
    if (suspect.evidence.explained == 0) continue;
    for (std::size_t a = 0; a < answers.size(); ++a)
      if (firsts.at({answers[a].question.algorithm, answers[a].question.level}) != a) add(a);
    found.push_back(suspect);
  }
  std::ranges::stable_sort(found, std::ranges::greater(),
                           [](const Suspect& s) { return s.evidence.share(); });
  return found;
}

}  // namespace bindpose::conformance
