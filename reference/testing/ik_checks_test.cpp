// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/ik_checks.h"

#include <gtest/gtest.h>

namespace bindpose::test {

TEST(ik_checks, the_checks_detect_wrong_evaluations) {
  const Chain<double> rest = bent_chain(4);
  Chain<double> wrong = rest;
  EXPECT_EQ(stretch(wrong, rest), 0);
  wrong[3] += 0.5 * (wrong[3] - wrong[2]);
  EXPECT_NEAR(stretch(wrong, rest), 0.5 * norm_of<double>(rest[3] - rest[2]), 1e-15);
  Chain<Tracked> bounded;
  for (const Vec3<double>& p : rest)
    bounded.push_back(p.unaryExpr([](double x) { return Tracked::uncertain(x, 0.125); }));
  EXPECT_NEAR(relative_bound(bounded, rest), 0.125 / full_reach(rest), 1e-5);
  const auto exact = [](const Chain<double>& chain, const Vec3<double>&) {
    Chain<Tracked> as_given;
    for (const Vec3<double>& p : chain)
      as_given.push_back(p.cast<Tracked>());
    return as_given;
  };
  EXPECT_EQ(worst_relative_bound("ik_checks", exact), 0);
}

}  // namespace bindpose::test
