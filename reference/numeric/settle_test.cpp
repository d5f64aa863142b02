// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/settle.h"

#include <array>

#include <gtest/gtest.h>

namespace bindpose::settle_test {

using Pair = std::array<Tracked, 2>;

/// An exact 0, and x; y replaces x if open comparisons are decided the other way.
Pair settled_pair(std::uint64_t open_comparisons, double x, double y) {
  Branches::current() = {};
  const auto compute = [=] {
    Branches& branches = Branches::current();
    branches.undecided += open_comparisons;
    return Pair{Tracked(0), Tracked::uncertain(branches.take_other ? y : x, 1e-6)};
  };
  const Pair pair = settled<Tracked>(compute, [](Pair& p) { return std::vector<Tracked*>{&p[0], &p[1]}; });
  EXPECT_EQ(Branches::current().undecided, open_comparisons);
  EXPECT_FALSE(Branches::current().take_other);
  Branches::current() = {};
  return pair;
}

TEST(settle, numbers_that_open_comparisons_change_are_undecided) {
  const double error = settled_pair(1, 1, -1)[1].error();
  EXPECT_TRUE(std::isfinite(error)) << "the judge tries both branches of one comparison";
  EXPECT_EQ(settled_pair(2, 1, 1)[1].error(), error) << "the other decision gives the same number";
  const Pair open = settled_pair(2, 1, -1);
  EXPECT_TRUE(std::isinf(open[1].error()));
  EXPECT_EQ(open[0].error(), 0) << "exact and the same for both decisions";
}

TEST(settle, all_is_undecided_if_the_other_decision_has_no_output) {
  Tracked x = Tracked::uncertain(1, 1e-6);
  Branches::current() = {.undecided = 2};
  settle({&x}, 0, [] { return std::vector<Tracked>(); });
  Branches::current() = {};
  EXPECT_TRUE(std::isinf(x.error()));
}

}  // namespace bindpose::settle_test
