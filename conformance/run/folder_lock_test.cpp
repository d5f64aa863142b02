// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/folder_lock.h"

#include <fstream>

#include <gtest/gtest.h>

#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace folder_lock_test {

TEST(FolderLock, is_for_one_at_a_time) {
  const TemporaryFolder folder;
  {
    const auto first = FolderLock::take(folder / "made");
    ASSERT_TRUE(first) << to_string(first.error());
    EXPECT_EQ(FolderLock::take(folder / "made").error().code, "FOLDER_BUSY");
    EXPECT_TRUE(FolderLock::take(folder / "other"));
  }
  EXPECT_TRUE(FolderLock::take(folder / "made")) << "free again";
  std::ofstream(folder / "file") << "in the way";
  EXPECT_EQ(FolderLock::take(folder / "file").error().code, "FILE_WRITE");
}

}  // namespace folder_lock_test
}  // namespace bindpose::conformance
