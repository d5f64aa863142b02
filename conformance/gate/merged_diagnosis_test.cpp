// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/merged_diagnosis.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/gate/merge.h"
#include "conformance/judge/verdict_json.h"
#include "conformance/report/diagnosis_json.h"
#include "conformance/testing/results.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::merged_diagnosis_test {

using nlohmann::json;

const Defect* const ignored = find_defect("ibm-ignored");
const Defect* const weights = find_defect("weights-ignored");
const Defect* const largest = find_defect("largest-weight");

Suspect suspect(const Defect* defect, std::size_t explained, std::size_t against) {
  return {defect, {explained, against, {}, {}}};
}

/// The diagnosis of a shard with 100 wrong numbers.
Diagnosis of_a_hundred(std::vector<Suspect> suspects) {
  Diagnosis diagnosis;
  diagnosis.tests = 2;
  diagnosis.numbers = 100;
  diagnosis.suspects = std::move(suspects);
  return diagnosis;
}

TEST(MergedDiagnosis, evidence_adds_up) {
  const Diagnosis shards[] = {of_a_hundred({suspect(weights, 60, 40), suspect(ignored, 50, 50)}),
                              of_a_hundred({suspect(ignored, 100, 0)})};
  const Diagnosis merged = merged_diagnosis(shards);
  EXPECT_EQ(merged.tests, 4U);
  EXPECT_EQ(merged.numbers, 200U);
  ASSERT_EQ(merged.suspects.size(), 2U);
  EXPECT_EQ(merged.suspects[0].defect, ignored) << "no single shard decides";
  EXPECT_EQ(merged.suspects[0].evidence.explained, 150U);
  EXPECT_EQ(merged.suspects[1].evidence.explained, 60U);
  EXPECT_EQ(merged.suspects[1].evidence.against, 140U)
      << "a shard that does not list a defect counts against it";
}

TEST(MergedDiagnosis, failing_tests_without_a_second_run_add_up) {
  Diagnosis shards[] = {of_a_hundred({suspect(ignored, 100, 0)}), of_a_hundred({suspect(ignored, 100, 0)})};
  shards[0].failing = 50;
  const Diagnosis merged = merged_diagnosis(shards);
  EXPECT_EQ(merged.failing, 52U);
  EXPECT_TRUE(has(diagnosis_text(merged), "of 200 wrong numbers in 4 of 52 failing tests"));
  EXPECT_EQ(read_diagnosis(diagnosis_json(merged)).failing, 52U);
}

TEST(MergedDiagnosis, the_diagnosis_of_a_single_shard_is_unchanged) {
  Diagnosis one = of_a_hundred({suspect(ignored, 40, 60)});
  one.pair = SuspectPair{{ignored, weights}, {95, 5, {}, {}}};
  for (const std::vector<Diagnosis>& shards : {std::vector{one}, std::vector{Diagnosis{}, one}})
    EXPECT_EQ(diagnosis_text(merged_diagnosis(shards)), diagnosis_text(one));
  EXPECT_EQ(diagnosis_text(merged_diagnosis({})), "");
}

TEST(MergedDiagnosis, two_defects_of_two_shards_are_named_together) {
  const Diagnosis shards[] = {of_a_hundred({suspect(ignored, 100, 0)}),
                              of_a_hundred({suspect(weights, 98, 2)})};
  const Diagnosis merged = merged_diagnosis(shards);
  ASSERT_TRUE(merged.pair);
  EXPECT_EQ(merged.pair->evidence.explained, 198U);
  EXPECT_EQ(merged.pair->evidence.against, 2U);
}

TEST(MergedDiagnosis, a_pair_uses_its_better_defect_in_shards_without_the_pair) {
  Diagnosis both = of_a_hundred({suspect(ignored, 50, 50)});
  both.pair = SuspectPair{{ignored, weights}, {96, 4, {}, {}}};
  const Diagnosis shards[] = {both, of_a_hundred({suspect(weights, 80, 20), suspect(largest, 10, 90)})};
  const Diagnosis merged = merged_diagnosis(shards);
  ASSERT_TRUE(merged.pair);
  EXPECT_EQ(merged.pair->evidence.explained, 176U);
}

