// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cache/sealed_file.h"

#include <set>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reference/io/safetensors.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::sealed_file_test {

namespace fs = std::filesystem;

struct SealedFileTest : testing::Test {
  const TemporaryFolder temporary_;
  const fs::path top_ = temporary_.path(), name_ = "in/some/folder", file_ = top_ / name_;
};

TEST_F(SealedFileTest, a_file_is_read_as_written) {
  EXPECT_FALSE(read_sealed(top_, name_));
  ASSERT_TRUE(write_sealed(top_, name_, "some\ntext"));
  EXPECT_EQ(read_sealed(top_, name_), "some\ntext");
  ASSERT_TRUE(write_sealed(top_, name_, ""));
  EXPECT_EQ(read_sealed(top_, name_), "");
}

TEST_F(SealedFileTest, changed_and_missing_bytes_are_detected) {
  ASSERT_TRUE(write_sealed(top_, name_, "a text"));
  const std::string whole = read_text(file_).value();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string other = whole;
    other[i] = static_cast<char>(other[i] ^ 1);
    ASSERT_TRUE(write_file(file_, other));
    EXPECT_FALSE(read_sealed(top_, name_)) << "byte " << i;
    ASSERT_TRUE(write_file(file_, whole.substr(0, i)));
    EXPECT_FALSE(read_sealed(top_, name_)) << "only " << i << " bytes";
  }
}

TEST_F(SealedFileTest, special_files_are_not_read) {
  ASSERT_TRUE(write_sealed(top_, name_, "a text"));
  fs::create_symlink(file_, top_ / "link");
  fs::create_directory_symlink("in", top_ / "linked");
  ASSERT_EQ(::mkfifo((top_ / "pipe").c_str(), 0600), 0);
  EXPECT_FALSE(read_sealed(top_, "link"));
  EXPECT_FALSE(read_sealed(top_, "linked/some/folder")) << "a link inside the path";
  EXPECT_TRUE(read_sealed(top_ / "linked", "some/folder")) << "the folder that the user named may be a link";
  EXPECT_FALSE(read_sealed(top_, "pipe")) << "and reading does not wait";
  EXPECT_FALSE(read_sealed(top_, ""));
}

TEST_F(SealedFileTest, readers_get_the_whole_file_of_one_writer) {
  constexpr int writers = 4, rounds = 200;
  const auto text_of = [](int writer) { return std::string(5000, static_cast<char>('a' + writer)); };
  ASSERT_TRUE(write_sealed(top_, name_, text_of(0)));
  for (int w = 0; w < writers; ++w)
    if (::fork() == 0) {
      bool all = true;
      for (int i = 0; i < rounds; ++i)
        all = write_sealed(top_, name_, text_of(w)).has_value() && all;
      ::_exit(all ? 0 : 1);
    }
  const std::set<std::string> written = {text_of(0), text_of(1), text_of(2), text_of(3)};
  int ended = 0;
  while (ended < writers) {
    const auto text = read_sealed(top_, name_);
    ASSERT_TRUE(text && written.contains(*text));
    int status = 0;
    if (::waitpid(-1, &status, WNOHANG) <= 0) continue;
    EXPECT_EQ(status, 0);
    ++ended;
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(file_.parent_path()), {}), 1)
      << "nothing else is left there";
}

TEST_F(SealedFileTest, unwritable_folders_are_reported) {
  ASSERT_TRUE(write_file(temporary_.path() / "in", std::string_view("a file in the way")));
  EXPECT_EQ(write_sealed(top_, name_, "a text").error().code, "FILE_WRITE");
}

}  // namespace bindpose::conformance::sealed_file_test
