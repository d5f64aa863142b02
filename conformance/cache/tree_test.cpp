// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cache/tree.h"

#include <chrono>
#include <fstream>
#include <set>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "conformance/cache/sha256.h"
#include "reference/io/safetensors.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::tree_test {

namespace fs = std::filesystem;

struct TreeTest : testing::Test {
  TreeTest() {
    fs::create_directories(tree_ / "in");
    write("file", "text");
    write("in/file", "text");
    fs::create_symlink("file", tree_ / "link");
  }
  void write(const std::string& name, const std::string& text) {
    EXPECT_TRUE(write_file(tree_ / name, text));
  }

  const TemporaryFolder temporary_;
  const fs::path tree_ = temporary_.path() / "tree", notes_ = temporary_.path() / "notes";
};

TEST_F(TreeTest, every_difference_gives_another_name) {
  std::set<std::string> names = {content_name(tree_)};
  const auto is_new = [&] { return names.insert(content_name(tree_)).second; };
  write("in/file", "texT");
  EXPECT_TRUE(is_new()) << "a byte of a file";
  fs::rename(tree_ / "in/file", tree_ / "in/other");
  EXPECT_TRUE(is_new()) << "a name";
  write("new", "");
  EXPECT_TRUE(is_new()) << "one more file";
  fs::create_directory(tree_ / "empty");
  EXPECT_TRUE(is_new()) << "one more folder";
  fs::permissions(tree_ / "file", fs::perms::owner_exec, fs::perm_options::add);
  EXPECT_TRUE(is_new()) << "the permission to execute";
  fs::remove(tree_ / "link");
  fs::create_symlink("new", tree_ / "link");
  EXPECT_TRUE(is_new()) << "the target of a link";
  fs::remove(tree_ / "link");
  write("link", "new");
  EXPECT_TRUE(is_new()) << "a file in place of a link";
}

TEST_F(TreeTest, the_size_of_a_tree_is_found_without_reading_files) {
  // The tree, a folder, two files and a link.
  EXPECT_TRUE(require_size(tree_, {8, 5}));
  EXPECT_EQ(require_size(tree_, {8, 4}).error().code, "TREE_SIZE");
  const auto bytes = require_size(tree_, {7, 5});
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().where, "in/file") << "the first file beyond the limit";
  EXPECT_TRUE(require_size(tree_, {8, 5, 1}));
  EXPECT_EQ(require_size(tree_, {8, 5, 0}).error().message, "its folders are nested more than 0 deep");
  fs::create_directory_symlink("/usr", tree_ / "system");
  EXPECT_TRUE(require_size(tree_, {8, 6})) << "links are not followed";
  fs::resize_file(tree_ / "file", std::uintmax_t{1} << 40);
  EXPECT_FALSE(require_size(tree_, {std::uintmax_t{1} << 30, 6})) << "holes count";
}

TEST_F(TreeTest, times_and_location_do_not_change_the_name) {
  const std::string name = content_name(tree_);
  fs::last_write_time(tree_ / "file", fs::file_time_type::clock::now() - std::chrono::hours(1000));
  EXPECT_EQ(content_name(tree_), name);
  fs::rename(tree_, temporary_.path() / "elsewhere");
  EXPECT_EQ(content_name(temporary_.path() / "elsewhere"), name);
  fs::create_directory_symlink("elsewhere", tree_);
  EXPECT_EQ(content_name(tree_), name) << "by a link to it";
}

