// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/markdown.h"

#include <gtest/gtest.h>

namespace bindpose::conformance {
namespace page_test {

TEST(PageTest, tables_stand_in_columns) {
  EXPECT_EQ(
      readable(
          "# Title\n\nText | text.\n\n<!-- arrays -->\n| a | long |\n| --- | --- |\n| `xyz` | (C \\| t) |\n"
          "<!-- /arrays -->\n\nMore.\n",
          80),
      "\nText | text.\n\n"
      "a      long\n"
      "-----  -------\n"
      "`xyz`  (C | t)\n"
      "\nMore.\n");
}

TEST(PageTest, a_table_may_be_the_end_and_lack_cells) {
  EXPECT_EQ(readable("# T\n| a | b |\n| c |\n", 80), "a  b\nc\n");
}

TEST(PageTest, a_table_that_is_too_wide_is_a_list) {
  EXPECT_EQ(readable("# T\n| name | meaning |\n| --- | --- |\n| `x` | one two three |\n", 16),
            "- `x`\n"
            "    meaning:\n"
            "      one two\n"
            "      three\n");
}

TEST(PageTest, long_lines_go_on_below_their_first_word) {
  EXPECT_EQ(readable("# T\n  sum   a + b + c + d\n", 16),
            "  sum   a + b +\n"
            "        c + d\n");
}

}  // namespace page_test
}  // namespace bindpose::conformance
