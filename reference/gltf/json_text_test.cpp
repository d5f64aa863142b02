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

TEST(json_text, keeps_the_order_of_members) {
  IssueLog log;
  const auto json = parse_json(R"({"b":1,"a":2})", log);
  ASSERT_TRUE(json);
  EXPECT_EQ(json->begin().key(), "b");
}

TEST(json_text, takes_the_last_of_equal_members) {
  IssueLog log;
  const auto json = parse_json(R"({"a":1,"a":2})", log);
  ASSERT_TRUE(json);
  EXPECT_EQ((*json)["a"], 2);
}

TEST(json_text, refuses_text_that_is_not_json) {
  for (const char* text : {"", "{", "{]", "{\"a\":}", "{} {}", "{\"a\":01}", "{\"\xff\":1}"}) {
    expect_error(text, "INVALID_JSON");
  }
}

TEST(json_text, refuses_a_byte_order_mark) {
  expect_error("\xEF\xBB\xBF{}", "INVALID_JSON");
}

TEST(json_text, refuses_documents_that_are_not_objects) {
  for (const char* text : {"[]", "1", "null", "\"glTF\""})
    expect_error(text, "TYPE_MISMATCH");
}

TEST(json_text, reads_numbers_beyond_double_as_huge) {
  IssueLog log;
  const auto json = parse_json(R"({"a":[1e999,-1e999,0.5],"1e999":"1e999"})", log);
  ASSERT_TRUE(json) << listed(log.all());
  EXPECT_EQ((*json)["a"][0], 1e308);
  EXPECT_EQ((*json)["a"][1], -1e308);
  EXPECT_EQ((*json)["a"][2], 0.5);
  EXPECT_EQ((*json)["1e999"], "1e999");
}

TEST(json_text, is_not_afraid_of_depth) {
  IssueLog log;
  const std::string deep = R"({"extras":)" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  EXPECT_TRUE(parse_json(deep, log));
  expect_error(std::string(1'000'000, '['), "INVALID_JSON");
}

TEST(json_text, refuses_objects_that_take_hours) {
  std::string wide = "{";
  for (int i = 0; i < 40'000; ++i)
    wide += '"' + std::to_string(i) + "\":1,";
  expect_error(wide + "\"x\":1}", "LIMIT_EXCEEDED");
}

TEST(json_text, counts_members_not_colons_in_strings) {
  IssueLog log;
  EXPECT_TRUE(parse_json(R"({"a\"":")" + std::string(100'000, ':') + "\"}", log));
}

}  // namespace bindpose::gltf::json_text_test