/// A pipe without a writer does not block, and special files are part of the name.
TEST_F(TreeTest, special_files_are_not_read) {
  std::set<std::string> names = {content_name(tree_)};
  const auto is_new = [&] {
    const std::string name = content_name(tree_);
    EXPECT_EQ(content_name(tree_), name);
    return names.insert(name).second;
  };
  ASSERT_EQ(::mkfifo((tree_ / "pipe").c_str(), 0600), 0);
  EXPECT_TRUE(is_new());
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  (tree_ / "socket").string().copy(address.sun_path, sizeof address.sun_path - 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  ::close(socket);
  EXPECT_TRUE(is_new());
  fs::create_symlink("nowhere", tree_ / "dangling");
  EXPECT_TRUE(is_new());
  fs::create_symlink("loop", tree_ / "loop");
  EXPECT_TRUE(is_new());
  fs::create_directory_symlink("..", tree_ / "in/above");
  EXPECT_TRUE(is_new()) << "links are not followed";
  fs::create_symlink("/dev/zero", tree_ / "endless");
  EXPECT_TRUE(is_new());
  write("unreadable", "text");
  fs::permissions(tree_ / "unreadable", fs::perms::none);
  EXPECT_TRUE(is_new());
  EXPECT_NE(content_name(tree_ / "pipe"), content_name(tree_ / "loop"));
  EXPECT_FALSE(sha256_of_file(tree_ / "pipe"));
  EXPECT_FALSE(sha256_of_file("/dev/zero"));
}

TEST_F(TreeTest, files_and_missing_files_have_names) {
  EXPECT_NE(content_name(tree_ / "file"), content_name(tree_ / "none"));
  EXPECT_EQ(content_name(tree_ / "file"), content_name(tree_ / "in/file"));
}

/// Waits until the file system's clock has advanced enough for looks_of().
void wait_until_settled(const fs::path& tree) {
  while (looks_of({tree}).empty())
    ::usleep(100000);
}

TEST_F(TreeTest, large_trees_are_read_once_until_they_change) {
  std::size_t readings = 0;
  const auto count = [&readings](std::size_t done, std::size_t) { readings += done == 0 ? 1 : 0; };
  const auto name = [&] { return LargeContent({tree_}, notes_, {count, {}}).name(); };
  EXPECT_EQ(looks_of({tree_}), "") << "the tree is new: another change could have the same time";
  const std::string first = name();
  EXPECT_EQ(name(), first);
  EXPECT_EQ(readings, 2U) << "so the tree is read again";
  wait_until_settled(tree_);
  EXPECT_EQ(name(), first);
  EXPECT_EQ(name(), first);
  EXPECT_EQ(readings, 3U);
  write("in/file", "TEXT");  // the same length
  wait_until_settled(tree_);
  EXPECT_NE(name(), first);
  EXPECT_EQ(readings, 4U);
}

TEST_F(TreeTest, a_new_time_changes_the_name_of_a_huge_file) {
  const fs::path sparse = tree_ / "sparse";
  std::ofstream(sparse).close();
  fs::resize_file(sparse, std::uintmax_t{200} << 30);
  const std::string first = content_name(tree_);
  EXPECT_EQ(content_name(tree_), first);
  fs::last_write_time(sparse, fs::last_write_time(sparse) - std::chrono::hours(1));
  EXPECT_NE(content_name(tree_), first);
}

/// Formerly, with a full disk for the notes, every run read everything again without a message.
TEST_F(TreeTest, reading_reports_progress_and_unwritable_notes) {
  wait_until_settled(tree_);
  std::vector<std::size_t> done;
  std::size_t all = 0;
  std::string error;
  const Reading reading{[&](std::size_t now, std::size_t of) {
                          done.push_back(now);
                          all = of;
                        },
                        [&](const Error& why) { error = why.code; }};
  ASSERT_TRUE(write_file(notes_, std::string_view("a file in the way")));
  LargeContent content({tree_}, notes_, reading);
  const std::string name = content.name();
  EXPECT_EQ(error, "FILE_WRITE");
  EXPECT_EQ(content.name(), name);
  EXPECT_EQ(all, 5U) << "the folder, a folder in it, two files, a link";
  EXPECT_EQ(done, (std::vector<std::size_t>{0, all})) << "one reading, although no note exists";
  error.clear();
  std::filesystem::remove(notes_);
  EXPECT_EQ(LargeContent({tree_}, notes_, reading).name(), name);
  EXPECT_EQ(error, "") << "the note was stored";
  done.clear();
  EXPECT_EQ(LargeContent({tree_}, notes_, reading).name(), name);
  EXPECT_TRUE(done.empty()) << "the tree is not read again";
}

TEST_F(TreeTest, a_damaged_note_is_ignored) {
  wait_until_settled(tree_);
  const std::string first = LargeContent({tree_}, notes_).name();
  for (const auto& note : fs::directory_iterator(notes_))
    ASSERT_TRUE(write_file(note.path(), std::string_view("another name")));
  EXPECT_EQ(LargeContent({tree_}, notes_).name(), first);
  EXPECT_EQ(LargeContent({tree_}, "").name(), first) << "also without notes";
}

}  // namespace bindpose::conformance::tree_test
