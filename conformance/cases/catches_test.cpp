// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/catches.h"

#include <fstream>

#include <gtest/gtest.h>

#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::catches_test {

TEST(CatchesTest, a_row_has_a_case_and_its_defects) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "catches.csv";
  std::ofstream(file) << "case,defects\na.b,one two-3\na.c,\n";
  EXPECT_EQ(*read_catches(file), (Catches{{"a.b", {"one", "two-3"}}, {"a.c", {}}}));
  EXPECT_EQ(read_catches(folder.path() / "none.csv").error().code, "FILE_READ");
}

TEST(CatchesTest, cases_get_the_stored_rows) {
  const auto cases = cases_with_catches();
  ASSERT_TRUE(cases) << to_string(cases.error());
  EXPECT_EQ(cases->front().catches, kept_catches()->at(cases->front().name));
  EXPECT_FALSE(cases->front().catches.empty());
}

}  // namespace bindpose::conformance::catches_test
