// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/uncertainty.h"

#include <limits>

#include <gtest/gtest.h>

#include "conformance/judge/judge.h"
#include "reference/testing/text.h"

namespace bindpose::conformance {
namespace uncertainty_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Two vertices at the ends of a diagonal of 2, so that 0.002 is the largest uncertainty that is judged.
Expectation ends_of_a_stick() {
  return {{{"positions", {2, 3}, {{0, 0, 0, 0, 0, 2}, Array::Reals(6, 1e-6)}, {}}}, {}, {}, {}};
}

Answer answered(Array::Reals positions, Array::Reals uncertainty) {
  Answer answer;
  answer.arrays.put({"positions", {2, 3}, std::move(positions), std::move(uncertainty)});
  return answer;
}

const Array::Reals right = {0, 0, 0, 0, 0, 2};

TEST(Uncertainty, a_frame_through_a_camera_that_decides_nothing_does_not_pass) {
  for (const Array::Reals& positions : {Array::Reals{0.4, 0, 0, 0.4, 0, 2}, right}) {
    const Verdict verdict = compare(ends_of_a_stick(), answered(positions, Array::Reals(6, 0.5)));
    EXPECT_EQ(verdict.outcome, Outcome::not_supported);
    EXPECT_EQ(verdict.arrays.front().judged, 0U);
    EXPECT_EQ(verdict.arrays.front().undecided, 6U);
    EXPECT_TRUE(has(verdict.detail, {"6 of 6 numbers are undecided", "more than 0.002 through the camera"}));
    EXPECT_TRUE(has(verdict.detail, "--positions")) << "what to do; ";
  }
}

TEST(Uncertainty, a_number_beyond_even_the_large_bound_fails) {
  const Verdict verdict = compare(ends_of_a_stick(), answered({0.6, 0, 0, 0, 0, 2}, Array::Reals(6, 0.5)));
  EXPECT_EQ(verdict.outcome, Outcome::fail);
  EXPECT_EQ(verdict.arrays.front().judged, 1U);
  EXPECT_EQ(verdict.arrays.front().failing, 1U);
  EXPECT_TRUE(has(verdict.detail, {"positions[0].x is 0.6", "5 of 6 numbers are undecided"}));
}

TEST(Uncertainty, up_to_the_share_of_the_mesh_all_numbers_are_judged) {
  const Verdict verdict = compare(ends_of_a_stick(), answered(right, Array::Reals(6, 0.002)));
  EXPECT_EQ(verdict.outcome, Outcome::pass);
  EXPECT_EQ(verdict.arrays.front().judged, 6U);
  EXPECT_EQ(verdict.arrays.front().undecided, 0U);
  EXPECT_EQ(verdict.detail, "");
}

TEST(Uncertainty, a_pass_tells_the_share_that_is_undecided) {
  const Verdict verdict = compare(ends_of_a_stick(), answered(right, {0.5, 0.5, 0, 0.5, 0.5, 0}));
  EXPECT_EQ(verdict.outcome, Outcome::pass);
  EXPECT_EQ(verdict.arrays.front().judged, 2U);
  EXPECT_TRUE(has(verdict.detail, "4 of 6 numbers are undecided"));
}

TEST(Uncertainty, of_places_that_decide_nothing_right_normals_are_no_pass) {
  Expectation expectation = ends_of_a_stick();
  expectation.arrays.push_back(
      {"normals", {2, 3}, {{0, 0, 1, 0, 0, 1}, Array::Reals(6, 1e-6)}, {}, false, 1e-6});
  Answer answer = answered(right, Array::Reals(6, 0.5));
  answer.arrays.put({"normals", {2, 3}, Array::Reals{0, 0, 1, 0, 0, 1}});
  const Verdict verdict = compare(expectation, answer);
  EXPECT_EQ(verdict.outcome, Outcome::not_supported);
  EXPECT_TRUE(has(verdict.detail, "6 of 12 numbers are undecided"));
  std::get<Array::Reals>(answer.arrays.find("normals")->data)[0] = 0.5;
  EXPECT_EQ(compare(expectation, answer).outcome, Outcome::fail) << "what is known to be wrong is wrong";
}

TEST(Uncertainty, that_is_no_number_is_not_known_at_all) {
  EXPECT_EQ(compare(ends_of_a_stick(), answered(right, Array::Reals(6, nan))).outcome,
            Outcome::not_supported);
  EXPECT_EQ(compare(ends_of_a_stick(), answered(right, Array::Reals(6, infinity))).outcome,
            Outcome::not_supported);
}

TEST(Uncertainty, of_other_sizes_than_the_array_is_an_invalid_answer) {
  EXPECT_EQ(compare(ends_of_a_stick(), answered(right, {0.5})).outcome, Outcome::invalid_output);
  EXPECT_EQ(compare(ends_of_a_stick(), answered({0, 0, 0}, {})).outcome, Outcome::invalid_output)
      << "fewer numbers than the shape says";
}

TEST(Uncertainty, an_answer_that_is_known_stays_as_it_is) {
  EXPECT_FALSE(settled(ends_of_a_stick(), answered(right, {}).arrays));
  EXPECT_FALSE(settled(ends_of_a_stick(), answered(right, Array::Reals(6, 0.002)).arrays));
  const auto once = settled(ends_of_a_stick(), answered(right, Array::Reals(6, 0.5)).arrays);
  ASSERT_TRUE(once);
  EXPECT_FALSE(settled(ends_of_a_stick(), *once)) << "once is enough";
}

}  // namespace uncertainty_test
}  // namespace bindpose::conformance
