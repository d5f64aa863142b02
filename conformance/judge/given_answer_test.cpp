// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/given_answer.h"

#include <algorithm>
#include <string_view>

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/defects/defect.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/mistakes.h"
#include "conformance/judge/suspects.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace given_answer_test {

GivenAnswer right_answer_to(const Case& c) {
  const auto asked = asked_case(c);
  EXPECT_TRUE(asked) << c.name;
  return asked ? GivenAnswer{asked->question, asked->expectation, as_answer(asked->expectation)}
               : GivenAnswer{};
}

GivenAnswer right_answer_to(std::string_view name) {
  const auto found = std::ranges::find(built_in_cases(), name, &Case::name);
  EXPECT_NE(found, built_in_cases().end()) << name;
  return right_answer_to(*found);
}

std::optional<GivenAnswer> few_of(const GivenAnswer& whole) {
  return sample_of(whole.question, whole.right, whole.answer,
                   {.fewest_rows = 4, .most_wrong = 6, .most_right = 2});
}

constexpr std::string_view bar = "skinning.linear_blend.bar.scaled.direction.pose.f32";

TEST(SampleTest, has_wrong_rows_and_right_ones_in_proportion) {
  GivenAnswer whole = right_answer_to(bar);
  change_rows(whole.answer.arrays, "positions", 3, [](double* row, std::size_t v) {
    if (v % 2 == 1) row[1] += 1;
  });
  const auto sample = few_of(whole);
  ASSERT_TRUE(sample);
  const Array& positions = *sample->answer.arrays.find("positions");
  EXPECT_LE(positions.shape[0], 6U + 2 + 1 + 3);  // drawn, the first row, that of each array's largest number
  EXPECT_GE(failing_numbers(*sample), 6U);
  EXPECT_LT(failing_numbers(*sample), positions.shape[0]);
  for (const ExpectedArray& array : sample->right.arrays)
    EXPECT_EQ(
        scale_of(array.branch.values),
        scale_of(std::ranges::find(whole.right.arrays, array.name, &ExpectedArray::name)->branch.values));
  EXPECT_EQ(sample->question.answers.front().shape, positions.shape);
}

/// A subject may add arrays to its answer, by the names of inputs and stages and as short as it likes.
TEST(SampleTest, reads_nothing_of_an_answer_but_arrays_of_the_expected_shape) {
  GivenAnswer whole = right_answer_to(bar);
  change_rows(whole.answer.arrays, "positions", 3, [](double* row, std::size_t) { row[1] += 1; });
  whole.answer.arrays.put({"weights", {1, 2}, Array::Reals{1, 0}});
  whole.answer.arrays.put({"joints", {1, 2}, Array::Integers{1, 0}});
  whole.answer.arrays.put({"unheard-of", {1}, Array::Reals{1}});
  const auto sample = few_of(whole);
  ASSERT_TRUE(sample);
  for (const Array& array : sample->answer.arrays)
    EXPECT_NE(std::ranges::find(sample->right.arrays, array.name, &ExpectedArray::name),
              sample->right.arrays.end())
        << array.name;
}

TEST(SampleTest, of_few_rows_there_is_none) {
  const GivenAnswer whole = right_answer_to(bar);
  EXPECT_FALSE(sample_of(whole.question, whole.right, whole.answer));
}

/// Smoothing looks at neighbours: triangles name vertices, and what a vertex becomes is not its own.
TEST(SampleTest, of_rows_that_know_of_one_another_there_is_none) {
  std::size_t smoothed = 0;
  for (const Case& c : built_in_cases()) {
    if (!c.name.starts_with("surface.delta_mush.") || !c.smoke) continue;
    EXPECT_FALSE(few_of(right_answer_to(c))) << c.name;
    ++smoothed;
  }
  EXPECT_GT(smoothed, 0U);
}

/// What explains an answer explains its sample: whoever makes a mistake is told the same by either.
TEST(SampleTest, rules_out_no_mistake_that_is_made) {
  std::size_t compared = 0;
  for (const Case& c : built_in_cases()) {
    if (!c.smoke || !c.name.starts_with("skinning.linear_blend.")) continue;
    GivenAnswer given = right_answer_to(c);
    for (const Defect& defect : defects()) {
      const auto wrong = wrong_answer(defect, given.question, as_answer(given.right).arrays);
      if (!wrong || !is_comparable(given.right, *wrong)) continue;
      given.answer.arrays = *wrong;
      const auto sample = few_of(given);
      if (!sample || failing_numbers(given) == 0) continue;
      Explanations with, without;
      EXPECT_EQ(find_mistake(given.question, given.right, given.answer, with, &*sample),
                find_mistake(given.question, given.right, given.answer, without))
          << defect.id << " in " << c.name;
      ++compared;
    }
  }
  EXPECT_GT(compared, 100U);
}

}  // namespace given_answer_test
}  // namespace bindpose::conformance
