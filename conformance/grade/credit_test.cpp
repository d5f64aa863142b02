// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "conformance/testing/fakes.h"
#include "reference/algorithms.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::credit_test {

// Memorised answers are right for the visible cases and wrong for the same cases with other numbers.
constexpr auto as_hidden = OnlyVisibleRight::as_hidden, as_usual = OnlyVisibleRight::as_usual;

/// Visible cases with these credits, and fresh cases, each from the visible case at its index.
std::vector<CountedCase> cases(const std::vector<double>& visible, const std::vector<double>& fresh) {
  std::vector<CountedCase> all;
  for (const double credit : visible)
    all.push_back({.credit = credit});
  for (std::size_t f = 0; f < fresh.size(); ++f)
    all.push_back({.credit = fresh[f], .is_secret = true, .made_of = f});
  return all;
}

double share(const std::vector<CountedCase>& all, OnlyVisibleRight rule = as_hidden) {
  return exercise_credit(all, all.size(), rule).share;
}
bool is_marked(const std::vector<CountedCase>& all) {
  return exercise_credit(all, all.size(), as_usual).only_visible_right;
}

TEST(ExerciseCreditTest, memorised_outputs_earn_nothing_unless_the_rubric_allows_them) {
  const auto memorised = cases({1, 1, 1, 0}, {0, 0});
  EXPECT_EQ(share(memorised), 0);
  EXPECT_EQ(share(memorised, as_usual), 0.5);
  EXPECT_TRUE(is_marked(memorised));
  const auto few = cases({1, 0, 0, 0}, {0, 0});
  EXPECT_EQ(share(few), 0) << "a few memorised answers also give no points";
  EXPECT_FALSE(is_marked(few)) << "the case may be right by chance";
}

TEST(ExerciseCreditTest, an_honest_error_keeps_its_credit) {
  const auto everywhere = cases({0.5, 0.5, 0.5, 0.5}, {0.5, 0.5});
  EXPECT_EQ(share(everywhere), 0.5);
  const auto in_some_cases = cases({0, 0, 1, 1}, {0, 0});
  EXPECT_EQ(share(in_some_cases), 2.0 / 6) << "the fresh cases are made from wrong cases";
  const auto some_fresh_right = cases({1, 1, 1, 1}, {0, 1});
  EXPECT_EQ(share(some_fresh_right), 5.0 / 6);
  for (const auto& each : {everywhere, in_some_cases, some_fresh_right})
    EXPECT_FALSE(is_marked(each));
}

TEST(ExerciseCreditTest, stages_of_hidden_cases_count_for_visible_ones) {
  EXPECT_EQ(share(cases({1, 1, 0.25, 0.25}, {0.5, 0.5})), (0.5 + 0.5 + 0.25 + 0.25 + 0.5 + 0.5) / 6);
}

TEST(ExerciseCreditTest, without_fresh_cases_nothing_changes) {
  EXPECT_EQ(share(cases({1, 1, 0}, {})), 2.0 / 3);
  auto hidden = cases({1, 1, 0}, {0});
  hidden.back().made_of.reset();
  EXPECT_EQ(share(hidden), 0.5) << "a hidden case of the rubric may simply be harder";
}

TEST(ExerciseCreditTest, missing_and_excused_outputs_prove_nothing) {
  auto in_files = cases({1, 1}, {0, 0});
  for (std::size_t f = 2; f < 4; ++f)
    in_files[f].has_run = false;
  EXPECT_EQ(share(in_files), 0.5);
  auto excused = cases({1, 1}, {0, 0});
  for (std::size_t f = 2; f < 4; ++f)
    excused[f].is_excused = true;
  EXPECT_EQ(share(excused), 1);
  EXPECT_FALSE(is_marked(in_files) || is_marked(excused));
}

TEST(ExerciseCreditTest, a_rubric_may_weigh_the_hidden_cases) {
  const auto weighed = [](const std::vector<CountedCase>& all, double weight) {
    return exercise_credit(all, all.size(), as_hidden, weight).share;
  };
  const auto some = cases({1, 1, 1, 1, 1, 1}, {1, 0});
  EXPECT_EQ(share(some), 7.0 / 8);
  EXPECT_EQ(weighed(some, 0.5), 0.75);
  EXPECT_EQ(weighed(some, 1), 0.5);
  EXPECT_EQ(weighed(some, 0), 1);
  EXPECT_EQ(weighed(cases({1, 0}, {}), 1), 0.5) << "without hidden cases, visible cases give all points";
  EXPECT_EQ(weighed(cases({1, 1, 1}, {0}), 0.5), 0) << "memorised answers still give nothing";
}

TEST(ExerciseCreditTest, no_credit_is_taken_before_all_cases_are_judged) {
  const auto so_far = cases({1, 1}, {0});
  EXPECT_EQ(exercise_credit(so_far, 4, as_hidden).share, 0.5);
  EXPECT_FALSE(exercise_credit(so_far, 4, as_hidden).only_visible_right);
}

// A submission gets the same points whether it declares its policy or not.
const std::string other = "inverse-transpose-of-blend";

Case skin_case(const Options& options, Level level = Level::palette) {
  Case c;
  c.algorithm = find_algorithm("lbs");
  c.level = level;
  c.options = options;
  return c;
}

AcceptedDeviations accepting(const std::string& text) {
  AcceptedDeviations terms;
  EXPECT_TRUE(add_term(terms, text));
  return terms;
}

TEST(AcceptedTest, an_undeclared_policy_becomes_the_first_accepted_policy) {
  const AcceptedDeviations declared{.policies = {{"normal_rule", {"blend-of-inverse-transposes", other}}}};
  const AcceptedDeviations accept = accepting("normal_rule=" + other), none;
  EXPECT_EQ(policies_for(skin_case({}), declared, accept, false), (Options{{"normal_rule", other}}));
  EXPECT_EQ(policies_for(skin_case({{"normal_rule", "direction"}}), declared, accept, true),
            (Options{{"normal_rule", other}}));
  EXPECT_EQ(policies_for(skin_case({{"normal_rule", other}}), declared, accept, true), Options{});
  EXPECT_EQ(policies_for(skin_case({}), declared, none, false), Options{});
  EXPECT_EQ(policies_for(skin_case({}), declared, none, true),
            (Options{{"normal_rule", "blend-of-inverse-transposes"}}));
  EXPECT_EQ(policies_for(skin_case({}), none, accept, true), Options{}) << "the submission declares nothing";
  const AcceptedDeviations bogus{
      .policies = {{"normal_rule", {"bogus"}}, {"scale_inheritance", {"without-shear"}}}};
  EXPECT_EQ(policies_for(skin_case({}), bogus, none, true), Options{});
  EXPECT_EQ(policies_for(skin_case({}, Level::pose), bogus, none, true).size(), 1U);
}

/// Points of 10 for a submission that uses the other rule.
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
  return (*grader)->grade({"student", &fake}).exercises.front();
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

TEST(AcceptedTest, declared_capabilities_must_be_right) {
  EXPECT_EQ(graded(R"("accept": ["normal_rule=blend-of-inverse-transposes"], )", true,
                   "blend-of-inverse-transposes")
                .score,
            0);
}

}  // namespace bindpose::conformance::credit_test
