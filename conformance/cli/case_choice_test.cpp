// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/case_choice.h"

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/run/executor.h"
#include "conformance/subjects/open.h"
#include "conformance/testing/fakes.h"
#include "conformance/testing/results.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::case_choice_test {

const std::string blend = "skinning.linear_blend.bar.posed.direction.palette.f32";
const std::string stitch = "skinning.stitching.bar.posed.direction.palette.f32";

TEST(TestListTest, a_usual_combination_without_a_test_is_an_unknown_name) {
  const TestList list = TestList::of({blend + "/usual"});
  const auto unknown = [&list](const std::vector<std::string>& tests, const std::set<std::string>& also) {
    Suite suite;
    suite.add_cases(built_in_cases(), {blend});
    suite.add_subject(*open_any(*parse_subject("reference-float")));
    suite.choose_tests(tests);
    suite.make_records();
    EXPECT_FALSE(suite.records().empty());
    return list.unknown(suite, also);
  };
  EXPECT_TRUE(unknown({}, {}).empty());
  const std::vector<std::string> another = {blend + "/reference-float/rows-3x4"};
  EXPECT_EQ(unknown(another, {}), std::vector<std::string>{blend + ".usual"});
  EXPECT_TRUE(unknown(another, {blend}).empty()) << "a filter has left it out";
}

TEST(TestListTest, a_refusal_fails_a_test_of_the_must_pass_list) {
  Suite suite;
  suite.add_cases(built_in_cases(), {blend, stitch});
  suite.add_subject(std::make_unique<Fake>([](const Question&, Answer) -> Expected<Answer> {
    return tl::unexpected(Error{"NOT_SUPPORTED", "", "no such buffers"});
  }));
  require_support(suite, TestList::of({blend + "/usual"}));
  suite.make_records();
  Executor(suite).run_all();
  ASSERT_GE(suite.records().size(), 2U);
  for (const Record& record : suite.records()) {
    const bool is_required = record.from->name == blend;
    EXPECT_EQ(record.verdict.outcome, is_required ? Outcome::fail : Outcome::not_supported) << record.name;
    EXPECT_EQ(record.verdict.detail.starts_with("the must-pass list requires it"), is_required)
        << record.verdict.detail;
    EXPECT_TRUE(has(record.verdict.detail, "no such buffers"));
  }
  EXPECT_EQ(exit_code(suite), 1);
}

}  // namespace bindpose::conformance::case_choice_test
