// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/agreement.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/cases.h"
#include "conformance/report/report.h"
#include "conformance/testing/fakes.h"
#include "reference/model/rows.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::agreement_test {

Way way(const char* question, const char* subject, Options variant, const char* bits) {
  return {question, subject, std::move(variant), bits};
}

TEST(AgreementTest, one_output_per_input_shows_no_agreement) {
  const Agreement agreement = agree({way("a", "one", {}, "1"), way("b", "one", {}, "2")});
  EXPECT_EQ(agreement.questions, 0U);
  EXPECT_EQ(agreement_text(agreement), "");
}

TEST(AgreementTest, the_outlier_device_is_named) {
  std::vector<Way> ways;
  for (const char* question : {"a", "b", "c"})
    for (const char* subject : {"one", "two", "three"}) {
      const bool is_odd = std::string(subject) == "two" && std::string(question) != "c";
      ways.push_back(way(question, subject, {{"capture", "compute"}}, is_odd ? "2" : "1"));
    }
  const Agreement agreement = agree(ways);
  EXPECT_EQ(agreement.questions, 3U);
  EXPECT_EQ(agreement.same, 1U);
  ASSERT_EQ(agreement.odd.size(), 1U);
  EXPECT_EQ(agreement.odd[0].who, "two");
  EXPECT_EQ(agreement.odd[0].questions, 2U);
  ASSERT_EQ(agreement.pairs.size(), 3U);
  for (const Agreement::Pair& pair : agreement.pairs)
    EXPECT_EQ(pair.same, pair.first == "two" || pair.second == "two" ? 1U : 3U) << pair.first << pair.second;
  EXPECT_TRUE(has(agreement_text(agreement), "odd one out  two, in 2 inputs: a"));
  EXPECT_EQ(nlohmann::json::parse(agreement_json(agreement))["odd"][0]["who"], "two");
}

TEST(AgreementTest, an_outlier_path_is_named_by_its_option) {
  const std::vector<Way> ways = {
      way("a", "gpu", {{"capture", "compute"}, {"palette", "ubo"}}, "2"),
      way("a", "gpu", {{"capture", "compute"}, {"palette", "ssbo"}}, "2"),
      way("a", "gpu", {{"capture", "transform-feedback"}, {"palette", "ubo"}}, "1"),
      way("a", "gpu", {{"capture", "transform-feedback"}, {"palette", "ssbo"}}, "1"),
      way("a", "gpu", {{"capture", "transform-feedback"}, {"palette", "texture"}}, "1")};
  const Agreement agreement = agree(ways);
  ASSERT_EQ(agreement.odd.size(), 1U);
  EXPECT_EQ(agreement.odd[0].who, "capture=compute");
  EXPECT_TRUE(agreement.pairs.empty());
}

TEST(AgreementTest, runs_with_subjects_of_one_name_are_distinguished) {
  SideBySide all;
  for (const char* run : {"north", "south"})
    all.add({"a", "gpu", {}, run, true, run});
  all.add({"a", "other", {}, "north", true, "south"});
  const Agreement agreement = all.agreement();
  ASSERT_EQ(agreement.pairs.size(), 3U);
  EXPECT_EQ(agreement.pairs[0].first, "north:gpu");
  EXPECT_EQ(agreement.pairs[0].second, "other") << "only one run has this name";
  ASSERT_EQ(agreement.odd.size(), 1U);
  EXPECT_EQ(agreement.odd[0].who, "south:gpu");
}

TEST(AgreementTest, many_devices_are_compared_with_the_majority) {
  SideBySide all;
  for (const char* question : {"a", "b", "c"})
    for (std::size_t device = 0; device <= most_paired; ++device) {
      const bool is_split = std::string(question) == "c" && device % 2 == 0;  // no output has a majority
      const bool is_odd = std::string(question) == "b" && device == 5;
      all.add(
          way(question, std::to_string(device).c_str(), {}, is_odd || (is_split && device > 0) ? "2" : "1"));
      all.add(way(question, std::to_string(device).c_str(), {{"capture", "compute"}}, is_split ? "3" : "1"));
    }
  const Agreement agreement = all.agreement();
  EXPECT_EQ(agreement.questions, 3U);
  EXPECT_EQ(agreement.same, 1U);
  ASSERT_EQ(agreement.pairs.size(), most_paired + 1);
  for (const Agreement::Pair& pair : agreement.pairs) {
    EXPECT_EQ(pair.second, "most");
    EXPECT_EQ(pair.questions, 2U) << pair.first;
    EXPECT_EQ(pair.same, pair.first == "5" ? 1U : 2U) << pair.first;
  }
  const std::string text = agreement_text(agreement);
  EXPECT_TRUE(has(text, {"5 and most: 1 of 2", "32 devices as most in every input"}));
}

