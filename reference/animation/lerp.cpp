// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/lerp.h"

#include <algorithm>

#include "reference/model/algorithm.h"

namespace bindpose::animation {

const Choice<LerpForm> lerp_forms{
    "formulation",
    OptionSpec::Kind::formulation,
    {{"two-products", LerpForm::two_products}, {"one-product", LerpForm::one_product}},
    "the order of operations",
    2};

const Choice<LerpRange> lerp_ranges{.name = "range",
                                    .values = {{"any", LerpRange::any}, {"clamped", LerpRange::clamped}},
                                    .meaning = "whether t outside 0 .. 1 extrapolates, or is clamped",
                                    .only_declared = true};
namespace lerp_question {

Declaration declaration() {
  return {.inputs = {real("a", "a", "N w", Kind::value(), "values at t = 0; w numbers per row").finite(),
                     real("b", "b", "N w", Kind::value("as a"), "values at t = 1").finite(),
                     real("t", "t", "N", Kind::number(), "parameter of each row, any number").finite()},
          .outputs = {real("values", "x", "N w", Kind::value("as a"), "the interpolated values")},
          .options = {lerp_ranges.spec(), lerp_forms.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<T> a = in.numbers("a"), b = in.numbers("b");
  std::vector<T> t = in.numbers("t");
  if (in.chosen(lerp_ranges) == LerpRange::clamped)
    std::transform(t.begin(), t.end(), t.begin(), &clamped<T>);
  const std::size_t w = in.extent("w");
  ResultArray<T> x{"values", {in.extent("N"), w}, {}};
  for (std::size_t i = 0; i < a.size(); ++i)
    x.values.push_back(lerp(a[i], b[i], t[i / w], in.chosen(lerp_forms)));
  return Result<T>{{std::move(x)}, {}};
}

}  // namespace lerp_question

BINDPOSE_IMPLEMENT(lerp)

}  // namespace bindpose::animation
