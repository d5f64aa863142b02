// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/stages.h"

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/judge/judge.h"
#include "reference/model/case.h"
#include "reference/model/rows.h"
#include "reference/testing/text.h"

namespace bindpose::conformance {
namespace stages_test {

class StagesTest : public testing::Test {
 protected:
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

TEST_F(StagesTest, come_in_the_questions_order) {
  const Verdict verdict = judged();
  EXPECT_EQ(verdict.outcome, Outcome::pass);
  ASSERT_EQ(verdict.stages.size(), 2U);
  EXPECT_EQ(verdict.stages[0].name, "world");
  EXPECT_EQ(verdict.stages[1].name, "palette");
  EXPECT_EQ(verdict.first_wrong_stage, "");
  EXPECT_EQ(verdict.detail, "");
}

TEST_F(StagesTest, never_make_a_right_answer_wrong) {
  number("palette", 5) += 1;
  const Verdict verdict = judged();
  EXPECT_EQ(verdict.outcome, Outcome::pass);
  EXPECT_EQ(verdict.first_wrong_stage, "palette");
  EXPECT_EQ(verdict.detail, "");
}

TEST_F(StagesTest, of_a_wrong_answer_the_first_wrong_one_is_named) {
  number("positions", 0) += 1;
  number("palette", 5) += 1;
  number("world", 12 + 7) += 1;
  const Verdict verdict = judged();
  EXPECT_EQ(verdict.outcome, Outcome::fail);
  EXPECT_EQ(verdict.first_wrong_stage, "world");
  EXPECT_TRUE(has(verdict.detail, "; first wrong stage: world (joint 1: world[1][1][3] is "));
}

TEST_F(StagesTest, of_a_wrong_chain_the_first_joint_is_named_though_the_next_is_farther_off) {
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

TEST_F(StagesTest, that_are_all_right_put_the_mistake_after_the_last) {
  number("positions", 0) += 1;
  const Verdict verdict = judged();
  EXPECT_EQ(verdict.first_wrong_stage, "");
  EXPECT_TRUE(has(verdict.detail, "all 2 stages given are right: the mistake comes after palette"));
}

TEST_F(StagesTest, that_are_malformed_are_ignored_with_a_note) {
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

}  // namespace stages_test
}  // namespace bindpose::conformance
