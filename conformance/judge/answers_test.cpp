// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/defects/defect.h"
#include "conformance/defects/together.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/displacement.h"
#include "conformance/judge/named_defects.h"
#include "conformance/testing/given.h"
#include "reference/testing/assert.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::answers_test {

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

TEST(Uncertainty, an_output_with_only_undecided_numbers_does_not_pass) {
  for (const Array::Reals& positions : {Array::Reals{0.4, 0, 0, 0.4, 0, 2}, right}) {
    const Verdict verdict = compare(ends_of_a_stick(), answered(positions, Array::Reals(6, 0.5)));
    EXPECT_EQ(verdict.outcome, Outcome::not_supported);
    EXPECT_EQ(verdict.arrays.front().judged, 0U);
    EXPECT_EQ(verdict.arrays.front().undecided, 6U);
    EXPECT_TRUE(has(verdict.detail, {"6 of 6 numbers are undecided",
                                     "the camera enlarges their float32 error to more than 0.002"}));
    EXPECT_TRUE(has(verdict.detail, "--positions")) << "the detail says what to do";
  }
}

TEST(Uncertainty, a_number_outside_the_widened_bound_fails) {
  const Verdict verdict = compare(ends_of_a_stick(), answered({0.6, 0, 0, 0, 0, 2}, Array::Reals(6, 0.5)));
  EXPECT_EQ(verdict.outcome, Outcome::fail);
  EXPECT_EQ(verdict.arrays.front().judged, 1U);
  EXPECT_EQ(verdict.arrays.front().failing, 1U);
  EXPECT_TRUE(has(verdict.detail, {"positions[0].x is 0.6", "5 of 6 numbers are undecided"}));
}

TEST(Uncertainty, a_small_uncertainty_leaves_all_numbers_judged) {
  const Verdict verdict = compare(ends_of_a_stick(), answered(right, Array::Reals(6, 0.002)));
  EXPECT_EQ(verdict.outcome, Outcome::pass);
  EXPECT_EQ(verdict.arrays.front().judged, 6U);
  EXPECT_EQ(verdict.arrays.front().undecided, 0U);
  EXPECT_EQ(verdict.detail, "");
}

TEST(Uncertainty, a_pass_reports_the_undecided_share) {
  const Verdict verdict = compare(ends_of_a_stick(), answered(right, {0.5, 0.5, 0, 0.5, 0.5, 0}));
  EXPECT_EQ(verdict.outcome, Outcome::pass);
  EXPECT_EQ(verdict.arrays.front().judged, 2U);
  EXPECT_TRUE(has(verdict.detail, "4 of 6 numbers are undecided"));
}

TEST(Uncertainty, right_normals_do_not_pass_with_undecided_positions) {
  Expectation expectation = ends_of_a_stick();
  expectation.arrays.push_back(
      {"normals", {2, 3}, {{0, 0, 1, 0, 0, 1}, Array::Reals(6, 1e-6)}, {}, false, 1e-6});
  Answer answer = answered(right, Array::Reals(6, 0.5));
  answer.arrays.put({"normals", {2, 3}, Array::Reals{0, 0, 1, 0, 0, 1}});
  const Verdict verdict = compare(expectation, answer);
  EXPECT_EQ(verdict.outcome, Outcome::not_supported);
  EXPECT_TRUE(has(verdict.detail, "6 of 12 numbers are undecided"));
  std::get<Array::Reals>(answer.arrays.find("normals")->data)[0] = 0.5;
  EXPECT_EQ(compare(expectation, answer).outcome, Outcome::fail) << "a wrong judged number fails";
}

TEST(Uncertainty, a_nan_uncertainty_counts_as_infinite) {
  EXPECT_EQ(compare(ends_of_a_stick(), answered(right, Array::Reals(6, nan))).outcome,
            Outcome::not_supported);
  EXPECT_EQ(compare(ends_of_a_stick(), answered(right, Array::Reals(6, infinity))).outcome,
            Outcome::not_supported);
}

TEST(Uncertainty, an_uncertainty_of_another_size_is_invalid_output) {
  EXPECT_EQ(compare(ends_of_a_stick(), answered(right, {0.5})).outcome, Outcome::invalid_output);
  EXPECT_EQ(compare(ends_of_a_stick(), answered({0, 0, 0}, {})).outcome, Outcome::invalid_output)
      << "fewer numbers than the shape needs";
}

