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
          "<!-- /arrays -->\n\nMore.\n"),
      "\nText | text.\n\n"
      "a      long\n"
      "-----  -------\n"
      "`xyz`  (C | t)\n"
      "\nMore.\n");
}

TEST(PageTest, a_table_may_be_the_end_and_lack_cells) {
  EXPECT_EQ(readable("# T\n| a | b |\n| c |\n"), "a  b\nc\n");
}

}  // namespace page_test
}  // namespace bindpose::conformance
