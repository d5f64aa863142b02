// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/lines.h"

#include <gtest/gtest.h>

namespace bindpose::lines_test {

TEST(Lines, lines_end_at_line_feeds) {
  using Views = std::vector<std::string_view>;
  EXPECT_EQ(lines_of(""), Views{});
  EXPECT_EQ(lines_of("a\n\nb"), (Views{"a", "", "b"}));
  EXPECT_EQ(lines_of("a\n"), Views{"a"});
}

TEST(Lines, content_lines_keep_their_numbers) {
  const auto lines = content_lines("# comment\n \t\r\n  a b \r\n\n # no comment\nc");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].number, 3U);
  EXPECT_EQ(lines[0].line, "  a b");
  EXPECT_EQ(lines[1].line, " # no comment");
  EXPECT_EQ(lines[2].number, 6U);
}

TEST(Lines, a_byte_order_mark_is_no_content) {
  EXPECT_EQ(without_mark("\xEF\xBB\xBF# comment"), "# comment");
  const auto lines = content_lines("\xEF\xBB\xBFname");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].line, "name");
}

}  // namespace bindpose::lines_test
