// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutation_score/readings.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"

namespace bindpose::conformance::readings_test {

/// Cases whose names contain one text and not another.
std::vector<const Case*> cases_of(std::string_view text, std::string_view without = "?") {
  std::vector<const Case*> cases;
  for (const Case& c : built_in_cases())
    if (c.name.find(text) != std::string::npos && c.name.find(without) == std::string::npos)
      cases.push_back(&c);
  return cases;
}

std::vector<std::string> missing_of(const std::vector<const Case*>& cases) {
  Readings readings;
  for (const Case* c : cases)
    readings.note(*asked_case(*c));
  return readings.missing(cases);
}

TEST(ReadingsTest, values_are_distinguished_if_a_case_fails_with_one) {
  const auto all = cases_of("binding.weight_limit."), usual = cases_of("binding.weight_limit.", "first-slot");
  ASSERT_LT(usual.size(), all.size());
  EXPECT_EQ(missing_of(all), std::vector<std::string>());
  EXPECT_EQ(missing_of(usual),
            std::vector<std::string>{"binding/weight_limit: tie=first-slot, not lower-joint"});
}

TEST(ReadingsTest, pairs_are_distinguished_by_cases_with_both_values) {
  const char* pair = "skinning/log_blend: zero_sum=rest with weight_sum=renormalised";
  const auto has_pair = [pair](const std::vector<std::string>& missing) {
    return std::ranges::any_of(missing, [pair](const std::string& item) {
      return item == pair || item == "skinning/log_blend: weight_sum=renormalised with zero_sum=rest";
    });
  };
  EXPECT_FALSE(has_pair(missing_of(cases_of("skinning.log_blend.hose.", "joints-"))));
  EXPECT_TRUE(has_pair(missing_of(cases_of("skinning.log_blend.hose.every-slot"))));
}

TEST(ReadingsTest, a_row_without_an_output_shows_its_code) {
  const std::string item = "animation/quaternion_blend: a row of ZERO_BLEND";
  const auto all = cases_of("animation.quaternion_blend.");
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(std::ranges::count(missing_of(all), item), 0);
  EXPECT_EQ(std::ranges::count(missing_of({all.front()}), item), 1);
}

TEST(ReadingsTest, cases_of_undecided_numbers_are_named) {
  AskedCase asked = *asked_case(*cases_of("animation.lerp.").front());
  std::vector<double>& bounds = asked.expectation.arrays[0].branch.bounds;
  std::fill(bounds.begin(), bounds.end(), infinity);
  Readings readings;
  readings.note(asked);
  const std::vector<const Case*> none;
  EXPECT_EQ(readings.missing(none),
            std::vector<std::string>{asked.question.name + ": most values are undecided"});
}

TEST(ReadingsTest, codes_are_in_the_last_column_of_degenerate_rows) {
  EXPECT_EQ(
      degenerate_codes("# A\n\n## Degenerate\n\n| case | result | code |\n| --- | --- | --- |\n"
                       "| `A_B` is 0 | zero | - |\n| so | `NOT_IT` | `ZERO_A` (`ZERO_B` there), `ZERO_A` |\n"
                       "\n## Next\n\n| a | b | `OTHER` |\n"),
      (std::vector<std::string>{"ZERO_A", "ZERO_B"}));
  EXPECT_TRUE(degenerate_codes("no table").empty());
}

}  // namespace bindpose::conformance::readings_test
