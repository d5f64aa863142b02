// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutation_score/undetected.h"

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"

namespace bindpose::conformance::undetected_test {

/// A made-up matrix of two cases of one algorithm and level, and two defects.
MutationScoreMatrix made_up() {
  MutationScoreMatrix matrix;
  for (const Case& c : built_in_cases())
    if (c.algorithm->id == "lbs" && c.level == Level::palette && matrix.cases.size() < 2)
      matrix.cases.push_back(&c);
  matrix.defects = {find_defect("all-zeros"), find_defect("weights-ignored"), find_defect("largest-weight"),
                    find_defect("normal-by-M")};
  matrix.costs = {1, 1};
  matrix.errors.resize(2);
  using enum Effect;
  matrix.effects = {killed, none,   none,   cannot,  //
                    none,   cannot, cannot, cannot};
  return matrix;
}

TEST(UndetectedTest, defects_that_change_no_number_are_named) {
  const auto undetected = undetected_of(made_up());
  ASSERT_EQ(undetected.size(), 2U) << "a defect that cannot apply does not count";
  EXPECT_EQ(undetected[0].name(), "skinning/linear_blend at level palette: largest-weight");
  EXPECT_EQ(undetected[1].name(), "skinning/linear_blend at level palette: weights-ignored");
}

TEST(UndetectedTest, reasons_use_globs_and_must_match_a_name) {
  const auto undetected = undetected_of(made_up());
  EXPECT_FALSE(report_undetected(undetected, {}).is_whole);
  const auto reasons =
      read_undetected_reasons("# why\n\n */linear_blend at level *: *-ignored | it is so \r\n");
  ASSERT_TRUE(reasons);
  const auto one_left = report_undetected(undetected, *reasons);
  EXPECT_FALSE(one_left.is_whole);
  EXPECT_EQ(one_left.text.find("weights-ignored"), std::string::npos) << one_left.text;
  EXPECT_NE(one_left.text.find("no case shows: skinning/linear_blend at level palette: largest-weight\n"),
            std::string::npos)
      << one_left.text;
  EXPECT_TRUE(report_undetected(undetected, {{"skinning/*", "so"}}).is_whole);
  const auto idle = report_undetected(undetected, {{"skinning/*", "so"}, {"surface/*", "not so"}});
  EXPECT_FALSE(idle.is_whole);
  EXPECT_NE(idle.text.find("explains nothing: surface/* | not so\n"), std::string::npos) << idle.text;
}

TEST(UndetectedTest, a_line_without_a_reason_is_refused) {
  EXPECT_EQ(read_undetected_reasons("skinning/*").error().code, "REASON_LINE");
  EXPECT_FALSE(kept_reasons(reasons_of_undetected)->empty());
}

}  // namespace bindpose::conformance::undetected_test
