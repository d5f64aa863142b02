// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/issue_log.h"

#include <gtest/gtest.h>

namespace bindpose::gltf::issue_log_test {

TEST(issue_log, errors_come_before_warnings_each_in_their_order) {
  IssueLog log;
  log.warning("W1", Pointer() / "a", "one");
  log.error("E1", Pointer() / "b", "two");
  log.error_at("E2", "@12", "three");
  log.warning_at("W2", "", "four");
  const std::vector<Issue> all = log.all();
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].code, "E1");
  EXPECT_EQ(all[0].pointer, "/b");
  EXPECT_EQ(all[1].code, "E2");
  EXPECT_EQ(all[1].pointer, "@12");
  EXPECT_EQ(all[1].severity, Issue::Severity::error);
  EXPECT_EQ(all[2].code, "W1");
  EXPECT_EQ(all[3].message, "four");
  EXPECT_EQ(log.warnings().size(), 2U);
}

TEST(issue_log, warnings_do_not_count_as_errors) {
  IssueLog log;
  EXPECT_FALSE(log.has_errors());
  log.warning("W", Pointer(), "");
  EXPECT_FALSE(log.has_errors());
  log.error("E", Pointer(), "");
  EXPECT_TRUE(log.has_errors());
}

TEST(issue_log, the_number_of_kept_issues_is_limited) {
  IssueLog log;
  for (int i = 0; i < 30'000; ++i)
    log.error("E", Pointer(), "");
  EXPECT_EQ(log.all().size(), 10'000U);
  EXPECT_TRUE(log.has_errors());
}

}  // namespace bindpose::gltf::issue_log_test
