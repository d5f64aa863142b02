// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A submission that says by which policy it computes gets what it would have got without saying so.
#include <gtest/gtest.h>

#include "conformance/grade/exercise_credit.h"
#include "conformance/testing/fakes.h"
#include "reference/algorithms.h"
#include "reference/testing/text.h"

namespace bindpose::conformance {
namespace accepted_test {

const std::string other = "inverse-transpose-of-blend";

Case skin_case(const Options& options, Level level = Level::palette) {
  Case c;
  c.algorithm = find_algorithm("lbs");
  c.level = level;
  c.options = options;
  return c;
}

Terms accepting(const std::string& text) {
  Terms terms;
  EXPECT_TRUE(add_term(terms, text));
  return terms;
}

TEST(AcceptedTest, the_first_declared_one_that_is_accepted_in_place_of_one_that_is_not_declared) {
  const Terms declared{.policies = {{"normal_rule", {"blend-of-inverse-transposes", other}}}};
  const Terms accept = accepting("normal_rule=" + other), none;
  EXPECT_EQ(policies_for(skin_case({}), declared, accept, false), (Options{{"normal_rule", other}}));
  EXPECT_EQ(policies_for(skin_case({{"normal_rule", "direction"}}), declared, accept, true),
            (Options{{"normal_rule", other}}));
  EXPECT_EQ(policies_for(skin_case({{"normal_rule", other}}), declared, accept, true), Options{});
  EXPECT_EQ(policies_for(skin_case({}), declared, none, false), Options{});
  EXPECT_EQ(policies_for(skin_case({}), declared, none, true),
            (Options{{"normal_rule", "blend-of-inverse-transposes"}}));
  EXPECT_EQ(policies_for(skin_case({}), none, accept, true), Options{}) << "nothing is declared";
  const Terms bogus{.policies = {{"normal_rule", {"bogus"}}, {"scale_inheritance", {"without-shear"}}}};
  EXPECT_EQ(policies_for(skin_case({}), bogus, none, true), Options{});
  EXPECT_EQ(policies_for(skin_case({}, Level::pose), bogus, none, true).size(), 1U);
}

/// Of 10 points: what one gets that computes by the other rule.
ExerciseGrade graded(const std::string& rubric_keys, bool declares, const std::string& its_own = other) {
  Fake fake([&its_own](const Question& question, const Answer&) -> Expected<Answer> {
    const bool is_asked =
        question.options.contains("normal_rule") && question.options.at("normal_rule") == its_own;
    EXPECT_TRUE(is_asked || its_own == other);
    return as_answer(*question.algorithm->implementation.in_float(question.arrays, {{"normal_rule", other}}));
  });
  if (declares) fake.declared = {.policies = {{"normal_rule", {its_own}}}};
  const std::string rubric =
      R"({"format": "bindpose-rubric-1", "title": "t", )" + rubric_keys + R"("exercises": [
    {"id": "lbs", "title": "LBS", "points": 10, "visible": ["skinning.linear_blend.bar.posed.direction.palette.f32"], "fresh": 1}]})";
  const auto grader = Grader::make(*parse_rubric(rubric, "r.json"), "seed");
  return (*grader)->grade({"somebody", &fake}).exercises.front();
}

TEST(AcceptedTest, a_declaration_costs_nothing) {
  const std::string accept = R"("accept": ["normal_rule=inverse-transpose-of-blend"], )";
  for (const bool declares : {false, true}) {
    const ExerciseGrade grade = graded(accept, declares);
    EXPECT_EQ(grade.score, 10) << declares;
    EXPECT_EQ(grade.status, ExerciseStatus::passed);
    EXPECT_EQ(grade.cases.front().verdict.policy, "normal_rule=" + other) << declares;
    const ExerciseGrade partly = graded(R"("policy_credit": 0.5, )", declares);
    EXPECT_EQ(partly.score, 5) << declares;
    EXPECT_TRUE(has(partly.cases.front().feedback, "another convention"));
  }
}

TEST(AcceptedTest, what_it_declares_has_to_be_right) {
  EXPECT_EQ(graded(R"("accept": ["normal_rule=blend-of-inverse-transposes"], )", true,
                   "blend-of-inverse-transposes")
                .score,
            0);
}

}  // namespace accepted_test
}  // namespace bindpose::conformance
