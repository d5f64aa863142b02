// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A run as SARIF and as Markdown: the same groups of failures in both.
#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/report/junit.h"
#include "conformance/testing/schema.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::sarif_test {

using nlohmann::json;
using Tests = std::vector<NamedVerdict>;

Verdict verdict_of(Outcome outcome, const std::string& detail = "", const std::string& defect = "") {
  Verdict verdict;
  verdict.outcome = outcome;
  verdict.detail = detail;
  verdict.defect = defect;
  return verdict;
}

const Verdict passed = verdict_of(Outcome::pass), failed = verdict_of(Outcome::fail, "1 of 3 | wrong"),
              known = verdict_of(Outcome::fail, "all wrong", "ibm-ignored"),
              crashed = verdict_of(Outcome::crash, "it died\nof <b>"),
              waived = verdict_of(Outcome::waived, "waived"),
              own = verdict_of(Outcome::internal_error, "ours");
const Tests mixed = {{"skinning.linear_blend.a/gpu/x", &passed},
                     {"skinning.linear_blend.b/gpu/x", &known},
                     {"skinning.linear_blend.c/gpu/x", &known},
                     {"skinning.linear_blend.d/gpu/x", &failed},
                     {"asset.hero.skin0.rest.palette.f32/mine/default", &crashed},
                     {"skinning.dual_quaternion.a/gpu/x", &waived}};

json sarif_of(const Tests& tests, const std::vector<std::string>& missing = {}) {
  json document = json::parse(run_sarif(tests, missing));
  EXPECT_TRUE(obeys("grade/formats/sarif.schema.json", document));
  return document["runs"][0];
}

TEST(RunSarifTest, failures_with_one_cause_are_one_result_with_a_rule) {
  const json run = sarif_of(mixed, {"skinning.gone/gpu/x"});
  std::set<std::string> rules, fired;
  for (const json& rule : run["tool"]["driver"]["rules"])
    EXPECT_TRUE(rules.insert(rule["id"]).second) << rule["id"];
  for (const json& result : run["results"]) {
    EXPECT_TRUE(rules.contains(result["ruleId"])) << result["ruleId"];
    fired.insert(result["ruleId"].get<std::string>() +
                 (result.contains("suppressions") ? " suppressed" : ""));
  }
  EXPECT_EQ(fired, (std::set<std::string>{"defect/ibm-ignored", "outcome/fail", "outcome/crash",
                                          "outcome/missing", "outcome/fail suppressed"}));
  EXPECT_EQ(run["results"].size(), 5U);
  EXPECT_EQ(run["results"][0]["message"]["text"],
            "2 tests of skinning.linear_blend/gpu, the worst skinning.linear_blend.b/gpu/x: all wrong");
  EXPECT_TRUE(run["invocations"][0]["executionSuccessful"]);
}

TEST(RunSarifTest, each_algorithm_and_cause_is_one_result) {
  const Verdict by_policy = [] {
    Verdict verdict = verdict_of(Outcome::fail, "another policy");
    verdict.policy = "normal_rule=direction";
    return verdict;
  }();
  const Tests tests = {{"skinning.linear_blend.b/gpu/x", &known},
                       {"skinning.linear_blend.d/gpu/x", &failed},
                       {"skinning.dual_quaternion.a/gpu/x", &by_policy},
                       {"skinning.linear_blend.d/other/x", &failed},
                       {"skinning.stitching.d/gpu/x", &crashed}};
  const json results = json::parse(run_sarif(tests, {}))["runs"][0]["results"];
  ASSERT_EQ(results.size(), 5U);
  for (const json& result : results)
    EXPECT_EQ(result["message"]["text"].get<std::string>().find("1 test of "), 0U) << result;
  const std::string text = job_summary("FAIL", tests, {}, {}, {"gpu: 98 % are as | ibm-ignored makes them"});
  EXPECT_TRUE(has(text, "- gpu: 98 % are as \\| ibm-ignored makes them\n"));
}

TEST(RunSarifTest, a_defect_of_the_diagnosis_has_a_rule_only_if_found) {
  const Verdict named = verdict_of(Outcome::fail, "all wrong", "last-weight-implicit");
  const json run = sarif_of({{"skinning.linear_blend.b/gpu/x", &named}});
  EXPECT_EQ(run["results"][0]["ruleId"], "defect/last-weight-implicit");
  const auto has_rule = [](const json& of) {
    return std::ranges::any_of(of["tool"]["driver"]["rules"],
                               [](const json& rule) { return rule["id"] == "defect/last-weight-implicit"; });
  };
  EXPECT_TRUE(has_rule(run));
  EXPECT_FALSE(has_rule(sarif_of({{"skinning.linear_blend.b/gpu/x", &known}})));
}

TEST(RunSarifTest, an_invalid_file_is_a_result) {
  const InvalidAsset asset{"a\n\xE2\x80\xAE.glb", "GLB_INVALID_MAGIC: no\nmore"};
  const std::string sarif = run_sarif({}, {}, {asset});
  const json document = json::parse(sarif);
  EXPECT_TRUE(obeys("grade/formats/sarif.schema.json", document));
  const json& run = document["runs"][0];
  ASSERT_EQ(run["results"].size(), 1U);
  EXPECT_EQ(run["results"][0]["ruleId"], "asset/invalid");
  EXPECT_EQ(run["results"][0]["message"]["text"], "a\\n[U+202E].glb is not judged: GLB_INVALID_MAGIC: no");
  EXPECT_TRUE(std::ranges::any_of(run["tool"]["driver"]["rules"],
                                  [](const json& rule) { return rule["id"] == "asset/invalid"; }));
  EXPECT_TRUE(run["invocations"][0]["executionSuccessful"]) << "bindpose itself did not fail";
}

