// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/dof.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "reference/model/try.h"

namespace bindpose {

Expected<double> limited_value(const Dof& dof, LimitRule rule, std::string_view name, std::size_t i) {
  const auto element = [&](const char* array) { return fmt::format("{}_{}[{}]", name, array, i); };
  if (!std::isfinite(dof.value)) return fail("NOT_FINITE", element("values"), "expected a finite number");
  if (std::isnan(dof.lower) || std::isnan(dof.upper))
    return fail("NOT_FINITE", element("limits"), "expected numbers");
  if (dof.lower > dof.upper)
    return fail("PARAMETER_RANGE", element("limits"),
                fmt::format("lower limit {:.9g} above upper limit {:.9g}", dof.lower, dof.upper));
  const double inside = std::clamp(dof.value, dof.lower, dof.upper);
  if (!std::isfinite(inside))
    return fail("NOT_FINITE", element("limits"), "expected a range that contains finite numbers");
  if (rule == LimitRule::reject && inside != dof.value)
    return fail("PARAMETER_RANGE", element("values"),
                fmt::format("{:.9g}, expected {:.9g} .. {:.9g}", dof.value, dof.lower, dof.upper));
  return inside;
}

Expected<std::vector<Dof>> read_dofs(const ArraySet& question, std::string_view name) {
  BINDPOSE_TRY(const Array* values, question.require_reals(fmt::format("{}_values", name), {ArraySet::any}));
  const std::size_t count = values->shape[0];
  BINDPOSE_TRY(const Array* limits, question.require_reals(fmt::format("{}_limits", name), {count, 2}));
  std::vector<Dof> dofs(count);
  for (std::size_t i = 0; i < count; ++i)
    dofs[i] = {values->reals()[i], limits->reals()[2 * i], limits->reals()[2 * i + 1]};
  return dofs;
}

void add_dofs(ArraySet& question, std::string_view name, const std::vector<Dof>& dofs) {
  Array::Reals values, limits;
  for (const Dof& dof : dofs) {
    values.push_back(dof.value);
    limits.insert(limits.end(), {dof.lower, dof.upper});
  }
  question.add(fmt::format("{}_values", name), {dofs.size()}, std::move(values));
  question.add(fmt::format("{}_limits", name), {dofs.size(), 2}, std::move(limits));
}

}  // namespace bindpose