TEST(MergedDiagnosis, the_defect_of_an_array_is_found_from_the_sums) {
  Diagnosis first = of_a_hundred({suspect(ignored, 30, 70)}),
            second = of_a_hundred({suspect(weights, 20, 80)});
  first.suspects[0].evidence.arrays = {{"normals", {30, 0}}, {"positions", {0, 70}}};
  second.suspects[0].evidence.arrays = {{"positions", {20, 80}}};
  const Diagnosis merged = merged_diagnosis(std::vector{first, second});
  ASSERT_EQ(merged.of_arrays.size(), 1U);
  EXPECT_EQ(merged.of_arrays[0].array, "normals");
  EXPECT_EQ(merged.of_arrays[0].defect, ignored);
}

TEST(MergedDiagnosis, symptoms_come_from_shards_with_most_of_the_numbers) {
  Diagnosis large = of_a_hundred({}), small = of_a_hundred({});
  small.numbers = 60;
  large.symptoms = {{"one-axis", "only x is wrong"}, {"mirrored", "only in the large shard"}};
  small.symptoms = {{"one-axis", "x alone"}, {"blended", "only in the small shard"}};
  Diagnosis third = small;
  third.symptoms = {{"one-axis", "x"}};
  const Diagnosis merged = merged_diagnosis(std::vector{small, large, third});
  ASSERT_EQ(merged.symptoms.size(), 1U);
  EXPECT_EQ(merged.symptoms[0].sentence, "only x is wrong");
}

TEST(MergedDiagnosis, policies_are_named_if_they_explain_all_shards) {
  Diagnosis one = of_a_hundred({}), other = of_a_hundred({});
  one.symptoms = {{std::string(other_policy), "right by another policy: a=b"}};
  other.symptoms = {{std::string(other_policy), "right by another policy: c=d"}};
  EXPECT_EQ(merged_diagnosis(std::vector{one, other, one}).symptoms.size(), 2U);
  const Diagnosis wrong = of_a_hundred({suspect(ignored, 98, 2)});
  EXPECT_EQ(diagnosis_text(merged_diagnosis(std::vector{one, wrong})), diagnosis_text(wrong));
}

TEST(MergedDiagnosis, a_written_diagnosis_is_read_back) {
  Diagnosis written = of_a_hundred({suspect(ignored, 40, 60)});
  written.suspects[0].evidence.arrays = {{"positions", {40, 60}}};
  written.pair = SuspectPair{{ignored, weights}, {95, 5, {}, {}}};
  written.of_arrays = {{"positions", weights, {9, 1}}};
  written.symptoms = {{"one-axis", "only x is wrong"}};
  EXPECT_EQ(diagnosis_json(read_diagnosis(diagnosis_json(written))), diagnosis_json(written));
}

TEST(MergedDiagnosis, named_suspects_are_written_in_addition_to_the_first_five) {
  Diagnosis written = of_a_hundred({});
  for (std::size_t i = 0; i < 8; ++i)
    written.suspects.push_back(suspect(&defects()[i], 40 - i, 60 + i));
  EXPECT_EQ(diagnosis_json(written)["suspects"].size(), 5U);
  written.of_arrays = {{"normals", &defects()[7], {9, 1}}};
  EXPECT_EQ(diagnosis_json(written)["suspects"].size(), 6U);
  EXPECT_EQ(diagnosis_json(written)["suspects"][5]["defect"], defects()[7].id);
}

