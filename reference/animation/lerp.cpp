// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/lerp.h"

#include <utility>

#include "reference/animation/shared/interpolation.h"
#include "reference/model/algorithm.h"

namespace bindpose::animation {
namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {{"formulation",
                                                    {"two-products", "one-product"},  // as in LerpForm
                                                    OptionSpec::Kind::formulation,
                                                    "the order of the same computation",
                                                    2}};
  return declared;
}

struct Lerp {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto form = choice_index(options(), chosen, "formulation");
    if (!form) return tl::unexpected(form.error());
    const auto rows = InterpolationRows::read(question, ArraySet::any);
    if (!rows) return tl::unexpected(rows.error());
    ResultArray<T> values{"values", rows->a->shape, {}};
    for (std::size_t i = 0; i < rows->count() * rows->width(); ++i)
      values.values.push_back(lerp<T>(read_scalar<T>(*rows->a, i), read_scalar<T>(*rows->b, i),
                                      read_scalar<T>(*rows->t, i / rows->width()),
                                      static_cast<LerpForm>(*form)));
    return Result<T>{{std::move(values)}, {}};
  }
};

}  // namespace

Implementation lerp_implementation() {
  return implement<Lerp>(options());
}

}  // namespace bindpose::animation
