// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/device_list.h"

#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/gate/device_words.h"
#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance {
namespace device_list_test {

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

TEST(DeviceListTest, what_a_device_says_otherwise_is_told_by_its_line) {
  const DeviceComparison comparison = compare(list_of(old_list), list_of(new_list));
  EXPECT_EQ(comparison.exit_code(), 1);
  EXPECT_EQ(comparison.same, 2U);
  EXPECT_EQ(
      comparison_text(comparison),
      "gpu:osmesa: was here, is gone\n"
      "vulkan:0: card.dot was \"((0+1)+2)+3\", is \"((3+2)+1)+0\"\n"
      "    before: adds products as ((0+1)+2)+3; now: adds them as ((3+2)+1)+0 - sums of products differ in "
      "their last bits; every bound allows both, but answers are not the same to the bit\n"
      "gpu:device:0: was not here, is here\n"
      "Something changed: 2 lines same, 3 not.\n");
  EXPECT_TRUE(
      has(comparison_markdown(comparison),
          "| `vulkan:0` | card.dot | ((0+1)+2)+3 | ((3+2)+1)+0 | before: adds products as ((0+1)+2)+3; "))
      << comparison_markdown(comparison);
  const auto changes = nlohmann::json::parse(comparison_json(comparison))["changes"];
  EXPECT_EQ(changes[1]["key"], "card.dot");
  EXPECT_EQ(changes[1]["meaning"], meaning(comparison.changes[1]));
  EXPECT_EQ(changes[0]["meaning"], "") << "that a device is gone says all";
}

TEST(DeviceListTest, a_list_is_the_same_as_itself) {
  const DeviceComparison comparison = compare(list_of(new_list), list_of(new_list));
  EXPECT_EQ(comparison.exit_code(), 0);
  EXPECT_EQ(comparison_text(comparison), "Nothing changed: 4 lines same.\n");
}

TEST(DeviceListTest, what_is_no_list_is_refused_with_its_place) {
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

}  // namespace device_list_test
}  // namespace bindpose::conformance