TEST(Uncertainty, settling_an_output_twice_changes_nothing) {
  EXPECT_FALSE(settled(ends_of_a_stick(), answered(right, {}).arrays));
  EXPECT_FALSE(settled(ends_of_a_stick(), answered(right, Array::Reals(6, 0.002)).arrays));
  const auto once = settled(ends_of_a_stick(), answered(right, Array::Reals(6, 0.5)).arrays);
  ASSERT_TRUE(once);
  EXPECT_FALSE(settled(ends_of_a_stick(), *once)) << "it is already settled";
}

const std::string lbs = "skinning.linear_blend.bar.scaled.direction.pose.f32";

TEST(DistancesTest, rank_correlation_depends_only_on_the_order) {
  EXPECT_DOUBLE_EQ(*rank_correlation({1, 2, 3, 4}, {1, 10, 100, 1e9}), 1);
  EXPECT_DOUBLE_EQ(*rank_correlation({1, 2, 3, 4}, {4, 3, 2, 1}), -1);
  EXPECT_DOUBLE_EQ(*rank_correlation({1, 2, 3}, {1, 3, 2}), 0.5);
  EXPECT_DOUBLE_EQ(*rank_correlation({1, 1, 2, 2}, {5, 5, 7, 7}), 1) << "equal numbers share a rank";
  EXPECT_FALSE(rank_correlation({1, 1, 1}, {1, 2, 3}));
  EXPECT_FALSE(rank_correlation({}, {}));
}

TEST(DistancesTest, distances_are_measured_from_the_origin_and_the_joint) {
  const Question question = given_answer(lbs).question;
  const auto& rest = question.arrays.find("positions")->reals();
  const auto origin = distances()[0].of(question), joint = distances()[1].of(question);
  ASSERT_EQ(origin.size(), rest.size() / 3);
  ASSERT_EQ(joint.size(), origin.size());
  EXPECT_DOUBLE_EQ(origin[1], std::hypot(rest[3], rest[4], rest[5]));
  EXPECT_NE(joint.back(), origin.back());
  EXPECT_TRUE(distances()[1]
                  .of(given_answer("skinning.linear_blend.bar.scaled.direction.palette.f32").question)
                  .empty());
}

TEST(DistancesTest, few_vertices_or_nan_errors_have_no_correlation) {
  const auto with = [](auto change) {
    return correlation_with(distances()[0], given_answer(lbs, "positions", change));
  };
  EXPECT_TRUE(with([](double* row, std::size_t v) { row[0] += static_cast<double>(v + 1); }));
  EXPECT_FALSE(with([](double* row, std::size_t v) { row[0] += v < 15 ? static_cast<double>(v + 1) : 0; }));
  EXPECT_FALSE(with([](double* row, std::size_t v) {
    row[0] = v == 3 ? std::numeric_limits<double>::quiet_NaN() : row[0] + static_cast<double>(v + 1);
  }));
}

TEST(DistancesTest, equal_distances_have_no_correlation) {
  const auto growing = [](double* row, std::size_t v) { row[0] += static_cast<double>(v + 1); };
  EXPECT_FALSE(correlation_with(
      distances()[0], given_answer("skinning.bones_blending.bar.far.pose.f32", "positions", growing)));
}

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

TEST(SampleTest, a_sample_has_wrong_and_right_rows) {
  GivenAnswer whole = right_answer_to(bar);
  change_rows(whole.answer.arrays, "positions", 3, [](double* row, std::size_t v) {
    if (v % 2 == 1) row[1] += 1;
  });
  BINDPOSE_ASSERT(const auto sample, few_of(whole));
  const Array& positions = *sample.answer.arrays.find("positions");
  EXPECT_LE(positions.shape[0], 6U + 2 + 1 + 3);  // chosen rows, the first row, each array's largest row
  EXPECT_GE(failing_numbers(sample), 6U);
  EXPECT_LT(failing_numbers(sample), positions.shape[0]);
  for (const ExpectedArray& array : sample.right.arrays)
    EXPECT_EQ(
        scale_of(array.branch.values),
        scale_of(std::ranges::find(whole.right.arrays, array.name, &ExpectedArray::name)->branch.values));
  EXPECT_EQ(sample.question.answers.front().shape, positions.shape);
}

