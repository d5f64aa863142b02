// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/bounds/search.h"

#include <set>

#include <gtest/gtest.h>

#include "reference/testing/bounds/kernels.h"
#include "reference/testing/bounds/least_bound.h"

namespace bindpose::bounds::search_test {

TEST(BoundSearch, errors_and_bounds_are_within_their_limits) {
  for (const BoundedKernel& bounded : bounded_kernels()) {
    Random random(bounded.name);
    const Box box = widened(bounded.point(random), 0x1p-8);
    const Trace trace = traced(bounded, box);
    const std::vector<double> least = least_bounds(trace, box);
    const std::vector<Observed> observed = search(trace, box, 400, random);
    for (std::size_t k = 0; k < least.size(); ++k) {
      EXPECT_LE(observed[k].fraction, 1) << bounded.name;
      EXPECT_GT(observed[k].fraction, 0.05) << bounded.name;
      EXPECT_LT(observed[k].nearest, observed[k].legal) << bounded.name;
      EXPECT_GT(least[k], 0.7 * observed[k].bound) << bounded.name;
    }
  }
}

TEST(BoundSearch, no_bound_in_a_box_is_below_the_least_bound) {
  for (const BoundedKernel& bounded : bounded_kernels()) {
    Random random(bounded.name);
    const Box box = widened(bounded.point(random), 0x1p-6);
    const Trace trace = traced(bounded, box);
    const std::vector<double> least = least_bounds(trace, box);
    for (int n = 0; n < 200; ++n) {
      std::vector<Tracked> inputs;
      for (const auto& [low, high, error] : box) {
        const bool high_end = random.below(2) == 0;
        inputs.push_back(Tracked::uncertain(high_end ? high : low, error));
      }
      const std::vector<Tracked> x = evaluate<Tracked>(trace, inputs);
      for (std::size_t k = 0; k < least.size(); ++k)
        ASSERT_LE(least[k], x[trace.outputs[k]].error()) << bounded.name;
    }
  }
}

TEST(BoundSearch, the_search_detects_a_bound_that_is_too_small) {
  const auto kernels = bounded_kernels();
  const BoundedKernel& bounded = kernels.front();
  Random random(bounded.name);
  const Box box = widened(bounded.point(random), 0x1p-8);
  const Tracked::Scope too_precise({0x1p-28, 0x1p-126, 0x1.fffffep127});
  const std::vector<Observed> observed = search(traced(bounded, box), box, 100, random);
  EXPECT_GT(observed.front().fraction, 1);
}

TEST(BoundSearch, the_search_reorders_sums_and_multiplies_out) {
  Recording recording;
  const Traced w = Traced::input(1), a = Traced::input(1), b = Traced::input(1), c = Traced::input(1);
  recording.trace.outputs = {(w * (a + b + c)).node()};
  const Point point{{0x1.00001p0, 1, 0x1p-24, 0x1p-24}, {0x1.00001p0, 1, 0x1p-24, 0x1p-24}};
  LegalMachine machine(1);
  std::set<double> answers;
  for (int n = 0; n < 2000; ++n)
    answers.insert(legal_outputs(recording.trace, point, machine)[0]);
  EXPECT_GE(answers.size(), 3);
  EXPECT_TRUE(answers.contains(0x1.00001p0)) << "1 + 2^-24 rounds to 1";
  EXPECT_TRUE(answers.contains(0x1.000012p0)) << "the two small numbers are added first";
}

}  // namespace bindpose::bounds::search_test
