// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/row_view.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace bindpose::row_view_test {

const std::vector<double> numbers = {1, 2, 3, 4, 5, 6, 7};

TEST(RowView, holds_complete_rows_only) {
  const RowView<double> rows(numbers, 3);
  EXPECT_EQ(rows.count(), 2U) << "the seventh number does not make a row";
  EXPECT_EQ(rows[1].size(), 3U);
  EXPECT_EQ(rows[1].front(), 4);
  EXPECT_EQ(RowView<double>(numbers, 0).count(), 0U);
  EXPECT_EQ(RowView<double>({}, 3).count(), 0U);
}

TEST(RowViewDeathTest, a_row_that_does_not_exist_ends_the_program) {
  const RowView<double> rows(numbers, 3);
  EXPECT_DEATH(static_cast<void>(rows[2]), "row 2 of 2 does not exist");
  EXPECT_DEATH(static_cast<void>(rows[std::numeric_limits<std::size_t>::max()]), "does not exist");
}

}  // namespace bindpose::row_view_test