/// A subject may add arrays of any length to its output, also with names of inputs and stages.
TEST(SampleTest, sampling_ignores_arrays_of_unexpected_shape) {
  GivenAnswer whole = right_answer_to(bar);
  change_rows(whole.answer.arrays, "positions", 3, [](double* row, std::size_t) { row[1] += 1; });
  whole.answer.arrays.put({"weights", {1, 2}, Array::Reals{1, 0}});
  whole.answer.arrays.put({"joints", {1, 2}, Array::Integers{1, 0}});
  whole.answer.arrays.put({"unheard-of", {1}, Array::Reals{1}});
  BINDPOSE_ASSERT(const auto sample, few_of(whole));
  for (const Array& array : sample.answer.arrays)
    EXPECT_NE(std::ranges::find(sample.right.arrays, array.name, &ExpectedArray::name),
              sample.right.arrays.end())
        << array.name;
}

TEST(SampleTest, an_output_with_few_rows_has_no_sample) {
  const GivenAnswer whole = right_answer_to(bar);
  EXPECT_FALSE(sample_of(whole.question, whole.right, whole.answer));
}

/// Smoothing depends on neighbours: triangles refer to vertices, and the result at a vertex depends on
/// others.
TEST(SampleTest, an_output_with_dependent_rows_has_no_sample) {
  std::size_t smoothed = 0;
  for (const Case& c : built_in_cases()) {
    if (!c.name.starts_with("surface.delta_mush.") || !c.smoke) continue;
    EXPECT_FALSE(few_of(right_answer_to(c))) << c.name;
    ++smoothed;
  }
  EXPECT_GT(smoothed, 0U);
}

/// A sample of an output leads to the same explanations as the whole output.
TEST(SampleTest, a_sample_does_not_exclude_the_actual_defect) {
  std::size_t compared = 0;
  for (const Case& c : built_in_cases()) {
    if (!c.smoke || !c.name.starts_with("skinning.linear_blend.")) continue;
    GivenAnswer given = right_answer_to(c);
    for (const Defect& defect : defects()) {
      const auto wrong = answer_with(defect, given.question, as_answer(given.right).arrays);
      if (!wrong || !is_comparable(given.right, *wrong)) continue;
      given.answer.arrays = *wrong;
      const auto sample = few_of(given);
      if (!sample || failing_numbers(given) == 0) continue;
      Explanations with, without;
      EXPECT_EQ(find_known_defect(given.question, given.right, given.answer, with, &*sample),
                find_known_defect(given.question, given.right, given.answer, without))
          << defect.id << " in " << c.name;
      ++compared;
    }
  }
  EXPECT_GT(compared, 100U);
}

struct StagesTest : testing::Test {
  StagesTest() {
    for (const Case& c : built_in_cases())
      if (c.name == "skinning.linear_blend.bar.scaled.direction.pose.f32")
        question_ = {c.algorithm, c.level, c.options, *c.question()};
    expectation_ = *expect(question_);
    answer_ = as_answer(*question_.algorithm->implementation.in_float(question_.arrays, question_.options));
  }

  Verdict judged() const { return judge(question_, expectation_, answer_); }
  double& number(const char* name, std::size_t i) { return (*reals_of(answer_.arrays, name))[i]; }

  Question question_;
  Expectation expectation_;
  Answer answer_;
};

TEST_F(StagesTest, stages_are_in_the_order_of_the_input) {
  const Verdict verdict = judged();
  EXPECT_EQ(verdict.outcome, Outcome::pass);
  ASSERT_EQ(verdict.stages.size(), 2U);
  EXPECT_EQ(verdict.stages[0].name, "world");
  EXPECT_EQ(verdict.stages[1].name, "palette");
  EXPECT_EQ(verdict.first_wrong_stage, "");
  EXPECT_EQ(verdict.detail, "");
}

