// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/pose/lerp.h"

#include <utility>

#include "reference/core/algorithm.h"
#include "reference/pose/interpolation.h"

namespace bindpose::pose {
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

ArraySet sample_question(std::size_t size, Random& random) {
  Array::Reals a, b, t;
  for (std::size_t i = 0; i < size; ++i) {
    for (int c = 0; c < 3; ++c)
      a.push_back(random.uniform(-2, 2));
    for (int c = 0; c < 3; ++c)
      b.push_back(random.uniform(-2, 2));
    t.push_back(random.uniform(-0.5, 1.5));
  }
  ArraySet question;
  question.add("a", {size, 3}, std::move(a)).add("b", {size, 3}, std::move(b)).add("t", {size}, std::move(t));
  return question;
}

}  // namespace

Implementation lerp_implementation() {
  return implement<Lerp>(options(), &sample_question);
}

}  // namespace bindpose::pose
