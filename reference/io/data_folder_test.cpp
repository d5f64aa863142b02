// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/data_folder.h"

#include <gtest/gtest.h>

#include "reference/testing/temporary_folder.h"

namespace bindpose::data_folder_test {

namespace fs = std::filesystem;

TEST(data_folder, the_data_folder_is_next_to_the_program) {
  ::unsetenv("BINDPOSE_DATA");
  const auto folders = data_folders();
  ASSERT_EQ(folders.size(), 1U);
  EXPECT_TRUE(fs::is_regular_file(folders[0] / "golden/data/skinning/linear_blend/cases.json"));
  EXPECT_TRUE(fs::is_regular_file(folders[0] / "course/rubric.json"));
}

TEST(data_folder, the_environment_variable_comes_first) {
  const TemporaryFolder temporary;
  const fs::path folder = fs::canonical(temporary.path());
  ::setenv("BINDPOSE_DATA", folder.c_str(), 1);
  const auto named = data_folders();
  const fs::path elsewhere = find_data("course/rubric.json");
  fs::create_directories(folder / "course" / "rubric.json");
  EXPECT_EQ(find_data("course/rubric.json"), folder / "course/rubric.json");
  ::setenv("BINDPOSE_DATA", "/no/such/folder", 1);
  const auto not_there = data_folders();
  ::unsetenv("BINDPOSE_DATA");
  ASSERT_EQ(named.size(), 2U) << "the installed folder must stay in the list, to be hidden from subjects";
  EXPECT_EQ(named[0], folder);
  EXPECT_EQ(not_there, data_folders());
  EXPECT_EQ(elsewhere, not_there[0] / "course/rubric.json");
  EXPECT_EQ(find_data("no/such.csv"), "no/such.csv");
}

}  // namespace bindpose::data_folder_test
