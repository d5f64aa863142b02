// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/bounds/traced.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "reference/testing/bounds/kernels.h"

namespace bindpose::bounds::traced_test {

using Kernel = std::vector<Tracked> (*)(const std::vector<Tracked>&);

std::vector<Tracked> blend(const std::vector<Tracked>& numbers) {
  return linear_blend_numbers(numbers, skinning::BlendOrder::blend_then_transform);
}

/// The kernel and its recorded expression give the same bits on Tracked.
void expect_same(const BoundedKernel& bounded, Kernel kernel) {
  Random random(bounded.name);
  for (int n = 0; n < 20; ++n) {
    const Box point = bounded.point(random);
    const Trace trace = traced(bounded, point);
    std::vector<Tracked> numbers;
    for (const Range& range : point)
      numbers.emplace_back(range.low);
    const std::vector<Tracked> expected = kernel(numbers), x = evaluate(trace, numbers);
    ASSERT_EQ(trace.outputs.size(), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
      EXPECT_EQ(x[trace.outputs[k]].value(), expected[k].value()) << bounded.name << " " << k;
      EXPECT_EQ(x[trace.outputs[k]].error(), expected[k].error()) << bounded.name << " " << k;
    }
  }
}

TEST(Traced, recorded_expressions_give_the_results_of_the_kernel) {
  const auto kernels = bounded_kernels();
  const auto named = [&](std::string_view name) {
    return *std::ranges::find(kernels, name, &BoundedKernel::name);
  };
  expect_same(named("linear blend, blend then transform"), &blend);
  expect_same(named("dual quaternion"), &dual_quaternion_numbers<Tracked>);
  expect_same(named("nlerp"), &nlerp_numbers<Tracked>);
  expect_same(named("normalize, 3 numbers"), &normalize_numbers<Tracked>);
  expect_same(named("normalize, 4 numbers"), &normalize_quaternion_numbers<Tracked>);
}

TEST(Traced, operations_with_0_are_not_recorded) {
  Recording recording;
  const Traced x = Traced::input(3);
  EXPECT_EQ((Traced(0) + x).node(), x.node());
  EXPECT_EQ((x - Traced(0)).node(), x.node());
  EXPECT_EQ((x * Traced(0)).value(), 0);
  EXPECT_EQ(recording.trace.nodes.size(), 1);
}

TEST(Traced, comparisons_are_recorded_except_between_constants) {
  Recording recording;
  const Traced x = Traced::input(3), y = Traced::input(4);
  EXPECT_TRUE(x < y);
  EXPECT_TRUE(x >= Traced(2));
  EXPECT_TRUE(x != y);
  EXPECT_TRUE(Traced(2) == Traced(2));
  const auto& comparisons = recording.trace.comparisons;
  ASSERT_EQ(comparisons.size(), 3);
  EXPECT_TRUE(comparisons[0].less);
  EXPECT_FALSE(comparisons[1].less);
  EXPECT_TRUE(comparisons[2].less);
}

TEST(Traced, the_trace_finds_all_dependencies_of_a_result) {
  Recording recording;
  const Traced x = Traced::input(3), y = Traced::input(4);
  const Traced root = sqrt(x), product = x * y;
  const std::vector<bool> needed = recording.trace.needed_by({root.node()});
  EXPECT_TRUE(needed[x.node()]);
  EXPECT_FALSE(needed[y.node()]);
  EXPECT_FALSE(needed[product.node()]);
}

}  // namespace bindpose::bounds::traced_test
