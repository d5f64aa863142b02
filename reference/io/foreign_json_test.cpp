// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/foreign_json.h"

#include <gtest/gtest.h>

#include "reference/testing/printable_line.h"

namespace bindpose::foreign_json_test {

std::string nested(std::size_t levels, const char* open, const char* close) {
  std::string text;
  for (std::size_t i = 0; i < levels; ++i)
    text += open;
  for (std::size_t i = 0; i < levels; ++i)
    text += close;
  return text;
}

TEST(ForeignJson, nesting_is_limited) {
  const std::size_t deepest = limits::json_depth.most;
  EXPECT_TRUE(foreign_json(nested(deepest, "[", "]")).is_array());
  EXPECT_TRUE(foreign_json(nested(deepest + 1, "[", "]")).is_discarded());
  EXPECT_TRUE(foreign_json(std::string(1'000'000, '[')).is_discarded());
  EXPECT_TRUE(foreign_json(nested(deepest, "{\"a\":[", "]}")).is_discarded());
  const auto refused = parse_json(std::string(100'000, '['), "CODE", "a file");
  ASSERT_FALSE(refused);
  EXPECT_EQ(to_string(refused.error()), "CODE at a file: nested deeper than 64 levels");
}

/// The number of values of a document, counted after parsing.
std::size_t values_in(const nlohmann::json& document) {
  std::size_t count = 1;
  for (const auto& value : document)
    if (document.is_structured()) count += values_in(value);
  return count;
}

TEST(ForeignJson, the_number_of_values_is_limited) {
  for (const char* text : {"[[],[],[]]", "{}", " [ ] ", "7",
                           "[1,[2 , 3],{\"a\": [ \"x,[,\" ], \"b\" : {\n}}]", "[\"\\\",[\", null]"}) {
    const std::size_t values = values_in(foreign_json(text));
    EXPECT_FALSE(foreign_json(text, values).is_discarded()) << text;
    EXPECT_TRUE(foreign_json(text, values - 1).is_discarded()) << text;
  }
}

/// 13 MB of text would take half a gigabyte as a document.
TEST(ForeignJson, a_list_of_millions_of_lists_is_refused_before_parsing) {
  std::string text = "[[]";
  while (text.size() < 3 * limits::json_values.most)
    text += ",[]";
  const auto refused = parse_json(text + "]", "CODE", "a file");
  ASSERT_FALSE(refused);
  EXPECT_EQ(to_string(refused.error()),
            "CODE at a file: more than 4,194,304 values, the limit for a JSON document");
}

/// An ordered document compares each member with all others of its object: a million members took an hour to parse.
TEST(ForeignJson, an_object_with_too_many_members_is_refused_before_parsing) {
  std::string text = "{\"0\":1";
  for (int i = 1; i < 40'000; ++i)
    text += ",\"" + std::to_string(i) + "\":1";
  text += "}";
  EXPECT_TRUE(foreign_json<nlohmann::ordered_json>(text).is_discarded());
  const auto refused = parse_json(text, "CODE", "a file");
  ASSERT_FALSE(refused);
  EXPECT_EQ(to_string(refused.error()), "CODE at a file: an object has too many members");
  EXPECT_EQ(foreign_json(text).size(), 40'000U);
}

TEST(ForeignJson, brackets_in_strings_do_not_nest) {
  const std::string brackets(1000, '[');
  EXPECT_EQ(foreign_json("[\"" + brackets + "\"]")[0], brackets);
  EXPECT_EQ(foreign_json("[\"\\\"" + brackets + "\\\\\"]")[0], "\"" + brackets + "\\");
  // An escaped backslash does not escape the quote after it.
  EXPECT_TRUE(foreign_json("[\"\\\\\"," + brackets + "]").is_discarded());
}

TEST(ForeignJson, text_that_is_not_json_is_an_error) {
  EXPECT_TRUE(foreign_json("{").is_discarded());
  const auto broken = parse_json("{\"a\": 1, }", "CODE", "a file");
  EXPECT_EQ(broken.error().code, "CODE");
  EXPECT_EQ(broken.error().message.find("parse error at line 1, column 10"), 0U) << broken.error().message;
  EXPECT_EQ(*parse_json("{\"b\": 1, \"a\": 2}", "CODE", "a file"),
            (nlohmann::ordered_json{{"b", 1}, {"a", 2}}));
}

TEST(ForeignJson, errors_are_printable) {
  const std::string name = test::malicious_name();
  for (const std::string& text : {"\"" + name, "[" + name, "{\"a\": 1" + std::string(10000, '0') + "e999}",
                                  std::string("{\"a\": \x1b}"), "[\"" + name + "\" 1]"}) {
    const auto refused = parse_json(text, "CODE", "a file");
    ASSERT_FALSE(refused);
    EXPECT_TRUE(test::is_printable_line(refused.error())) << refused.error().message.substr(0, 4000);
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

}  // namespace bindpose::foreign_json_test