TEST_F(StagesTest, wrong_stages_do_not_fail_a_right_output) {
  number("palette", 5) += 1;
  const Verdict verdict = judged();
  EXPECT_EQ(verdict.outcome, Outcome::pass);
  EXPECT_EQ(verdict.first_wrong_stage, "palette");
  EXPECT_EQ(verdict.detail, "");
}

TEST_F(StagesTest, the_first_wrong_stage_of_an_output_is_named) {
  number("positions", 0) += 1;
  number("palette", 5) += 1;
  number("world", 12 + 7) += 1;
  const Verdict verdict = judged();
  EXPECT_EQ(verdict.outcome, Outcome::fail);
  EXPECT_EQ(verdict.first_wrong_stage, "world");
  EXPECT_TRUE(has(verdict.detail, "; first wrong stage: world (joint 1: world[1][1][3] is "));
}

TEST_F(StagesTest, the_first_wrong_joint_of_a_chain_is_named) {
  ASSERT_EQ(question_.arrays.find("parents")->integers()[2], 1);
  number("positions", 0) += 1;
  number("world", 12 + 7) += 0.25;
  number("world", 24 + 7) += 1;
  Explanations explanations;
  const Verdict verdict = judge(question_, expectation_, answer_, {}, explanations, [] {
    return std::vector<std::string>{"Shoulder", "Elbow", "Wrist"};
  });
  EXPECT_TRUE(has(verdict.detail, "; first wrong stage: world (joint 1, Elbow: world[1][1][3] is "));
  EXPECT_EQ(verdict.stages[0].row, 2U) << "the table has the largest error";
}

TEST(StagesOfAPaletteTest, stages_after_a_wrong_palette_are_not_the_first_wrong) {
  std::size_t tried = 0;
  for (const Case& c : built_in_cases()) {
    if (c.level != Level::pose || c.algorithm->family != "surface") continue;
    const Question question{c.algorithm, c.level, c.options, *c.question()};
    const Expectation expectation = *expect(question);
    const auto result = question.algorithm->implementation.in_float(question.arrays, question.options);
    ASSERT_TRUE(result) << c.name;
    Answer answer = as_answer(*result);
    for (const char* name : {"positions", "world", "palette", "smoothed", "multipliers"})
      if (answer.arrays.has(name) && !reals_of(answer.arrays, name)->empty())
        reals_of(answer.arrays, name)->front() += 1e4;
    EXPECT_EQ(judge(question, expectation, answer).first_wrong_stage, "world") << c.name;
    ++tried;
  }
  EXPECT_GT(tried, 20U);
}

TEST_F(StagesTest, right_stages_place_the_defect_after_the_last_stage) {
  number("positions", 0) += 1;
  const Verdict verdict = judged();
  EXPECT_EQ(verdict.first_wrong_stage, "");
  EXPECT_TRUE(has(verdict.detail, "all 2 stages given are right: the defect comes after palette"));
}

TEST_F(StagesTest, malformed_stages_are_ignored_with_a_note) {
  number("positions", 0) += 1;
  number("world", 0) = std::numeric_limits<double>::quiet_NaN();
  answer_.arrays.find("palette")->shape = {9, 4};
  const Verdict verdict = judged();
  EXPECT_TRUE(verdict.stages.empty());
  EXPECT_TRUE(has(verdict.detail,
                  {"stage ignored: world[0][0][0] is nan", "stage ignored: 'palette' has the shape"}));
}

TEST(AllStagesTest, the_reference_in_float32_gets_every_stage_of_every_case_right) {
  std::size_t stages = 0;
  for (const Case& c : built_in_cases()) {
    const Question question{c.algorithm, c.level, c.options, *c.question()};
    const auto expectation = expect(question);
    ASSERT_TRUE(expectation) << c.name;
    const auto result = c.algorithm->implementation.in_float(question.arrays, question.options);
    ASSERT_TRUE(result) << c.name;
    const Verdict verdict = compare(*expectation, as_answer(*result));
    EXPECT_EQ(verdict.first_wrong_stage, "") << c.name;
    EXPECT_EQ(verdict.stages.size(), stage_count(*expectation)) << c.name;
    stages += verdict.stages.size();
  }
  EXPECT_GT(stages, 200U);
}

}  // namespace bindpose::conformance::answers_test
