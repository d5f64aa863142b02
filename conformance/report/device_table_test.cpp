// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/device_table.h"

#include <gtest/gtest.h>

namespace bindpose::conformance {
namespace device_table_test {

TEST(DeviceTableTest, a_row_says_what_computes_or_why_it_cannot_be_used) {
  EXPECT_EQ(device_row("gpu:osmesa", SubjectInfo{{"renderer", "toy\x1b[2J"}, {"version", "4.5"}}).substr(27),
            "toy[2J                             4.5\n");
  EXPECT_NE(device_row("a", SubjectInfo{{"software", "llvmpipe"}}).find("[software]"), std::string::npos);
  const std::string refused = device_row("a", Error{"CONTEXT_REFUSED", "EGL", "says no"});
  EXPECT_NE(refused.find("cannot be used"), std::string::npos) << refused;
  EXPECT_NE(refused.find("CONTEXT_REFUSED"), std::string::npos) << refused;
}

}  // namespace device_table_test
}  // namespace bindpose::conformance
