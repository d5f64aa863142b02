// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/report.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/cases.h"
#include "conformance/testing/fakes.h"
#include "conformance/testing/schema.h"
#include "reference/io/safetensors.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::report_test {

using nlohmann::json;

struct ReportTest : testing::Test {
  ReportTest() {
    suite_.add_cases(built_in_cases(),
                     {"skinning.stitching.bar.*", "skinning.linear_blend.bar.posed.direction.palette.f32"});
    suite_.add_subject(std::move(*open_subject(*parse_subject("reference-float"))));
    suite_.make_records();
    Executor(suite_).run_all();
    run_.throughput.push_back(measure_throughput(suite_, 0));
    run_.assets.push_back({"some where/\xff.glb",
                           "some",
                           0,
                           {{gltf::Issue::Severity::warning, "CODE", "/nodes/0", "odd"}},
                           {"noted"}});
  }

  Suite suite_;
  RunReport run_;
};

TEST_F(ReportTest, results_json_obeys_its_schema) {
  const json document = json::parse(results_json(suite_, run_));
  EXPECT_TRUE(obeys("report/results.schema.json", document));
  EXPECT_EQ(document["results"].size(), suite_.records().size());
  EXPECT_EQ(document["exit_code"], 0);
  json wrong = document;
  wrong["results"][0]["outcome"] = "fine";
  EXPECT_FALSE(obeys("report/results.schema.json", wrong));
  wrong = document;
  wrong["surprise"] = 1;
  EXPECT_FALSE(obeys("report/results.schema.json", wrong));
}

TEST_F(ReportTest, a_diagnosis_obeys_the_schema_and_is_printed) {
  const Defect *ignored = find_defect("ibm-ignored"), *weights = find_defect("weights-ignored");
  Diagnosis diagnosis{3, 100, {{ignored, {40, 60, {}}}}, SuspectPair{{ignored, weights}, {90, 10, {}}}, {}};
  run_.diagnoses = {Diagnoses{diagnosis}};
  json document = json::parse(results_json(suite_, run_));
  EXPECT_TRUE(obeys("report/results.schema.json", document));
  EXPECT_EQ(
      document["subjects"][0]["diagnoses"][0]["pair"],
      json::parse(R"({"defects": ["ibm-ignored", "weights-ignored"], "explained": 90, "against": 10})"));
  EXPECT_FALSE(document["subjects"][0]["diagnoses"][0].contains("symptoms"));
  EXPECT_TRUE(
      has(summary(suite_, run_, {.columns = 1000}), "ibm-ignored and weights-ignored together explain 90 %"));
  diagnosis.pair.reset();
  diagnosis.of_arrays = {{"normals", weights, {9, 1}}};
  run_.diagnoses = {Diagnoses{diagnosis}};
  document = json::parse(results_json(suite_, run_));
  EXPECT_TRUE(obeys("report/results.schema.json", document));
  EXPECT_EQ(
      document["subjects"][0]["diagnoses"][0]["arrays"],
      json::parse(R"([{"array": "normals", "defect": "weights-ignored", "explained": 9, "against": 1}])"));
  diagnosis.of_arrays.clear();
  diagnosis.symptoms = {{"one-axis", "only x is wrong"}};
  run_.diagnoses = {Diagnoses{diagnosis}};
  document = json::parse(results_json(suite_, run_));
  EXPECT_TRUE(obeys("report/results.schema.json", document));
  EXPECT_EQ(document["subjects"][0]["diagnoses"][0]["symptoms"],
            json::parse(R"([{"symptom": "one-axis", "sentence": "only x is wrong"}])"));
  document["subjects"][0]["diagnoses"][0]["symptoms"][0]["symptom"] = "some-other";
  EXPECT_FALSE(obeys("report/results.schema.json", document));
}

TEST_F(ReportTest, an_invalid_file_is_an_error_in_junit_xml) {
  run_.assets.push_back({"broken\n.glb", "broken", 0, {}, {}, "error GLB_MAGIC broken.glb: not a glTF file"});
  const TemporaryFolder folder;
  ASSERT_TRUE(write_reports(folder, suite_, run_));
  const std::string junit = *read_text(folder / "junit.xml");
  EXPECT_TRUE(has(junit, "errors=\"1\"")) << junit.substr(0, 300);
  EXPECT_TRUE(has(junit, {"name=\"broken\\n.glb\"", "type=\"InvalidAsset\""}));
}

