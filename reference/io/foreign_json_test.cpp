// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/foreign_json.h"

#include <string>

#include <gtest/gtest.h>

#include "reference/testing/told.h"

namespace bindpose {
namespace foreign_json_test {

std::string nested(std::size_t levels, const char* open, const char* close) {
  std::string text;
  for (std::size_t i = 0; i < levels; ++i)
    text += open;
  for (std::size_t i = 0; i < levels; ++i)
    text += close;
  return text;
}

TEST(ForeignJson, nesting_has_a_limit) {
  EXPECT_TRUE(foreign_json(nested(deepest_json, "[", "]")).is_array());
  EXPECT_TRUE(foreign_json(nested(deepest_json + 1, "[", "]")).is_discarded());
  EXPECT_TRUE(foreign_json(std::string(1'000'000, '[')).is_discarded());
  EXPECT_TRUE(foreign_json(nested(deepest_json, "{\"a\":[", "]}")).is_discarded());
  const auto refused = parse_json(std::string(100'000, '['), "CODE", "a file");
  ASSERT_FALSE(refused);
  EXPECT_EQ(to_string(refused.error()), "CODE at a file: nested deeper than 64 levels");
}

TEST(ForeignJson, brackets_in_texts_do_not_nest) {
  const std::string brackets(1000, '[');
  EXPECT_EQ(foreign_json("[\"" + brackets + "\"]")[0], brackets);
  EXPECT_EQ(foreign_json("[\"\\\"" + brackets + "\\\\\"]")[0], "\"" + brackets + "\\");
  // What ends the text is the quote that no backslash stands before.
  EXPECT_TRUE(foreign_json("[\"\\\\\"," + brackets + "]").is_discarded());
}

TEST(ForeignJson, what_is_no_json_is_said) {
  EXPECT_TRUE(foreign_json("{").is_discarded());
  const auto broken = parse_json("{\"a\": 1, }", "CODE", "a file");
  EXPECT_EQ(broken.error().code, "CODE");
  EXPECT_EQ(broken.error().message.find("parse error at line 1, column 10"), 0U) << broken.error().message;
  EXPECT_EQ(*parse_json("{\"b\": 1, \"a\": 2}", "CODE", "a file"),
            (nlohmann::ordered_json{{"b", 1}, {"a", 2}}));
}

TEST(ForeignJson, what_is_wrong_is_told_in_words_that_can_be_printed) {
  const std::string name = test::hostile_name();
  for (const std::string& text : {"\"" + name, "[" + name, "{\"a\": 1" + std::string(10000, '0') + "e999}",
                                  std::string("{\"a\": \x1b}"), "[\"" + name + "\" 1]"}) {
    const auto refused = parse_json(text, "CODE", "a file");
    ASSERT_FALSE(refused);
    EXPECT_TRUE(test::is_tellable(refused.error())) << refused.error().message.substr(0, 4000);
  }
  EXPECT_NE(parse_json("{'a': 1}", "CODE", "a file").error().message.find("last read: '{''; expected"),
            std::string::npos)
      << parse_json("{'a': 1}", "CODE", "a file").error().message;
}

TEST(ForeignJson, printable_text_is_short_and_ascii) {
  EXPECT_EQ(printable("plain"), "plain");
  EXPECT_EQ(printable("a\x1b\xFF\xC3\xA9\n"), "a\\u001b\\ufffd\\u00e9\\n");
  EXPECT_EQ(printable("abcdef", 3), "abc...");
  EXPECT_EQ(printable_json(nlohmann::json{{"a", "\x7F"}}), R"({"a":"\u007f"})");
  EXPECT_EQ(printable_json(nlohmann::json("abcdef"), 4), "\"abc...");
}

}  // namespace foreign_json_test
}  // namespace bindpose
