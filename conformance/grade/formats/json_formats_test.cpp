// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/grade/formats/words.h"
#include "conformance/judge/named_defects.h"
#include "conformance/testing/schema.h"
#include "conformance/testing/sheets.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::json_formats_test {

using nlohmann::json;

testing::AssertionResult obeys(const json& document, const std::string& name) {
  return conformance::obeys("grade/formats/" + name + ".schema.json", document);
}

TEST(JsonFormats, formats_obey_their_schemas) {
  for (const GradeSheet& sheet : every_sheet()) {
    EXPECT_TRUE(obeys(json::parse(gradescope_json(sheet)), "gradescope")) << sheet.submission;
    EXPECT_TRUE(obeys(json::parse(classroom_json(sheet)), "classroom")) << sheet.submission;
    EXPECT_TRUE(obeys(json::parse(check50_json(sheet)), "check50")) << sheet.submission;
    EXPECT_TRUE(obeys(json::parse(report_sarif(sheet)), "sarif")) << sheet.submission;
  }
}

TEST(JsonFormats, schemas_refuse_what_consumers_would) {
  json wrong = json::parse(gradescope_json(mixed_sheet()));
  wrong.erase("score");  // tests, but no score
  EXPECT_FALSE(obeys(wrong, "gradescope"));
  wrong = json::parse(classroom_json(mixed_sheet()));
  wrong["tests"][0].erase("score");  // a reporter would add NaN
  EXPECT_FALSE(obeys(wrong, "classroom"));
  wrong = json::parse(check50_json(mixed_sheet()));
  wrong["results"][2]["cause"] = nullptr;  // check50 reads the cause of every failed check
  EXPECT_FALSE(obeys(wrong, "check50"));
  wrong = json::parse(check50_json(mixed_sheet()));
  wrong["results"][2]["cause"]["rationale"] = "<b>";
  EXPECT_FALSE(obeys(wrong, "check50"));
  wrong = json::parse(report_sarif(mixed_sheet()));
  wrong["runs"][0]["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] = "a b";
  EXPECT_FALSE(obeys(wrong, "sarif"));
}

TEST(JsonFormats, all_formats_have_the_same_score) {
  const GradeSheet sheet = mixed_sheet();
  const json gradescope = json::parse(gradescope_json(sheet)), classroom = json::parse(classroom_json(sheet)),
             check50 = json::parse(check50_json(sheet));
  double gradescope_sum = 0, gradescope_most = 0, classroom_sum = 0, check50_sum = 0;
  for (const json& test : gradescope["tests"]) {
    gradescope_sum += test.value("score", 0.0);
    gradescope_most += test.value("max_score", 0.0);
  }
  for (const json& test : classroom["tests"])
    classroom_sum += test["score"].get<double>();
  for (const json& result : check50["results"])
    check50_sum += result["data"]["score"].get<double>();
  EXPECT_DOUBLE_EQ(gradescope["score"], sheet.score);
  EXPECT_DOUBLE_EQ(gradescope_sum, sheet.score);
  EXPECT_DOUBLE_EQ(gradescope_most, sheet.points);
  EXPECT_DOUBLE_EQ(classroom_sum, sheet.score);
  EXPECT_DOUBLE_EQ(classroom["max_score"], sheet.points);
  EXPECT_DOUBLE_EQ(check50_sum, sheet.score);
}

TEST(JsonFormats, errors_of_the_judge_cost_no_points) {
  const json gradescope = json::parse(gradescope_json(judge_error_sheet()));
  EXPECT_FALSE(gradescope.contains("score"));
  EXPECT_TRUE(gradescope["tests"].empty());
  EXPECT_TRUE(has(gradescope["output"].get<std::string>(), "autograder failed"));
  EXPECT_EQ(gradescope["visibility"], "visible");
  const json classroom = json::parse(classroom_json(judge_error_sheet()));
  EXPECT_EQ(classroom["status"], "error");
  EXPECT_EQ(classroom["max_score"], 0);
  EXPECT_EQ(json::parse(check50_json(judge_error_sheet()))["error"]["type"], "SANDBOX_MISSING");
  const json run = json::parse(report_sarif(judge_error_sheet()))["runs"][0];
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], false);
  EXPECT_EQ(run["invocations"][0]["toolExecutionNotifications"].size(), 1U);
  EXPECT_TRUE(run["results"].empty());
}

TEST(JsonFormats, gradescope_has_a_public_total_and_hidden_tests_without_points) {
  const json document = json::parse(gradescope_json(mixed_sheet()));
  const json& tests = document["tests"];
  ASSERT_EQ(tests.size(), 1U + 5U + 2U);
  EXPECT_EQ(tests[0]["name"], "Total: 5.33 of 20 points");
  EXPECT_EQ(tests[1]["status"], "passed");
  EXPECT_EQ(tests[2]["status"], "failed");
  EXPECT_FALSE(tests[4].contains("status"));  // blocked
  for (std::size_t t = 0; t < tests.size(); ++t)
    EXPECT_EQ(tests[t]["visibility"], t < 6 ? "visible" : "hidden") << t;
  EXPECT_FALSE(tests[6].contains("score"));
  EXPECT_EQ(tests[6]["number"], "2.2");
  EXPECT_TRUE(has(tests[6]["output"].get<std::string>(), "987654"));
  EXPECT_EQ(document["stdout_visibility"], "hidden");
}

