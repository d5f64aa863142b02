// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/readable_copy.h"

#include <atomic>
#include <cstdio>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::readable_copy_test {

namespace fs = std::filesystem;

struct ReadableCopyTest : testing::Test {
  const TemporaryFolder folder;
  const fs::path from = folder.path() / "from", to = folder.path() / "to";

  void SetUp() override {
    fs::create_directories(from / "inner");
    put("inner/answer", 0600);
    put("program", 0700);
    fs::create_symlink("/etc/passwd", from / "link");
    ::mkfifo((from / "pipe").c_str(), 0600);
    ::chmod((from / "inner").c_str(), 0700);
  }
  void put(const char* name, mode_t mode) const {
    std::ofstream(from / name) << name;
    ::chmod((from / name).c_str(), mode);
  }
  static int mode(const fs::path& path) { return static_cast<int>(fs::symlink_status(path).permissions()); }
};

TEST_F(ReadableCopyTest, every_user_may_read_a_copy) {
  EXPECT_FALSE(is_open_to_all(from));
  ASSERT_TRUE(copy_for_all(from, to));
  EXPECT_TRUE(is_open_to_all(to));
  EXPECT_EQ(mode(to / "inner/answer"), 0644);
  EXPECT_EQ(mode(to / "program"), 0755);
  EXPECT_EQ(mode(from / "program"), 0700) << "the original is unchanged";
  EXPECT_EQ(fs::read_symlink(to / "link"), "/etc/passwd");
  EXPECT_FALSE(fs::exists(to / "pipe"));
}

TEST_F(ReadableCopyTest, excluded_folders_are_not_copied) {
  ASSERT_TRUE(copy_for_all(from, to, {from / "inner"}));
  EXPECT_FALSE(fs::exists(to / "inner"));
  EXPECT_TRUE(fs::exists(to / "program"));
}

TEST_F(ReadableCopyTest, files_that_disappear_during_the_copy_are_ignored) {
  std::atomic<bool> done = false;
  std::thread writer([&] {
    while (!done) {
      std::ofstream(from / "report.partial") << "words";
      fs::rename(from / "report.partial", from / "report");
    }
  });
  for (int i = 0; i < 100; ++i) {
    const fs::path copy = folder.path() / std::to_string(i);
    const auto copied = copy_for_all(from, copy);
    EXPECT_TRUE(copied) << to_string(copied.error());
    EXPECT_TRUE(fs::exists(copy / "program"));
  }
  done = true;
  writer.join();
  EXPECT_EQ(test::code_of(copy_for_all(folder.path() / "nothing", to)), "FILE_READ")
      << "the named file is missing";
}

/// A process that may write to the folder keeps swapping a file and a link to a secret file.
TEST_F(ReadableCopyTest, a_link_that_replaces_a_file_is_not_followed) {
  std::ofstream(folder.path() / "secret") << "secret";
  fs::create_symlink(folder.path() / "secret", folder.path() / "other");
  std::atomic<bool> done = false;
  std::thread swapper([&] {
    while (!done)
      ::renameat2(AT_FDCWD, (folder.path() / "other").c_str(), AT_FDCWD, (from / "inner/answer").c_str(),
                  RENAME_EXCHANGE);
  });
  int followed = 0;
  for (int i = 0; i < 600; ++i) {
    const fs::path copy = folder.path() / std::to_string(i), file = copy / "answer";
    EXPECT_TRUE(copy_for_all(from / "inner", copy));
    std::string text;
    if (!fs::is_symlink(file)) std::ifstream(file) >> text;
    followed += static_cast<int>(text == "secret");
    fs::remove_all(copy);
  }
  done = true;
  swapper.join();
  EXPECT_EQ(followed, 0);
}

TEST_F(ReadableCopyTest, a_folder_that_is_too_large_is_not_copied) {
  fs::resize_file(from / "program", most_copied + 1);  // a sparse file takes no space
  EXPECT_EQ(test::code_of(copy_for_all(from, to)), "SANDBOX_FOLDER");
}

/// Each level of the iteration stores the whole path: thousands of levels would take gigabytes.
TEST_F(ReadableCopyTest, folders_that_are_too_deep_are_refused) {
  fs::path inner = folder.path() / "deep";
  for (int level = 0; level < 80; ++level)
    inner /= "d";
  fs::create_directories(inner);
  EXPECT_FALSE(is_open_to_all(folder.path() / "deep"));
  EXPECT_EQ(test::code_of(copy_for_all(folder.path() / "deep", folder.path() / "copy")), "SANDBOX_FOLDER");
}

TEST_F(ReadableCopyTest, a_closed_parent_folder_prevents_access) {
  ::chmod(folder.path().c_str(), 0755);
  const bool temporary_files = is_reached_by_all(folder.path());
  EXPECT_EQ(is_reached_by_all(from), temporary_files);
  ::chmod(folder.path().c_str(), 0700);
  EXPECT_FALSE(is_reached_by_all(from));
}

}  // namespace bindpose::conformance::readable_copy_test
