// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/json_text.h"

#include <gtest/gtest.h>

#include "reference/gltf/sample_document.h"

namespace bindpose::gltf::json_text_test {

void expect_error(const std::string& text, const std::string& code) {
  IssueLog log;
  EXPECT_FALSE(parse_json(text, log));
  EXPECT_TRUE(has_issue(log.all(), Issue::Severity::error, code, "")) << listed(log.all());
}

TEST(json_text, the_order_of_members_is_kept) {
  IssueLog log;
  const auto json = parse_json(R"({"b":1,"a":2})", log);
  ASSERT_TRUE(json);
  EXPECT_EQ(json->begin().key(), "b");
}

TEST(json_text, the_last_of_equal_members_wins) {
  IssueLog log;
  const auto json = parse_json(R"({"a":1,"a":2})", log);
  ASSERT_TRUE(json);
  EXPECT_EQ((*json)["a"], 2);
}

TEST(json_text, text_that_is_not_json_is_refused) {
  for (const char* text : {"", "{", "{]", "{\"a\":}", "{} {}", "{\"a\":01}", "{\"\xff\":1}"}) {
    expect_error(text, "INVALID_JSON");
  }
}

TEST(json_text, a_byte_order_mark_is_refused) {
  expect_error("\xEF\xBB\xBF{}", "INVALID_JSON");
}

TEST(json_text, documents_that_are_not_objects_are_refused) {
  for (const char* text : {"[]", "1", "null", "\"glTF\""})
    expect_error(text, "TYPE_MISMATCH");
}

TEST(json_text, numbers_beyond_double_are_read_as_1e308) {
  IssueLog log;
  const auto json = parse_json(R"({"a":[1e999,-1e999,0.5],"1e999":"1e999"})", log);
  ASSERT_TRUE(json) << listed(log.all());
  EXPECT_EQ((*json)["a"][0], 1e308);
  EXPECT_EQ((*json)["a"][1], -1e308);
  EXPECT_EQ((*json)["a"][2], 0.5);
  EXPECT_EQ((*json)["1e999"], "1e999");
}

TEST(json_text, deep_nesting_is_read_or_refused_safely) {
  IssueLog log;
  const std::string deep = R"({"extras":)" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  EXPECT_TRUE(parse_json(deep, log));
  expect_error(std::string(1'000'000, '['), "INVALID_JSON");
}

TEST(json_text, objects_with_too_many_members_are_refused) {
  std::string wide = "{";
  for (int i = 0; i < 40'000; ++i)
    wide += '"' + std::to_string(i) + "\":1,";
  expect_error(wide + "\"x\":1}", "LIMIT_EXCEEDED");
}

TEST(json_text, colons_in_strings_do_not_count_as_members) {
  IssueLog log;
  EXPECT_TRUE(parse_json(R"({"a\"":")" + std::string(100'000, ':') + "\"}", log));
}

}  // namespace bindpose::gltf::json_text_test
