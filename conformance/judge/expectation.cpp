// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/expectation.h"

#include <algorithm>

#include "conformance/judge/key_storage.h"
#include "reference/model/judged_share.h"
#include "reference/model/surface.h"

namespace bindpose::conformance {
namespace {

struct TrackedRun {
  Result<Tracked> result;
  bool open_branches = false;
};

Expected<TrackedRun> run_tracked(const Question& question, const ArraySet& arrays, const Options& options,
                                 bool take_other) {
  Branches& branches = Branches::current();
  branches = {0, take_other};
  auto result = question.algorithm->implementation.in_tracked(arrays, options);
  const bool open = branches.undecided > 0;
  branches = {};
  if (!result) return tl::unexpected(result.error());
  return TrackedRun{std::move(*result), open};
}

/// Negates rows of rotations that have the opposite sign of those in `like`.
template <class T>
void align_rotations(std::vector<T>& values, const std::vector<double>& like) {
  for (std::size_t row = 0; row + 4 <= values.size(); row += 4) {
    double dot = 0;
    for (std::size_t i = row; i < row + 4; ++i)
      dot += to_double(values[i]) * like[i];
    for (std::size_t i = row; i < row + 4 && dot < 0; ++i)
      values[i] = -values[i];
  }
}

/// Widens a branch to cover another evaluation of the same numbers.
void cover(Branch& branch, const ResultArray<Tracked>& given) {
  ResultArray<Tracked> aligned;
  if (given.rotations) align_rotations((aligned = given).values, branch.values);
  const ResultArray<Tracked>& array = given.rotations ? aligned : given;
  for (std::size_t i = 0; i < branch.bounds.size(); ++i) {
    // The evaluations' values differ only by rounding in double; the bound includes the difference.
    const double bound = array.values[i].error() + std::fabs(array.values[i].value() - branch.values[i]);
    branch.bounds[i] = bound >= branch.bounds[i] ? bound : branch.bounds[i];
    if (!std::isfinite(bound)) branch.bounds[i] = infinity;
  }
}

std::vector<ExpectedArray> select(const Result<double>& result, const Algorithm& algorithm, bool judged) {
  std::vector<ExpectedArray> selected;
  for (const ResultArray<double>& array : result.arrays) {
    const auto& outputs = algorithm.outputs;
    if ((std::find(outputs.begin(), outputs.end(), array.name) != outputs.end()) != judged) continue;
    selected.push_back({array.name,
                        array.shape,
                        {array.values, std::vector<double>(array.values.size(), 0.0)},
                        {},
                        array.rotations,
                        array.directions ? unit_length_bound() : infinity});
  }
  return selected;
}

void cover_all(std::vector<ExpectedArray>& arrays, const Result<Tracked>& run, Branch ExpectedArray::*side) {
  for (ExpectedArray& array : arrays) {
    const ResultArray<Tracked>* tracked = run.find(array.name);
    Branch& branch = array.*side;
    if (branch.values.empty() && tracked != nullptr) {
      for (const Tracked& x : tracked->values)
        branch.values.push_back(x.value());
      branch.bounds.assign(branch.values.size(), 0.0);
    }
    if (tracked != nullptr && tracked->values.size() == branch.bounds.size())
      cover(branch, *tracked);
    else
      branch.bounds.assign(branch.bounds.size(), infinity);
  }
}

void open_undefined_rows(std::vector<ExpectedArray>& arrays, const std::vector<Undefined>& undefined) {
  for (const Undefined& u : undefined)
    for (ExpectedArray& array : arrays) {
      if (array.name != u.array || array.shape.empty() || array.shape[0] == 0) continue;
      const std::size_t width = array.branch.bounds.size() / array.shape[0];
      for (std::size_t c = 0; c < width; ++c)
        array.branch.bounds[u.row * width + c] = infinity;
    }
}

/// The precision of a computation under these classes.
Precision precision_of(const PrecisionClasses& classes) {
  Precision precision = Precision::float32();
  for (const PrecisionClass* each : classes) {
    if (each->computes_in_binary16) return Precision::mediump();
    if (each->estimates_reciprocals) precision = Precision::estimates();
  }
  return precision;
}

/// The usual formulations, and the formulations of the classes.
std::vector<Options> formulations_of(const Question& question, const PrecisionClasses& classes) {
  const Implementation& implementation = question.algorithm->implementation;
  std::vector<Options> all = formulations(implementation, question.options);
  const OptionSpec* const spec = find_option(implementation.declaration.options, "formulation");
  for (const PrecisionClass* each : classes)
    if (spec != nullptr && std::ranges::count(spec->values, each->formulation) > 0) {
      all.push_back(question.options);
      all.back()["formulation"] = each->formulation;
    }
  return all;
}

/// True if a class accepts other times.
bool has_clock_of_ratios(const PrecisionClasses& classes) {
  return std::ranges::any_of(
      classes, [](const PrecisionClass* each) { return each->keys == KeyStorage::clock_of_ratios; });
}

/// The right outputs for several inputs, by every formulation. The first input gives the values. None if the
/// reference refuses that input.
std::optional<Expectation> cover_inputs(const Question& question, const std::vector<ArraySet>& inputs,
                                        const std::vector<Options>& ways) {
  const auto first = question.algorithm->implementation.in_double(inputs.front(), question.options);
  if (!first) return std::nullopt;
  Expectation all{
      select(*first, *question.algorithm, true), select(*first, *question.algorithm, false), {}, {}};
  for (const ArraySet& input : inputs)
    for (const Options& options : ways)
      for (const bool take_other : {false, true}) {
        const auto run = run_tracked(question, input, options, take_other);
        if (!run) continue;
        cover_all(all.arrays, run->result, &ExpectedArray::branch);
        cover_all(all.stages, run->result, &ExpectedArray::branch);
        open_undefined_rows(all.arrays, run->result.undefined);
        open_undefined_rows(all.stages, run->result.undefined);
        if (!run->open_branches) break;
      }
  return all;
}

/// Widens the bound of number i to cover the nearer side of a step. The farther side becomes the
/// other result of an open comparison.
void accept_sides(ExpectedArray& array, std::size_t i, const Branch& nearer, const Branch& farther) {
  const double before = array.branch.bounds[i];
  const double bound = nearer.bounds[i] + std::fabs(nearer.values[i] - array.branch.values[i]);
  array.branch.bounds[i] = bound >= before ? bound : before;
  if (array.other.bounds[i] == before && array.other.values[i] == array.branch.values[i]) {
    array.other.values[i] = farther.values[i];
    array.other.bounds[i] = farther.bounds[i];
  } else {
    array.other.bounds[i] += array.branch.bounds[i] - before;
  }
}

void accept_sides(std::vector<ExpectedArray>& arrays, std::vector<ExpectedArray> one,
                  std::vector<ExpectedArray> another) {
  for (std::size_t a = 0; a < arrays.size(); ++a) {
    ExpectedArray& array = arrays[a];
    if (one[a].shape != array.shape || another[a].shape != array.shape) continue;
    if (array.other.values.empty()) array.other = array.branch;
    for (ExpectedArray* side : {&one[a], &another[a]})
      if (array.rotations) align_rotations(side->branch.values, array.branch.values);
    for (std::size_t i = 0; i < array.branch.values.size(); ++i) {
      const Branch &x = one[a].branch, &y = another[a].branch;
      const bool x_is_nearer =
          std::fabs(x.values[i] - array.branch.values[i]) <= std::fabs(y.values[i] - array.branch.values[i]);
      accept_sides(array, i, x_is_nearer ? x : y, x_is_nearer ? y : x);
    }
  }
}

/// Accepts the outputs at other times.
void accept_other_times(Expectation& expectation, const Question& question, const ArraySet& arrays,
                        const std::vector<Options>& ways) {
  std::vector<Expectation> sides;
  for (const std::vector<ArraySet>& inputs : on_clocks_of_ratios(question, arrays))
    if (auto side = cover_inputs(question, inputs, ways)) sides.push_back(*std::move(side));
  if (sides.empty()) return;
  accept_sides(expectation.arrays, sides.front().arrays, sides.back().arrays);
  accept_sides(expectation.stages, sides.front().stages, sides.back().stages);
}

/// An input that lists its outputs expects only these.
void keep_asked(std::vector<ExpectedArray>& arrays, const std::vector<ArrayShape>& answers) {
  if (answers.empty()) return;
  std::erase_if(arrays, [&answers](const ExpectedArray& array) {
    return std::ranges::none_of(answers,
                                [&array](const ArrayShape& asked) { return asked.name == array.name; });
  });
}

/// Removes the arrays that a subject lacks.
void leave_out_arrays(std::vector<ExpectedArray>& arrays, const std::vector<std::string>& left_out) {
  std::erase_if(arrays, [&left_out](const ExpectedArray& array) {
    return std::ranges::count(left_out, array.name) > 0;
  });
}

}  // namespace

std::vector<Options> formulations(const Implementation& implementation, const Options& policies) {
  for (const OptionSpec& spec : implementation.declaration.options) {
    if (spec.kind != OptionSpec::Kind::formulation) continue;
    std::vector<Options> all;
    for (std::size_t i = 0; i < spec.distinct; ++i) {
      all.push_back(policies);
      all.back()[std::string(spec.name)] = spec.values[i];
    }
    return all;
  }
  return {policies};
}

std::string formulation_of(const Options& options) {
  const auto chosen = options.find("formulation");
  return chosen == options.end() ? "" : chosen->second;
}

bool is_left_out(const Case& c, const Options& variant) {
  return std::ranges::any_of(
      variant, [&c](const auto& choice) { return std::ranges::count(c.leave_out, choice.second) > 0; });
}

Expected<Expectation> expect(const Question& question, const PrecisionClasses& classes) {
  const Algorithm& algorithm = *question.algorithm;
  BINDPOSE_TRY(const auto reference, algorithm.implementation.in_double(question.arrays, question.options));
  Expectation expectation{
      select(reference, algorithm, true), select(reference, algorithm, false), reference.undefined, {}};

  ArraySet arrays = question.arrays;
  for (const PrecisionClass* each : classes)
    store_in(*each, arrays);
  const Precision precision = precision_of(classes);
  // In mediump, subnormal squares matter. Normalisation takes a quotient and a root.
  for (ExpectedArray& array : expectation.arrays)
    array.length_bound =
        precision.unit > Precision::float32().unit ? infinity : array.length_bound + 4 * precision.estimate;
  const Tracked::Scope scope(precision);
  const std::vector<Options> ways = formulations_of(question, classes);
  for (const Options& options : ways) {
    const auto run = run_tracked(question, arrays, options, false);
    if (!run && run.error().code == "NOT_APPLICABLE") {
      expectation.not_applicable.emplace(formulation_of(options), run.error());
      continue;
    }
    if (!run) return tl::unexpected(run.error());
    cover_all(expectation.arrays, run->result, &ExpectedArray::branch);
    cover_all(expectation.stages, run->result, &ExpectedArray::branch);
    open_undefined_rows(expectation.arrays, run->result.undefined);
    if (!run->open_branches) continue;
    const auto other = run_tracked(question, arrays, options, true);
    if (other) cover_all(expectation.arrays, other->result, &ExpectedArray::other);
    if (other) cover_all(expectation.stages, other->result, &ExpectedArray::other);
  }
  if (has_clock_of_ratios(classes) && has_keys(arrays))
    accept_other_times(expectation, question, arrays, ways);
  open_undefined_rows(expectation.arrays, expectation.undefined);
  open_undefined_rows(expectation.stages, expectation.undefined);
  // Precision classes have wider bounds by definition, and explain only outputs that fail here.
  if (classes.empty())
    for (ExpectedArray& array : expectation.arrays) {
      const double scale = scale_of_answer(algorithm.implementation.declaration, array.name,
                                           array.branch.values, question.arrays);
      open_wide_bounds(array.branch.bounds, scale);
      open_wide_bounds(array.other.bounds, scale);
    }
  keep_asked(expectation.arrays, question.answers);
  return expectation;
}

void list_arrays(Question& question, const Expectation& expectation) {
  for (const ExpectedArray& array : expectation.arrays)
    question.answers.push_back({array.name, array.shape});
  for (const ExpectedArray& array : expectation.stages)
    question.stages.push_back({array.name, array.shape});
}

Expected<AskedCase> asked_question(const Case& c, const Options& policies, const Features& without) {
  BINDPOSE_TRY(auto arrays, c.question());
  AskedCase asked{{c.algorithm, c.level, c.options, std::move(arrays), c.asset}, {}};
  asked.question.name = c.name;
  for (const auto& [option, value] : policies)
    asked.question.options[option] = value;
  BINDPOSE_TRY(asked.left_out, leave_out(without, asked.question));
  return asked;
}

Expected<AskedCase> asked_case(const Case& c, const Options& policies, const Features& without) {
  BINDPOSE_TRY(AskedCase asked, asked_question(c, policies, without));
  BINDPOSE_TRY(asked.expectation, expect(asked.question));
  leave_out_arrays(asked.expectation.arrays, asked.left_out);
  list_arrays(asked.question, asked.expectation);
  return asked;
}

}  // namespace bindpose::conformance
