// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/first_wrong.h"

#include <algorithm>
#include <numbers>

#include <fmt/format.h>

#include "conformance/defects/defect.h"
#include "conformance/defects/patched/patched.h"
#include "conformance/judge/compare_array.h"
#include "conformance/report/text.h"
#include "conformance/report/whole_mesh.h"

namespace bindpose::conformance {
namespace {

/// The stages of an implementation with the defect; none if the defect gives no stages.
std::optional<ArraySet> stages_with(const Defect& defect, const Question& question) {
  if (defect.question != nullptr) {
    const auto changed = defect.question(question);
    if (!changed) return {};
    const auto result = changed->algorithm->implementation.in_float(changed->arrays, changed->options);
    if (!result) return {};
    ArraySet stages = as_answer(*result).arrays;
    for (const Array& given : changed->arrays)  // if the input gives the palette, it is not a stage
      if (!stages.has(given.name)) stages.put(given);
    return stages;
  }
  if (defect.patch == 0) return {};
  const auto result = patched::evaluate(std::array{defect.patch}, question);
  if (!result) return {};
  ArraySet stages;
  for (const ResultArray<double>& array : result->arrays)
    stages.add(array.name, array.shape, array.values);
  return stages;
}

/// The last judged stage.
std::string last_stage(const Expectation& right) {
  std::string last;
  for (const ExpectedArray& stage : right.stages)
    if (is_judged_stage(stage)) last = stage.name;
  return last;
}

/// True if all stages before this one were compared.
bool are_known_before(const std::string& stage, const Expectation& right, const Verdict& compared) {
  for (const ExpectedArray& each : right.stages) {
    if (each.name == stage) break;
    if (is_judged_stage(each) &&
        std::ranges::find(compared.stages, each.name, &ArrayVerdict::name) == compared.stages.end())
      return false;
  }
  return true;
}

/// The place in the subject's own first wrong stage; empty without its numbers.
std::string where_it_goes_wrong(const JudgedAnswer& judged) {
  const auto stage =
      std::ranges::find(judged.right.stages, judged.verdict.first_wrong_stage, &ExpectedArray::name);
  const Array* got = judged.answer.arrays.find(judged.verdict.first_wrong_stage);
  if (stage == judged.right.stages.end() || got == nullptr || find_invalid(*stage, got)) return "";
  return row_words(first_wrong_row(judged.question, *stage, *got),
                   [&judged] { return joint_names_of(judged.from); });
}

FirstWrong first_wrong_by_defect(const std::string& id, const Question& question, const Expectation& right,
                                 const std::string& last) {
  for (const Defect& defect : defects()) {
    if (defect.id != id) continue;
    const auto stages = stages_with(defect, question);
    if (!stages) continue;
    Verdict verdict;
    judge_stages(right, *stages, verdict);
    if (verdict.first_wrong_stage.empty()) continue;
    return {verdict.first_wrong_stage, are_known_before(verdict.first_wrong_stage, right, verdict)
                                           ? StageSource::defect
                                           : StageSource::defect_by};
  }
  return {last, StageSource::defect_after};
}

constexpr std::size_t direction_width = 3;  // numbers of a direction; a tangent has a fourth number

Point direction_at(const Array::Reals& numbers, std::size_t first) {
  return {numbers[first], numbers[first + 1], numbers[first + 2]};
}

double length_of_direction(const Point& a) {
  return std::hypot(a[0], a[1], a[2]);
}

/// The angle between two directions; also exact if they are nearly equal or opposite.
double degrees_between(const Point& a, const Point& b) {
  const Point cross = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  const double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return std::atan2(length_of_direction(cross), dot) * 180 / std::numbers::pi;
}

std::string kind_of_rows(const Question& question, const std::string& array) {
  const ArrayDeclaration* const declared = question.algorithm->implementation.declaration.find_answer(array);
  if (declared == nullptr) return "row";
  return is_per_vertex(*declared) ? "vertex" : is_per_joint(*declared) ? "joint" : "row";
}

std::string_view unit_of(const Question& question, const std::string& array) {
  const ArrayDeclaration* const declared = question.algorithm->implementation.declaration.find_answer(array);
  if (declared == nullptr) return "";
  switch (declared->kind.of) {
    case Kind::Of::point:
    case Kind::Of::offset:
    case Kind::Of::translation:
    case Kind::Of::length:
      return "m";
    case Kind::Of::turn:
    case Kind::Of::opening:
      return "radians";
    case Kind::Of::time:
      return "s";
    default:
      return "";
  }
}

/// True if the three numbers of a direction are all judged.
bool is_direction(const ExpectedArray& array, std::size_t first) {
  return std::isfinite(array.length_bound) && is_decided(array, first) && is_decided(array, first + 1) &&
         is_decided(array, first + 2) && width_of(array) >= direction_width;
}

void note_row(WrongArray& wrong, const ExpectedArray& array, const Array::Reals& got, std::size_t row) {
  const std::size_t width = width_of(array), first = row * width;
  bool is_wrong = false;
  for (std::size_t i = first; i < first + width; ++i) {
    if (!is_decided(array, i) || is_within(array, i, got)) continue;
    is_wrong = true;
    wrong.error = std::max(wrong.error, distance(array, array.branch.values, i, got));
  }
  if (!is_wrong) return;
  ++wrong.wrong;
  if (!is_direction(array, first)) return;
  wrong.degrees = std::max(
      wrong.degrees, degrees_between(direction_at(got, first), direction_at(array.branch.values, first)));
}

}  // namespace

bool has_stages(const JudgedAnswer& judged) {
  return std::ranges::any_of(judged.right.stages, is_judged_stage);
}

std::vector<std::string> stage_names(const JudgedAnswer& judged) {
  std::vector<std::string> names;
  for (const ExpectedArray& stage : judged.right.stages)
    if (is_judged_stage(stage)) names.push_back(stage.name);
  return names;
}

FirstWrong first_wrong(const JudgedAnswer& judged) {
  const Verdict& verdict = judged.verdict;
  if (!verdict.first_wrong_stage.empty())
    return {verdict.first_wrong_stage, StageSource::given, where_it_goes_wrong(judged)};
  if (!verdict.stages.empty()) return {verdict.stages.back().name, StageSource::given_after};
  return first_wrong(verdict.defect, judged.question, judged.right);
}

FirstWrong first_wrong(const std::string& defect, const Question& question, const Expectation& right) {
  const std::string last = last_stage(right);
  if (last.empty() && question.arrays.has("palette")) return {"palette", StageSource::given_by_test};
  if (last.empty() || defect.empty()) return {};
  return first_wrong_by_defect(defect, question, right, last);
}

std::string words_of(const FirstWrong& first) {
  const std::string_view meaning = facts_of_stage(first.stage).words;
  const std::string stage = meaning.empty() ? first.stage : fmt::format("{}, {}", first.stage, meaning);
  switch (first.source) {
    case StageSource::given:
      return fmt::format("{} (by the subject's own numbers{}{})", stage, first.row.empty() ? "" : ", at ",
                         first.row);
    case StageSource::given_after:
      return fmt::format("after {}: every stage that the subject gave is right", stage);
    case StageSource::defect:
      return fmt::format("{} (the first stage that this defect changes)", stage);
    case StageSource::defect_by:
      return fmt::format("{}, at the latest (a stage that this defect changes)", stage);
    case StageSource::defect_after:
      return fmt::format("after {}: this defect does not change the stages", stage);
    case StageSource::given_by_test:
      return fmt::format("after {}: the test gives this stage as an input", stage);
    case StageSource::none:
      break;
  }
  return "not known: no stages to compare";
}

std::optional<WrongArray> wrong_array(const JudgedAnswer& judged) {
  const ArrayVerdict* failing = first_failing(judged.verdict.arrays);
  if (failing == nullptr || !is_comparable(judged.right, judged.answer.arrays)) return {};
  const auto array = std::ranges::find(judged.right.arrays, failing->name, &ExpectedArray::name);
  const std::size_t rows = array->shape.empty() ? 1 : array->shape[0];
  WrongArray wrong{.name = array->name,
                   .rows = kind_of_rows(judged.question, array->name),
                   .unit = unit_of(judged.question, array->name)};
  for (std::size_t row = 0; row < rows; ++row)
    note_row(wrong, *array, judged.answer.arrays.find(array->name)->reals(), row);
  // A direction with only a wrong length or handedness is not rotated.
  constexpr double least_degrees = 1e-3;
  wrong.is_turned = wrong.degrees > least_degrees;
  wrong.has_places = has_distances(judged) && !largest_displacement(judged);
  return wrong;
}

std::string words_of(const WrongArray& wrong) {
  const std::string by = wrong.is_turned      ? fmt::format("{:.3g} degrees", wrong.degrees)
                         : wrong.unit.empty() ? fmt::format("{:.3g} (no unit)", wrong.error)
                                              : fmt::format("{:.3g} {}", wrong.error, wrong.unit);
  return fmt::format("{} of {}, by up to {}", wrong.name, counted(wrong.wrong, wrong.rows), by);
}

}  // namespace bindpose::conformance
