// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an algorithm for the tests of the golden module: y = f(x), with a mode for every branch of
// the tool.
#pragma once

#include <utility>
#include <vector>

#include "reference/model/case.h"
#include "reference/model/question.h"
#include "reference/model/try.h"
#include "reference/testing/implement.h"

namespace bindpose::golden::toy {

/// "third": y = x / 3, undefined if x is 0. "branch": -1 or 1 by a comparison that float32 cannot decide.
/// "square": y = x x. "infinite": y = x / 0.
struct Toy {
  static const OptionList& options() {
    static const OptionList declared = {
        {"mode", {"third", "branch", "square", "infinite"}, OptionSpec::Kind::policy, "which f"},
        {"formulation",
         {"plain", "long-way", "inapplicable", "broken"},
         OptionSpec::Kind::formulation,
         "how",
         4}};
    return declared;
  }

  template <class T>
  static T f(std::size_t mode, const T& x) {
    using std::sqrt;
    const T root = sqrt(x);
    switch (mode) {
      case 0:
        return x / T(3);
      case 1:
        return T(root * root < x ? -1 : 1);
      case 2:
        return x * x;
      default:
        return x / T(0);
    }
  }

  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    BINDPOSE_TRY(const auto mode, choice_index(options(), chosen, "mode"));
    const auto formulation = choice(options(), chosen, "formulation");
    if (*formulation == "inapplicable") return fail("NOT_APPLICABLE", "", "never");
    if (*formulation == "broken") return fail("BROKEN", "x", "always");
    BINDPOSE_TRY(const auto x, question.require_reals("x", {ArraySet::any}));
    Result<T> result;
    ResultArray<T> twice{"twice", x->shape, {}};
    ResultArray<T> y{"y", x->shape, {}};
    for (std::size_t i = 0; i < x->reals().size(); ++i) {
      const T xi = read_scalar<T>(*x, i);
      twice.values.push_back(xi + xi);
      y.values.push_back(f(mode, xi));
      if (*formulation == "long-way") y.values.back() = (y.values.back() + y.values.back()) / T(2);
      if (x->reals()[i] == 0) result.undefined.push_back({"y", i, "ZERO"});
    }
    result.arrays = {std::move(twice), std::move(y)};
    return result;
  }
};

inline const Algorithm& algorithm() {
  static const Algorithm toy = {
      "skinning", "toy", "toy", "Toy", {Level::palette}, {"y"}, false, "", test::implement<Toy>()};
  return toy;
}

inline Case make_case(const char* mode, std::vector<double> x) {
  Case c;
  c.name = std::string("skinning.toy.") + mode;
  c.algorithm = &algorithm();
  c.options = {{"mode", mode}};
  c.question = [x = std::move(x)]() -> Expected<ArraySet> { return ArraySet().add("x", {x.size()}, x); };
  c.purpose = "A test.";
  c.leave_out = {"broken"};
  c.golden = true;
  return c;
}

}  // namespace bindpose::golden::toy