TEST(MergedDiagnosis, former_names_of_a_defect_are_read) {
  const Diagnosis read = read_diagnosis(nlohmann::ordered_json::parse(R"({
      "suspects": [{"mistake": "ibm-ignored"}], "arrays": [{"array": "normals", "mistake": "weights-ignored"}],
      "pair": {"mistakes": ["ibm-ignored", "weights-ignored"]}})"));
  ASSERT_EQ(read.suspects.size(), 1U);
  EXPECT_EQ(read.suspects[0].defect->id, "ibm-ignored");
  ASSERT_EQ(read.of_arrays.size(), 1U);
  EXPECT_EQ(read.of_arrays[0].defect->id, "weights-ignored");
  ASSERT_TRUE(read.pair);
  EXPECT_EQ(read.pair->defects[1]->id, "weights-ignored");
}

TEST(MergedDiagnosis, invalid_fields_of_a_diagnosis_are_ignored) {
  for (const char* text :
       {"null", "[]", "{}", R"({"tests": -1, "numbers": "x", "suspects": {}, "pair": [], "arrays": 3})",
        R"({"suspects": [1, {"defect": 7}, {"defect": "no-such"}], "pair": {"defects": ["no-such", 1]}})"}) {
    const Diagnosis read = read_diagnosis(nlohmann::ordered_json::parse(text));
    EXPECT_EQ(read.tests, 0U) << text;
    EXPECT_TRUE(read.suspects.empty()) << text;
    EXPECT_FALSE(read.pair) << text;
  }
}

/// Two shards with one failing test each.
std::vector<Results> failing_shards(const json& first_diagnosis, const json& second_diagnosis) {
  const std::vector<std::string> all = {"a/gpu/d", "b/gpu/d"};
  json shards[] = {results_json_of({{all[0], "fail", 3}}, 0, 2, all),
                   results_json_of({{all[1], "fail", 3}}, 1, 2, all)};
  const json* const diagnoses[] = {&first_diagnosis, &second_diagnosis};
  std::vector<Results> results;
  for (std::size_t i = 0; i < 2; ++i) {
    json& result = shards[i]["results"][0];
    result["arrays"] = json::array({json_of(ArrayVerdict{.name = "positions", .judged = 12, .failing = 9})});
    result["policy"] = result["first_wrong_stage"] = result["defect"] = "";
    result["stages"] = json::array();
    if (!diagnoses[i]->is_null()) shards[i]["subjects"][0]["diagnoses"] = json::array({*diagnoses[i]});
    results.push_back(results_of(shards[i], "shard" + std::to_string(i)));
  }
  return results;
}

TEST(MergedDiagnosis, the_diagnosis_is_in_every_report_of_a_merged_run) {
  const json one = json::parse(diagnosis_json(of_a_hundred({suspect(ignored, 98, 2)})).dump());
  BINDPOSE_ASSERT(const auto merged, merge(failing_shards(one, one)));
  EXPECT_TRUE(obeys("report/results.schema.json", merged.document));
  EXPECT_EQ(merged.document["subjects"][0]["diagnoses"][0]["numbers"], 200);
  ASSERT_EQ(diagnosis_lines(merged).size(), 1U);
  const std::string words = "of 200 wrong numbers in 4 failing tests 98 % are as ibm-ignored makes them";
  EXPECT_EQ(diagnosis_lines(merged)[0].find("gpu: " + words), 0U) << diagnosis_lines(merged)[0];
  const TemporaryFolder folder;
  ASSERT_TRUE(write_merged(folder, merged));
  EXPECT_TRUE(has(slurp(folder / "report.html"), words));
}

TEST(MergedDiagnosis, without_a_diagnosis_in_any_shard_the_command_is_printed) {
  BINDPOSE_ASSERT(const auto merged, merge(failing_shards({}, {})));
  EXPECT_FALSE(merged.document["subjects"][0].contains("diagnoses"));
  ASSERT_EQ(diagnosis_lines(merged).size(), 1U);
  EXPECT_TRUE(
      has(diagnosis_lines(merged)[0], "bindpose test --subject 'gpu' runs the tests again with a diagnosis"));
}

}  // namespace bindpose::conformance::merged_diagnosis_test
