// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/new_file.h"

#include <iterator>
#include <set>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "reference/io/below.h"
#include "reference/io/safetensors.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::new_file_test {

namespace fs = std::filesystem;

struct NewFileTest : testing::Test {
  std::ptrdiff_t entries() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  const TemporaryFolder temporary_;
  const fs::path& folder_ = temporary_.path();
};

TEST_F(NewFileTest, a_file_appears_when_it_is_complete) {
  ASSERT_TRUE(write_file(folder_ / "a", "before"));
  {
    NewFile file(folder_ / "a"), rest(folder_ / "rest"), nothing(folder_ / "nothing");
    file.add("one ");
    rest.add("two");
    EXPECT_EQ(*read_text(folder_ / "a"), "before");
    file.add(nothing);
    file.add(rest);
    ASSERT_TRUE(file.finish());
  }
  EXPECT_EQ(*read_text(folder_ / "a"), "one two");
  EXPECT_EQ(entries(), 1) << "an unfinished file leaves nothing";
}

TEST_F(NewFileTest, errors_are_reported_at_the_end) {
  NewFile nowhere(folder_ / "none" / "a");
  nowhere.add("text");
  EXPECT_EQ(nowhere.finish().error().code, "FILE_WRITE");
  NewFile full("/dev/full/a");
  EXPECT_EQ(full.finish().error().code, "FILE_WRITE");
  NewFile file(folder_ / "a");
  file.add(nowhere);
  EXPECT_EQ(file.finish().error().code, "FILE_WRITE") << "a piece of the file is missing";
  fs::create_directories(folder_ / "taken" / "inside");
  NewFile taken(folder_ / "taken");
  EXPECT_EQ(taken.finish().error().code, "FILE_WRITE");
}

/// Formerly a write followed the link if the name of the temporary file was known.
TEST_F(NewFileTest, a_link_at_the_name_is_replaced_and_not_followed) {
  ASSERT_TRUE(write_file(folder_ / "theirs", "precious"));
  fs::create_symlink(folder_ / "theirs", folder_ / "a");
  fs::create_symlink(folder_ / "none", folder_ / "b");
  for (const char* name : {"a", "b"}) {
    ASSERT_TRUE(write_file(folder_ / name, "mine")) << name;
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(folder_ / name))) << name;
  }
  EXPECT_EQ(*read_text(folder_ / "theirs"), "precious");
  EXPECT_FALSE(fs::exists(folder_ / "none"));
}

/// Formerly the name was FILE.HOST.PROCESS.NUMBER.partial, and a link with this name was followed.
TEST_F(NewFileTest, the_temporary_name_is_hidden_and_differs_each_time) {
  std::set<std::string> names;
  for (int i = 0; i < 20; ++i) {
    const NewFile file(folder_ / "a");
    ASSERT_EQ(entries(), 1);
    const std::string name = fs::directory_iterator(folder_)->path().filename();
    EXPECT_TRUE(is_unfinished(name)) << name;
    EXPECT_EQ(name.size(), std::string(".bindpose-.partial").size() + 32) << name;
    names.insert(name);
  }
  EXPECT_EQ(names.size(), 20U);
}

TEST_F(NewFileTest, pipes_and_devices_are_refused_and_left_in_place) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  fs::create_symlink("/dev/null", folder_ / "null");
  fs::create_directory_symlink("/tmp", folder_ / "linked");
  for (const char* name : {"pipe", "null", "linked"})
    EXPECT_EQ(write_file(folder_ / name, "mine").error().code, "FILE_WRITE") << name;
  EXPECT_TRUE(fs::is_fifo(folder_ / "pipe"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "null"));
  EXPECT_EQ(entries(), 3);
}

TEST_F(NewFileTest, a_finished_file_can_stay_open_for_writing) {
  NewFile file(folder_ / "a");
  file.add("one ");
  const auto open = file.finish_open();
  ASSERT_TRUE(open);
  EXPECT_EQ(*read_text(folder_ / "a"), "one ");
  ASSERT_TRUE(write_all(*open, "two"));
  EXPECT_EQ(*read_text(folder_ / "a"), "one two");
}

}  // namespace bindpose::new_file_test
