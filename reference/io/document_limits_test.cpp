// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/document_limits.h"

#include <fstream>
#include <vector>

#include <gtest/gtest.h>

namespace bindpose::document_limits_test {

TEST(DocumentLimits, the_page_lists_every_limit) {
  std::vector<std::string> rows;
  std::ifstream page(BINDPOSE_IO_PAGE);
  for (std::string line; std::getline(page, line);)
    if (line.starts_with("| ") && !line.starts_with("| what") && !line.starts_with("| ---"))
      rows.push_back(line);
  std::vector<std::string> expected;
  for (const DocumentLimit& limit : document_limits())
    expected.push_back("| " + std::string(limit.of) + " | " + to_string(limit) + " |");
  EXPECT_EQ(rows, expected);
}

TEST(DocumentLimits, limits_are_printed_for_people) {
  EXPECT_EQ(to_string(DocumentLimit{"", 1000, "nodes"}), "1,000 nodes");
  EXPECT_EQ(to_string(DocumentLimit{"", 64, "levels"}), "64 levels");
  EXPECT_EQ(to_string(DocumentLimit{"", 4'194'304, "values"}), "4,194,304 values");
  EXPECT_EQ(to_string(DocumentLimit{"", 65'536, "bytes"}), "64 KiB");
  EXPECT_EQ(to_string(DocumentLimit{"", 1'000, "bytes"}), "1,000 bytes");
  EXPECT_EQ(to_string(limits::rubric), "16 MiB");
}

}  // namespace bindpose::document_limits_test
