// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "golden/bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/model/judged_share.h"
#include "reference/model/try.h"
#include "reference/numeric/float32.h"

namespace bindpose::golden {
namespace {

/// The larger bound; infinite if one of them is NaN.
double widen(double bound, double other) {
  return bound >= other ? bound : (other > bound ? other : infinity);
}

/// The formulations that apply to the input.
std::vector<Options> formulations(const Implementation& implementation, const Options& policies,
                                  const std::vector<std::string>& leave_out) {
  std::vector<Options> all = {policies};
  for (const OptionSpec& spec : implementation.declaration.options) {
    if (spec.kind != OptionSpec::Kind::formulation) continue;
    std::vector<Options> wider;
    for (const Options& options : all)
      for (const std::string_view value : spec.values) {
        if (!is_bounded(spec, value) || std::ranges::count(leave_out, value) > 0) continue;
        wider.push_back(options);
        wider.back()[std::string(spec.name)] = value;
      }
    all = std::move(wider);
  }
  return all;
}

/// One tracked evaluation and its number of undecided comparisons; with `take_other`, these take the opposite
/// result.
Expected<Result<Tracked>> evaluate(const Implementation& implementation, const ArraySet& question,
                                   const Options& options, bool take_other, std::uint64_t& open) {
  Branches& branches = Branches::current();
  branches = {0, take_other};
  auto result = implementation.in_tracked(question, options);
  open = branches.undecided;
  branches = {};
  return result;
}

void open_undefined_rows(Bounds& bounds, const Result<Quad>& exact, const std::vector<Undefined>& undefined) {
  for (const Undefined& u : undefined) {
    const ResultArray<Quad>* array = exact.find(u.array);
    if (array == nullptr || array->shape.empty() || u.row >= array->shape[0]) continue;
    std::vector<double>& bound = bounds[u.array];
    const std::size_t width = bound.size() / array->shape[0];
    std::fill_n(bound.begin() + static_cast<std::ptrdiff_t>(u.row * width), width, infinity);
  }
}

/// Adds one evaluation to the bounds: its errors and, if comparisons were open, the distance of its values from
/// the exact ones. A distance above the errors means a different output.
void fold(Bounds& bounds, const Result<Tracked>& run, const Result<Quad>& exact, bool open) {
  for (const ResultArray<Quad>& array : exact.arrays) {
    std::vector<double>& bound = bounds[array.name];
    const ResultArray<Tracked>* tracked = run.find(array.name);
    if (tracked == nullptr) continue;  // a stage that this formulation lacks
    for (std::size_t i = 0; i < bound.size(); ++i) {
      const bool there = i < tracked->values.size();
      double error = there ? tracked->values[i].error() : infinity;
      if (there && open) {
        const double distance = std::fabs(tracked->values[i].value() - to_double(array.values[i]));
        const double double_rounding = 0x1p-50 * tracked->values[i].magnitude();
        error = distance <= error + bound[i] + double_rounding ? distance + error : infinity;
      }
      bound[i] = widen(bound[i], error);
    }
  }
  open_undefined_rows(bounds, exact, run.undefined);
}

}  // namespace

double round_bound(double x) {
  constexpr double largest = std::numeric_limits<float>::max();
  if (x == 0) return 0;
  if (!(x <= largest)) return infinity;
  constexpr int significant_bits = 8;
  const int exponent =
      std::max(std::ilogb(x) - (significant_bits - 1), -149);  // in units of float32's smallest number
  const double rounded = std::ldexp(std::ceil(std::ldexp(x, -exponent)), exponent);
  return rounded <= largest ? rounded : infinity;
}

Expected<Bounds> float32_bounds(const Implementation& implementation, const ArraySet& question,
                                const Options& policies, const std::vector<std::string>& leave_out,
                                const Result<Quad>& exact) {
  Bounds bounds;
  for (const ResultArray<Quad>& array : exact.arrays)
    bounds[array.name].assign(array.values.size(), 0.0);
  for (const Options& options : formulations(implementation, policies, leave_out)) {
    std::uint64_t open = 0;
    const auto run = evaluate(implementation, question, options, false, open);
    if (!run && run.error().code == "NOT_APPLICABLE") continue;
    if (!run) return tl::unexpected(run.error());
    fold(bounds, *run, exact, open > 0);
    if (open == 0) continue;
    BINDPOSE_TRY(const auto other, evaluate(implementation, question, options, true, open));
    fold(bounds, other, exact, true);
  }
  open_undefined_rows(bounds, exact, exact.undefined);
  for (const ArrayDeclaration& output : implementation.declaration.outputs)
    if (const ResultArray<Quad>* array = exact.find(output.name)) {
      std::vector<double> values;
      for (const Quad& x : array->values)
        values.push_back(to_double(x));
      open_wide_bounds(bounds[array->name],
                       scale_of_answer(implementation.declaration, array->name, values, question));
    }
  for (auto& [name, bound] : bounds)
    for (double& x : bound)
      x = round_bound(x);
  return bounds;
}

}  // namespace bindpose::golden