TEST(JsonFormats, an_unfinished_sheet_is_marked) {
  const json gradescope = json::parse(gradescope_json(unfinished_sheet()));
  EXPECT_EQ(gradescope["score"], 4);
  EXPECT_TRUE(has(gradescope["output"].get<std::string>(), "so far"));
  EXPECT_FALSE(gradescope["tests"][2].contains("status"));
  EXPECT_EQ(json::parse(classroom_json(unfinished_sheet()))["status"], "error");
  EXPECT_TRUE(json::parse(check50_json(unfinished_sheet()))["results"][1]["passed"].is_null());
}

TEST(JsonFormats, classroom_has_a_status_and_an_output) {
  EXPECT_EQ(json::parse(classroom_json(passed_sheet()))["status"], "pass");
  EXPECT_EQ(json::parse(classroom_json(mixed_sheet()))["status"], "fail");
  EXPECT_EQ(json::parse(classroom_json(broken_sheet()))["status"], "error");
  const std::string output = classroom_output(mixed_sheet());
  EXPECT_TRUE(output.starts_with("result=ewogInZlcnNpb24iOiAxLAog"));  // base64 of "{\n "version": 1,\n "
  EXPECT_EQ(output.find('\n'), output.size() - 1);                     // a step output is one line
  EXPECT_EQ((output.size() - 8) % 4, 0U);
}

TEST(JsonFormats, no_message_is_a_command_to_the_runner) {
  const json document = json::parse(classroom_json(hostile_sheet(hostile_words[8])));
  for (const json& test : document["tests"])
    for (const char* key : {"name", "message", "filename"}) {
      std::istringstream lines(test[key].get<std::string>());
      for (std::string line; std::getline(lines, line);) {
        EXPECT_FALSE(line.substr(std::min(line.find_first_not_of(" \t"), line.size())).starts_with("::"))
            << line;
        EXPECT_FALSE(has(line, "##["));
      }
    }
}

TEST(JsonFormats, check50_names_the_dependency_and_the_first_wrong_number) {
  const json results = json::parse(check50_json(mixed_sheet()))["results"];
  EXPECT_EQ(results[0]["passed"], true);
  EXPECT_TRUE(results[0]["cause"].is_null());
  EXPECT_EQ(results[1]["passed"], false);
  EXPECT_EQ(results[1]["cause"]["expected"], "positions[7].y = 0.5");
  EXPECT_EQ(results[1]["cause"]["actual"], "positions[7].y = 0.25");
  EXPECT_TRUE(results[3]["passed"].is_null());
  EXPECT_EQ(results[3]["dependency"], "linear-blend");
  EXPECT_EQ(json::parse(check50_json(broken_sheet()))["error"]["type"], "CRASH");
}

/// The ids of the results. Each must have exactly one declared rule.
std::vector<std::string> fired(const json& document) {
  const json& run = document["runs"][0];
  std::vector<std::string> declared, ids;
  for (const json& rule : run["tool"]["driver"]["rules"])
    declared.push_back(rule["id"]);
  EXPECT_EQ(std::set<std::string>(declared.begin(), declared.end()).size(), declared.size());
  for (const json& result : run["results"]) {
    ids.push_back(result["ruleId"]);
    EXPECT_EQ(std::count(declared.begin(), declared.end(), ids.back()), 1) << ids.back();
  }
  return ids;
}

TEST(JsonFormats, sarif_has_one_result_per_defect_and_every_rule) {
  const json document = json::parse(report_sarif(mixed_sheet()));
  const std::vector<std::string> expected = {"palette/accepted", "linear-blend/fail", "crashes/crash",
                                             "crashes/timeout", "crashes/invalid-output"};
  EXPECT_EQ(fired(document), expected);
  EXPECT_EQ(document["runs"][0]["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "src/linear%20blend.cpp");
  const json quiet = json::parse(report_sarif(passed_sheet()));
  std::set<std::string_view> slugs;
  for (const KnownDefect& defect : known_defects())
    slugs.insert(defect.defect->id);
  EXPECT_EQ(quiet["runs"][0]["tool"]["driver"]["rules"].size(), 1 + slugs.size() + 6);
  EXPECT_EQ(fired(json::parse(report_sarif(broken_sheet()))).size(), 1U);
}

TEST(JsonFormats, sarif_uses_the_names_of_defects) {
  GradeSheet sheet = mixed_sheet();
  const std::string slug(known_defects().front().defect->id);
  std::vector<CaseGrade>& cases = sheet.exercises[1].cases;
  cases[1].verdict.defect = cases[3].verdict.defect = slug;  // a hidden case and a visible case
  cases[4].verdict.defect = "unknown-defect";
  const json document = json::parse(report_sarif(sheet));
  const std::vector<std::string> ids = fired(document);
  EXPECT_EQ(ids[1], "defect/" + slug);
  EXPECT_EQ(ids[2], "linear-blend/fail");
  const json& result = document["runs"][0]["results"][1];
  EXPECT_TRUE(result["message"]["text"].get<std::string>().starts_with("2 of 5 cases. b: ")) << result;
  EXPECT_EQ(result["partialFingerprints"]["case/v1"], "linear-blend/defect/" + slug);
}

}  // namespace bindpose::conformance::json_formats_test
