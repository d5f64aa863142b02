// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/below.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "reference/io/safetensors.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::below_test {

namespace fs = std::filesystem;

struct BelowTest : testing::Test {
  BelowTest() {
    fs::create_directories(top_);
    fs::create_directories(far_);
    EXPECT_TRUE(write_file(far_ / "file", "theirs"));
  }
  int why_not_opened(const fs::path& name) const {
    errno = 0;
    return open_below(top_, name, O_RDONLY).get() < 0 ? errno : 0;
  }
  void expect_far_untouched() const {
    EXPECT_EQ(read_text(far_ / "file"), "theirs");
    EXPECT_EQ(std::distance(fs::directory_iterator(far_), {}), 1);
  }

  const TemporaryFolder temporary_;
  const fs::path top_ = temporary_.path() / "top", far_ = temporary_.path() / "far";
};

TEST_F(BelowTest, files_are_written_read_and_removed_in_new_folders) {
  ASSERT_TRUE(write_below(top_, "a/b/file", "text"));
  EXPECT_EQ(read_below(top_, "a/./b/../b/file", 100), "text");
  EXPECT_EQ(read_below(top_, "a/b/file", 3).error().code, "FILE_SIZE");
  ASSERT_TRUE(write_below(temporary_.path() / "new", "file", "text")) << "creates the top folder as well";
  EXPECT_TRUE(remove_below(top_, "a/b/file"));
  EXPECT_TRUE(remove_below(top_, "a/b/file"));
  EXPECT_TRUE(remove_below(top_, "nowhere/file"));
  EXPECT_EQ(remove_below(top_, "a/b").error().code, "FILE_WRITE") << "a folder";
  EXPECT_EQ(read_below(top_, "a/b/file", 100).error().code, "FILE_READ");
}

TEST_F(BelowTest, links_to_the_top_are_followed_but_none_below) {
  fs::create_directory_symlink(far_, top_ / "link");
  EXPECT_TRUE(read_below(top_ / "link", "file", 100));
  EXPECT_EQ(why_not_opened("link/file"), ENOTDIR);
  fs::create_symlink(far_ / "file", top_ / "file");
  EXPECT_EQ(why_not_opened("file"), ELOOP);
  EXPECT_EQ(read_below(top_, "file", 100).error().message, reason_below(ELOOP));
  for (const char* name : {"link/new", "link/file", "link/in/new"})
    EXPECT_EQ(write_below(top_, name, "mine").error().code, "FILE_WRITE") << name;
  EXPECT_EQ(make_folder_below(top_, "link/in").error().code, "FILE_WRITE");
  EXPECT_EQ(open_in_place(top_, "file", O_TRUNC).error().message, reason_below(ELOOP));
  EXPECT_EQ(open_in_place(top_, "link/file", O_APPEND).error().message, reason_below(ENOTDIR));
  EXPECT_EQ(remove_below(top_, "link/file").error().message, reason_below(ENOTDIR));
  expect_far_untouched();
}

TEST_F(BelowTest, a_name_cannot_leave_the_top) {
  for (const fs::path& name : {fs::path(".."), fs::path("../far/file"), fs::path("a/../../far/file"), far_}) {
    EXPECT_EQ(why_not_opened(name), EPERM) << name;
    EXPECT_EQ(write_below(top_, name, "mine").error().code, "FILE_WRITE") << name;
  }
  expect_far_untouched();
}

TEST_F(BelowTest, only_regular_files_can_grow) {
  const auto begun = open_in_place(top_, "log", O_TRUNC);
  ASSERT_TRUE(begun && write_all(*begun, "one "));
  const auto more = open_in_place(top_, "log", O_APPEND);
  ASSERT_TRUE(more && write_all(*more, "two"));
  EXPECT_EQ(read_text(top_ / "log"), "one two");
  ASSERT_TRUE(open_in_place(top_, "log", O_TRUNC));
  EXPECT_EQ(read_text(top_ / "log"), "");
  ASSERT_EQ(::mkfifo((top_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(open_in_place(top_, "pipe", O_APPEND).error().code, "FILE_WRITE") << "without a reader";
  const Descriptor reader(::open((top_ / "pipe").c_str(), O_RDONLY | O_NONBLOCK));
  EXPECT_EQ(open_in_place(top_, "pipe", O_APPEND).error().code, "FILE_WRITE") << "with a reader";
}

/// Every reader refuses a special file at once, even a pipe without a writer.
TEST_F(BelowTest, special_files_are_not_read) {
  ASSERT_EQ(::mkfifo((top_ / "pipe").c_str(), 0600), 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  (top_ / "socket").string().copy(address.sun_path, sizeof address.sun_path - 1);
  const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ASSERT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  fs::create_symlink("/dev/zero", top_ / "endless");
  for (const fs::path& path : {top_ / "pipe", top_ / "socket", top_ / "endless", top_, fs::path("/dev/null")})
    EXPECT_EQ(read_text(path).error().code, "FILE_READ") << path;
}

}  // namespace bindpose::below_test
