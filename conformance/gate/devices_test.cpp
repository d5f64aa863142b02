// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/gate/device_list.h"
#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::devices_test {

std::string meaning_of(const char* key, const char* before, const char* after) {
  return meaning({"vulkan:0", key, before, after});
}

TEST(DeviceWordsTest, a_line_of_a_capability_report_is_explained) {
  EXPECT_EQ(
      meaning_of("card.a b + c", "rounded twice", "fused"),
      "before: does not contract multiply-adds; now: contracts multiply-adds - sums of products differ in "
      "their last bits; every bound allows both, but outputs are not bit-identical");
  EXPECT_EQ(meaning_of("card.2^-126 / 2", "5.87747175e-39", "0")
                .find("before: keeps subnormal results; now: flushes subnormal results to 0 - "),
            0U);
  EXPECT_EQ(meaning_of("card.dot", "((0+1)+2)+3", "no plain order")
                .find("before: adds products as ((0+1)+2)+3; now: adds them as no plain order - "),
            0U);
  EXPECT_EQ(meaning_of("card.max(1, NaN)", "1", "NaN").find("before: gives 1; now: gives NaN - "), 0U);
  EXPECT_TRUE(
      has(meaning_of("card.packed numbers", "as near as they have to be", "too far: snorm8 attribute"),
          "now: reads some packed numbers less exactly than it must - "));
  EXPECT_TRUE(has(meaning_of("card.asked again", "the same", "something else"), "no bits can be compared"));
}

TEST(DeviceWordsTest, a_larger_error_is_printed_with_its_factor) {
  EXPECT_EQ(meaning_of("card.exp", "2 ulp", "25 ulp"), "the largest error is 12.5 times the earlier one");
  EXPECT_EQ(meaning_of("card.sin", "0.0002", "0.0001"), "the largest error is the earlier one divided by 2");
  EXPECT_EQ(meaning_of("card.half attribute", "0 ulp", "1 ulp"), "no longer exact");
  EXPECT_EQ(meaning_of("card.half attribute", "1 ulp", "0 ulp"), "exact now");
  EXPECT_EQ(meaning_of("card.log", "1.2 ulp", "NaN"), "now NaN instead of a number");
}

TEST(DeviceWordsTest, limits_and_lines_of_only_one_list_are_also_printed) {
  EXPECT_EQ(meaning_of("limit.MAX_VERTEX_ATTRIBS", "32", "16"),
            "tests that need more than that are now not supported");
  EXPECT_EQ(meaning_of("limit.MAX_VERTEX_ATTRIBS", "16", "32"), "tests that need this much run now");
  EXPECT_EQ(meaning_of("limit.SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT", "16", "4"),
            "finer alignment: offsets that were refused are allowed now");
  EXPECT_EQ(meaning_of("limit.minStorageBufferOffsetAlignment", "4", "16"),
            "coarser alignment: offsets that were allowed are refused now");
  EXPECT_EQ(meaning_of("card.exp", "", "25 ulp"),
            "only the new capability report has this line: the other was not run, or lacks the property");
}

TEST(DeviceWordsTest, a_clear_line_has_no_explanation) {
  EXPECT_EQ(meaning_of("renderer", "A", "B"), "");
  EXPECT_EQ(meaning_of("", "here", "gone"), "");
  EXPECT_EQ(meaning_of("card.unheard of", "this", "that"), "");
  EXPECT_EQ(meaning_of("limit.X", "many", "-1"), "");
}

constexpr const char* old_list = R"({"format": "bindpose-devices-1", "devices": [
  {"subject": "vulkan:0", "info": {"renderer": "toy 1", "card.dot": "((0+1)+2)+3", "card.sqrt": "0.5 ulp"}},
  {"subject": "gpu:osmesa", "info": {"renderer": "toy"}}, {"subject": "gpu:device:0", "error": "[X] refused"}], "missing": []})";
constexpr const char* new_list = R"({"format": "bindpose-devices-1", "devices": [
  {"subject": "vulkan:0", "info": {"renderer": "toy 1", "card.dot": "((3+2)+1)+0", "card.sqrt": "0.5 ulp"}},
  {"subject": "gpu:device:0", "info": {"renderer": "toy |\u001b[2J"}}], "missing": []})";

DeviceList list_of(const char* text) {
  auto list = parse_device_list(text, "list.json");
  EXPECT_TRUE(list) << to_string(list.error());
  return list ? *list : DeviceList();
}

TEST(DeviceListTest, a_changed_line_of_a_device_is_printed) {
  const DeviceComparison comparison = compare(list_of(old_list), list_of(new_list));
  EXPECT_EQ(comparison.exit_code(), 1);
  EXPECT_EQ(comparison.same, 2U);
  EXPECT_EQ(
      comparison_text(comparison),
      "gpu:osmesa: was here, is gone\n"
      "vulkan:0: card.dot was \"((0+1)+2)+3\", is \"((3+2)+1)+0\"\n"
      "    before: adds products as ((0+1)+2)+3; now: adds them as ((3+2)+1)+0 - sums of products differ in "
      "their last bits; every bound allows both, but outputs are not bit-identical\n"
      "gpu:device:0: was not here, is here\n"
      "Something changed: 2 lines same, 3 not.\n");
  EXPECT_TRUE(
      has(comparison_markdown(comparison),
          "| `vulkan:0` | card.dot | ((0+1)+2)+3 | ((3+2)+1)+0 | before: adds products as ((0+1)+2)+3; "))
      << comparison_markdown(comparison);
  const auto changes = nlohmann::json::parse(comparison_json(comparison))["changes"];
  EXPECT_EQ(changes[1]["key"], "card.dot");
  EXPECT_EQ(changes[1]["meaning"], meaning(comparison.changes[1]));
  EXPECT_EQ(changes[0]["meaning"], "") << "a missing device needs no explanation";
}

TEST(DeviceListTest, a_list_is_the_same_as_itself) {
  const DeviceComparison comparison = compare(list_of(new_list), list_of(new_list));
  EXPECT_EQ(comparison.exit_code(), 0);
  EXPECT_EQ(comparison_text(comparison), "Nothing changed: 4 lines same.\n");
}

TEST(DeviceListTest, text_that_is_not_a_list_is_refused_with_its_place) {
  const std::pair<const char*, const char*> wrong[] = {
      {"{", "list.json"},
      {R"({"devices": []})", "list.json#/format"},
      {R"({"format": "bindpose-devices-1"})", "list.json#/devices"},
      {R"({"format": "bindpose-devices-1", "devices": [{}]})", "list.json#/devices/0/subject"},
      {R"({"format": "bindpose-devices-1", "devices": [{"subject": "a", "info": {"b": 1}}]})",
       "list.json#/devices/0/info"},
      {R"({"format": "bindpose-devices-1", "devices": [{"subject": "a", "info": {}}, {"subject": "a", "info": {}}]})",
       "list.json#/devices"}};
  for (const auto& [text, place] : wrong) {
    const auto list = parse_device_list(text, "list.json");
    ASSERT_FALSE(list) << text;
    EXPECT_EQ(list.error().where, place) << to_string(list.error());
  }
}

TEST(DeviceListTest, the_program_compares_what_it_listed) {
  const TemporaryFolder folder;
  expect_ended(
      run_in(folder, BINDPOSE_PROGRAM " devices --json > a.json; " BINDPOSE_PROGRAM " compare a.json a.json"),
      0, {"Nothing changed"});
  EXPECT_TRUE(obeys("gate/devices.schema.json", nlohmann::json::parse(slurp(folder / "a.json"))));
}

}  // namespace bindpose::conformance::devices_test