TEST_F(ReportTest, csv_is_sorted_and_has_three_fields) {
  std::istringstream lines(csv(verdicts_of(suite_), run_.missing, false));
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 2) << line;
    EXPECT_TRUE(has(line, ",Pass,"));
    names.push_back(line.substr(0, line.find(',')));
  }
  EXPECT_EQ(names.size(), suite_.records().size());
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_TRUE(csv(verdicts_of(suite_), run_.missing, true).empty());
  run_.missing = {"no.such/test/here"};
  EXPECT_EQ(csv(verdicts_of(suite_), run_.missing, true), "no.such/test/here,Missing\n");
  EXPECT_EQ(exit_code(suite_, run_), 1) << "a missing test does not pass";
}

TEST_F(ReportTest, the_summary_shows_device_counts_and_worst_number) {
  const std::string text = summary(suite_, run_);
  EXPECT_TRUE(has(text, {"reference-float", "pass", "of the bound", "PASS", "nothing to judge"}));
  EXPECT_TRUE(has(summary(suite_, run_, {.is_verbose = true}), "million vertices/s"));
}

TEST_F(ReportTest, the_slowest_algorithms_are_listed_slowest_first) {
  const auto slowest = slowest_algorithms(suite_);
  ASSERT_EQ(slowest.size(), 2U);
  EXPECT_GE(slowest[0].second, slowest[1].second);
  EXPECT_GT(slowest[1].second, 0);
  const json document = json::parse(results_json(suite_, run_));
  EXPECT_EQ(document["slowest"][0]["algorithm"], slowest[0].first);
  EXPECT_TRUE(has(summary(suite_, run_, {.columns = 1000}), "; slowest: " + slowest[0].first));
}

TEST(JudgingTest, an_expected_output_is_computed_once_for_all_subjects) {
  Suite suite;
  suite.add_cases(built_in_cases(),
                  {"skinning.linear_blend.bar.posed.direction.palette.f32", "skinning.stitching.bar.*"});
  for (const char* name : {"reference-float", "software", "reference-float"})
    suite.add_subject(std::move(*open_subject(*parse_subject(name))));
  suite.accept(*accepted_deviations_of({"normal_rule=inverse-transpose"}));
  suite.make_records();
  std::set<std::string> questions;
  Executor executor(suite);
  for (std::size_t i = 0; i < suite.records().size(); ++i) {
    executor.run(i);
    questions.insert(suite.records()[i].from->name + to_string(suite.records()[i].policies));
  }
  ASSERT_LT(questions.size(), suite.records().size() / 2);
  const Judging judge = judging(suite);
  EXPECT_EQ(judge.expectations, questions.size());
  EXPECT_GT(judge.numbers, 0U);
  EXPECT_GT(judge.seconds, 0);
  const json document = json::parse(results_json(suite, {}));
  EXPECT_EQ(document["judging"]["expectations"], judge.expectations);
  const std::string text = summary(suite, {}, {.columns = 1000, .is_verbose = true});
  EXPECT_TRUE(has(text, fmt::format("; {} expectations, ", judge.expectations)));
}

TEST(SummaryTest, equal_failures_are_printed_once) {
  Suite suite;
  suite.add_cases(built_in_cases(), {"skinning.linear_blend.bar.p*.direction.palette.f32",
                                     "skinning.linear_blend.bar.s[ch]*.direction.palette.f32",
                                     "skinning.linear_blend.bar.f*.direction.palette.f32"});
  suite.add_subject(std::make_unique<Fake>([](const Question& question, Answer answer) -> Expected<Answer> {
    for (const char* name : {"positions", "normals", "tangents"})
      if (answer.arrays.has(name)) answer.arrays.put(*question.arrays.find(name));
    return answer;
  }));
  suite.make_records();
  std::set<std::string> reasons;
  std::size_t failures = 0;
  Executor executor(suite);
  for (std::size_t i = 0; i < suite.records().size(); ++i) {
    const Verdict& verdict = executor.run(i);
    if (verdict.outcome != Outcome::fail) continue;
    ++failures;
    EXPECT_NE(verdict.defect, "") << verdict.detail;
    reasons.insert(verdict.defect + verdict.first_wrong_stage);
  }
  ASSERT_GT(failures, 2U);
  ASSERT_EQ(reasons.size(), 1U);
  const std::string text = summary(suite, {});
  EXPECT_TRUE(has(text, fmt::format("; {} tests\n", failures)));
  EXPECT_EQ(text.find("  fail "), text.rfind("  fail ")) << text;
}

}  // namespace bindpose::conformance::report_test