TEST(RunSarifTest, passes_and_internal_errors_are_not_results) {
  EXPECT_TRUE(sarif_of({{"a.b.c/gpu/x", &passed}})["results"].empty());
  const json run = sarif_of({{"a.b.c/gpu/x", &own}});
  EXPECT_TRUE(run["results"].empty());
  EXPECT_FALSE(run["invocations"][0]["executionSuccessful"]);
}

TEST(JobSummaryTest, each_subject_and_each_group_of_failures_has_a_row) {
  const std::string text = job_summary("FAIL: not all", mixed, {"skinning.gone.a/gpu/x"});
  EXPECT_TRUE(has(text, {"## bindpose\n\nFAIL: not all\n", "| gpu | 1 | 3 | 1 |\n", "| mine | 0 | 1 | 0 |\n",
                         "| gpu | skinning.linear_blend | ibm-ignored | 2 |\n",
                         "- ibm-ignored: skinning.linear_blend.b/gpu/x\n  all wrong\n", "1 of 3 \\| wrong",
                         "| mine | asset.hero | crash | 1 |", "| gpu | skinning.gone | missing | 1 |"}));
  EXPECT_FALSE(has(text, "<b>"));
  EXPECT_FALSE(has(text, "waived")) << "it is accepted";
  EXPECT_FALSE(has(job_summary("PASS", {{"a.b.c/gpu/x", &passed}}, {}), "### Not"));
}

TEST(JobSummaryTest, each_invalid_file_has_a_row) {
  const InvalidAssets invalid(60, InvalidAsset{"a|b.glb", "GLB_INVALID_MAGIC: no <b>"});
  const std::string text = job_summary("FAIL", {}, {}, invalid);
  EXPECT_TRUE(has(text, "| a\\|b.glb | GLB"));
  EXPECT_FALSE(has(text, "<b>"));
  EXPECT_TRUE(has(text, "and 10 more"));
  EXPECT_FALSE(has(job_summary("FAIL", {}, {}), "Not valid"));
}

TEST(JobSummaryTest, lines_of_the_summary_are_short) {
  std::string words;
  for (int i = 0; i < 40; ++i)
    words += "palette\\[2\\] is wrong; ";
  const Verdict wrong = verdict_of(Outcome::fail, words);
  const std::string text = job_summary(words, {{"skinning.linear_blend.a/gpu/x", &wrong}}, {});
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(line.size(), 200U) << line;
}

TEST(JobSummaryTest, subjects_have_the_names_that_the_user_wrote) {
  const Tests tests = {{"skinning.linear_blend.a/vulkan_0/x", &failed},
                       {"skinning.linear_blend.a/mine/x", &passed}};
  const std::string text =
      job_summary("FAIL", tests, {}, {}, {}, {"vulkan:0", "web:" + std::string(300, 'x')});
  EXPECT_TRUE(has(text, {"| vulkan:0 | 0 | 1 | 0 |", "| vulkan:0 | skinning.linear_blend | fail | 1 |",
                         "| mine | 1 | 0 | 0 |"}));
}

TEST(JobSummaryTest, the_summary_is_short_for_any_failure) {
  std::vector<std::string> names;
  for (int i = 0; i < 1000; ++i)
    names.push_back("family" + std::to_string(i) + ".stem.case/gpu/x");
  const Verdict long_words = verdict_of(Outcome::fail, std::string(10000, 'x'));
  Tests tests;
  for (const std::string& name : names)
    tests.emplace_back(name, &long_words);
  const std::string text = job_summary("FAIL", tests, {});
  EXPECT_LT(text.size(), 50U * 1000);
  EXPECT_TRUE(has(text, "and 950 more"));
}

/// No markup, no characters that move a terminal's cursor or change the direction of writing, no megabytes.
TEST(JobSummaryTest, untrusted_text_stays_text_in_markdown_and_sarif) {
  for (const std::string& text :
       {std::string("</td><script>alert(1)</script>"), std::string("<img src=x onerror=alert(1)>"),
        std::string("\x1b[2J\x1b]0;title\x07"), std::string("\xE2\x80\xAE") + "evil", std::string("\xff\xfe"),
        std::string("| a | b |\n| --- |"), std::string("[x](javascript:alert(1))"),
        std::string("`a` ![b](c)"), std::string(10'000'000, 'x')}) {
    const Verdict wrong = verdict_of(Outcome::fail, text);
    const Tests tests = {{"skinning.linear_blend.a/gpu/x", &wrong}};
    const std::string summary = job_summary(text.substr(0, 1000), tests, {});
    const std::string sarif = run_sarif(tests, {});
    EXPECT_LT(summary.size(), 10'000U);
    EXPECT_LT(sarif.size(), run_sarif({{"skinning.linear_blend.a/gpu/x", &failed}}, {}).size() + 10'000U);
    for (const char* piece :
         {"<script", "<img", "](javascript:", "![b](", "\x1b", "\x07", "\xE2\x80\xAE", "\xff"}) {
      EXPECT_FALSE(has(summary, piece));
      const bool is_markup =
          piece[0] == '<' || piece[0] == ']' || piece[0] == '!';  // SARIF's text has no markup
      EXPECT_TRUE(is_markup || sarif.find(piece) == std::string::npos) << piece;
    }
    // Two tables with one row, a heading and a sentence between blank lines, a test with its
    // message.
    EXPECT_EQ(std::ranges::count(summary.substr(summary.find("| subject")), '\n'), 3 + 3 + 3 + 3 + 2);
    EXPECT_EQ(sarif_of(tests)["results"].size(), 1U);
  }
}

}  // namespace bindpose::conformance::sarif_test