TEST(AgreementTest, two_devices_have_no_outlier) {
  const Agreement agreement = agree({way("a", "one", {}, "1"), way("a", "two", {}, "2")});
  EXPECT_TRUE(agreement.odd.empty());
  EXPECT_EQ(agreement.same, 0U);
}

TEST(AgreementTest, an_input_is_a_case_with_requested_policies) {
  EXPECT_EQ(question_of("a.b/gpu/default", {}), "a.b");
  EXPECT_EQ(question_of("a.b/gpu/compute.ubo", {{"capture", "compute"}, {"palette", "ubo"}}), "a.b");
  EXPECT_EQ(question_of("a.b/gpu/compute.normal_rule-direction", {{"capture", "compute"}}),
            "a.b normal_rule-direction");
  EXPECT_EQ(question_of("a.b/lib/normal_rule-direction", {}), "a.b normal_rule-direction");
  EXPECT_EQ(question_of("a.b/gpu/compute.loop", {{"capture", "compute"}, {"formulation", "loop"}}),
            "a.b formulation=loop")
      << "a formulation rounds differently";
}

/// A run of two subjects, `times` times each. The second subject may give slightly different
/// outputs.
struct Asked {
  Suite suite;

  Asked(Fake::Change change, std::size_t times) {
    suite.add_cases(built_in_cases(), {"skinning.linear_blend.bar.posed.direction.palette.f32"});
    suite.add_subject(std::make_unique<Fake>());
    auto other = std::make_unique<Fake>(std::move(change));
    other->called = "other";
    suite.add_subject(std::move(other));
    suite.make_records();
    Executor(suite, {}, times).run_all();
  }
};

/// A right output with other bits.
Answer nudged(Answer answer) {
  for (double& x : *reals_of(answer.arrays, "positions"))
    x = static_cast<double>(std::nextafter(static_cast<float>(x), 1e9F));
  return answer;
}

TEST(AgreementTest, a_run_stores_the_bits_of_its_outputs) {
  Asked same({}, 1);
  EXPECT_EQ(agree(ways_of(same.suite)).same, 1U);
  EXPECT_FALSE(same.suite.records()[0].verdict.is_repeatable.has_value());
  Asked other([](const Question&, const Answer& right) -> Expected<Answer> { return nudged(right); }, 1);
  EXPECT_EQ(other.suite.records()[1].verdict.outcome, Outcome::pass);
  EXPECT_EQ(agree(ways_of(other.suite)).same, 0U);
  EXPECT_TRUE(has(summary(other.suite, {}), "same bits  0 of 1 input by every device"));
}

TEST(AgreementTest, different_outputs_in_a_second_run_are_counted) {
  Asked asked(
      [time = 0](const Question&, const Answer& right) mutable -> Expected<Answer> {
        return ++time % 3 == 0 ? nudged(right) : right;
      },
      5);
  EXPECT_EQ(asked.suite.records()[0].verdict.is_repeatable, true);
  EXPECT_EQ(asked.suite.records()[1].verdict.is_repeatable, false);
  EXPECT_EQ(asked.suite.records()[1].verdict.outcome, Outcome::pass);
  EXPECT_EQ(agree(ways_of(asked.suite)).not_repeatable, 1U);
}

TEST(AgreementTest, one_failing_repetition_fails_the_test) {
  Asked asked(
      [time = 0](const Question&, const Answer& right) mutable -> Expected<Answer> {
        if (++time < 4) return right;
        return fail("CRASH", "", "gone");
      },
      5);
  EXPECT_NE(asked.suite.records()[1].verdict.outcome, Outcome::pass);
  EXPECT_TRUE(has(asked.suite.records()[1].verdict.detail, "right in 3 runs, then not"));
}

}  // namespace bindpose::conformance::agreement_test
