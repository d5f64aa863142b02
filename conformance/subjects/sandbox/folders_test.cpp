// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Removes the files that foreign code leaves, and nothing else, even if the code interferes.
#include "conformance/subjects/sandbox/folders.h"

#include <atomic>
#include <csignal>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <linux/fs.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/own_user.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::folders_test {

namespace fs = std::filesystem;

void write(const fs::path& file, std::size_t bytes = 10) {
  std::ofstream(file) << std::string(bytes, 'x');
}

/// Nests folders, starting from the outermost; the path of the innermost is too long for any call.
void dig(const fs::path& top, int levels) {
  int place = ::open(top.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  for (int level = 0; level < levels && place >= 0; ++level) {
    ASSERT_EQ(::mkdirat(place, "a-name-of-some-length", S_IRWXU), 0);
    const int inner = ::openat(place, "a-name-of-some-length", O_PATH | O_DIRECTORY | O_CLOEXEC);
    ::close(place);
    place = inner;
  }
  ::close(place);
}

mode_t mode_of(const fs::path& path) {
  struct stat status {};
  ::lstat(path.c_str(), &status);
  return status.st_mode & 07777;
}

struct FoldersTest : testing::Test {
  FoldersTest() {
    for (const fs::path& folder : {victim(), victim() / "inner", scratch()})
      fs::create_directories(folder);
    write(victim() / "inner" / "kept");
    ::chmod((victim() / "inner").c_str(), 0755);
  }
  fs::path victim() const { return folder_.path() / "victim"; }
  fs::path scratch() const { return folder_.path() / "scratch"; }
  void expect_victim_is_whole() const {
    EXPECT_TRUE(fs::exists(victim() / "inner" / "kept"));
    EXPECT_EQ(mode_of(victim() / "inner"), 0755U);
  }

  const TemporaryFolder folder_;
};

TEST_F(FoldersTest, everything_in_a_folder_is_removed) {
  fs::create_directories(scratch() / "a" / "b" / "c");
  write(scratch() / "a" / "b" / "file");
  fs::create_symlink("nowhere", scratch() / "a" / "dangling");
  ASSERT_EQ(::mkfifo((scratch() / "pipe").c_str(), S_IRUSR), 0);
  fs::permissions(scratch() / "a" / "b", fs::perms::none);
  fs::permissions(scratch() / "a", fs::perms::none);
  remove_everything(scratch());
  EXPECT_FALSE(fs::exists(scratch()));
}

TEST_F(FoldersTest, a_folder_is_emptied_and_stays) {
  fs::create_directories(scratch() / "a" / "b");
  write(scratch() / "file");
  empty_folder(scratch());
  EXPECT_TRUE(fs::is_empty(scratch()));
}

TEST_F(FoldersTest, a_folder_that_others_keep_filling_does_not_block) {
  fs::create_directories(scratch());
  std::atomic<bool> is_over = false;
  std::thread writer([&] {
    for (int i = 0; !is_over; ++i) {
      ::mkdir((scratch() / std::to_string(i)).c_str(), 0700);
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  });
  const auto start = std::chrono::steady_clock::now();
  for (int round = 0; round < 5; ++round)
    empty_folder(scratch(), std::chrono::milliseconds(200));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  is_over = true;
  writer.join();
  EXPECT_FALSE(empty_folder(scratch() / "missing"));
  EXPECT_TRUE(empty_folder(scratch()));
}

TEST_F(FoldersTest, links_are_removed_and_not_followed) {
  fs::create_directory_symlink(victim(), scratch() / "link");
  fs::create_directory(scratch() / "folder");
  fs::create_directory_symlink(victim(), scratch() / "folder" / "link");
  remove_everything(scratch());
  EXPECT_FALSE(fs::exists(scratch()));
  expect_victim_is_whole();
}

TEST_F(FoldersTest, a_link_in_the_place_of_the_folder_is_not_followed) {
  fs::remove_all(scratch());
  fs::create_directory_symlink(victim(), scratch());
  empty_folder(scratch());
  expect_victim_is_whole();
  remove_everything(scratch());
  EXPECT_FALSE(fs::is_symlink(scratch()));
  expect_victim_is_whole();
}

TEST_F(FoldersTest, deep_folders_are_removed_and_exceed_any_limit) {
  EXPECT_LT(disk_usage(scratch(), 1 << 24), 1U << 24);
  dig(scratch(), 2000);
  EXPECT_GT(disk_usage(scratch(), 1 << 24), 1U << 24);
  remove_everything(scratch());
  EXPECT_FALSE(fs::exists(scratch()));
}

/// An ordinary user cannot read the folder, so it counts as more than enough.
TEST_F(FoldersTest, an_unreadable_folder_exceeds_any_limit) {
  fs::create_directory(scratch() / "hidden");
  write(scratch() / "hidden" / "a", 3 << 20);
  fs::permissions(scratch() / "hidden", fs::perms(0300));
  EXPECT_GT(disk_usage(scratch(), 2 << 20), 2U << 20);
  fs::permissions(scratch() / "hidden", fs::perms(0700));
}

TEST_F(FoldersTest, files_count_and_links_are_not_followed) {
  write(scratch() / "a", 3 << 20);
  fs::create_directory_symlink("/usr", scratch() / "link");
  EXPECT_GE(disk_usage(scratch(), 1 << 30), 3U << 20);
  EXPECT_LT(disk_usage(scratch(), 1 << 30), 4U << 20);
}

TEST_F(FoldersTest, blocks_of_deleted_names_count) {
  const fs::path inner = scratch() / "inner";
  fs::create_directory(inner);
  write(inner / "a");
  const auto name = [&](int i) { return inner / (std::string(240, 'x') + std::to_string(i)); };
  for (int i = 0; i < 1000; ++i)
    fs::create_hard_link(inner / "a", name(i));
  for (int i = 0; i < 1000; ++i)
    fs::remove(name(i));
  struct stat status {};
  ASSERT_EQ(::stat(inner.c_str(), &status), 0);
  const auto blocks = static_cast<std::uint64_t>(status.st_blocks) * 512;
  if (blocks < 100'000) GTEST_SKIP() << "this file system frees the blocks";
  EXPECT_GE(disk_usage(scratch(), 1 << 30), blocks);
}

/// Another process swaps a folder that is being removed with a link to another folder, very fast.
TEST_F(FoldersTest, swapping_a_folder_and_a_link_changes_nothing_outside) {
  for (int round = 0; round < 20; ++round) {
    fs::create_directories(scratch() / "folder" / "inner");
    for (int i = 0; i < 50; ++i) {
      fs::create_directories(scratch() / "folder" / fmt::format("{}", i) / "deep");
      fs::permissions(scratch() / "folder" / fmt::format("{}", i), fs::perms::none);
    }
    fs::create_directory_symlink(victim(), scratch() / "link");
    std::atomic<bool> stop = false;
    std::thread exchanger([&] {
      while (!stop)
        ::renameat2(AT_FDCWD, (scratch() / "folder").c_str(), AT_FDCWD, (scratch() / "link").c_str(),
                    RENAME_EXCHANGE);
    });
    empty_folder(scratch());
    stop = true;
    exchanger.join();
    expect_victim_is_whole();
    remove_everything(scratch());  // a folder that was swapped at the wrong moment still exists
    EXPECT_FALSE(fs::exists(scratch()));
    expect_victim_is_whole();
  }
}

TEST_F(FoldersTest, only_unlocked_folders_of_killed_processes_are_removed) {
  const TemporaryFolder folder;
  auto old = make_temporary_folder(folder.path());
  const auto locked = make_temporary_folder(folder.path());
  ASSERT_TRUE(old && locked);
  ASSERT_GE(locked->lock.get(), 0);
  old->lock.close();  // as if its process had been killed
  fs::create_directories(old->path / "in");
  const std::string name = old->path.filename();
  const fs::path results = folder.path() / (name + "-results"), victim = folder.path() / "victim",
                 link = folder.path() / (name.substr(0, name.size() - 6) + "a_link");
  fs::create_directories(results);
  fs::create_directories(victim / "in");
  fs::create_directory_symlink(victim, link);
  remove_abandoned(folder.path());
  EXPECT_TRUE(fs::exists(old->path)) << "the folder is too new";
  std::this_thread::sleep_for(std::chrono::milliseconds(2100));
  remove_abandoned(folder.path());
  EXPECT_FALSE(fs::exists(old->path));
  EXPECT_TRUE(fs::exists(locked->path));
  EXPECT_TRUE(fs::exists(results)) << "a name that only looks similar";
  EXPECT_TRUE(fs::exists(victim / "in")) << "the target of a link";
  EXPECT_TRUE(fs::is_symlink(link));
}

TEST_F(FoldersTest, processes_of_the_user_of_an_abandoned_folder_end) {
  if (!can_become_others()) GTEST_SKIP() << "only root can change users";
  const OwnUser own = OwnUser::lend();
  const uid_t user = own.id() + 5 * 512;
  if (!is_lent_by_another(user)) GTEST_SKIP() << "judges share numbers here";
  EXPECT_FALSE(is_lent_by_another(own.id()));
  const fs::path scratch = folder_.path() / "bindpose-exchange-abcdef";
  fs::create_directories(scratch / "out");
  ASSERT_EQ(::chown((scratch / "out").c_str(), user, user), 0);
  const pid_t left = ::fork();
  if (left == 0) {
    if (become_user(user)) ::pause();
    ::_exit(0);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(2100));
  remove_abandoned(folder_.path());
  EXPECT_FALSE(fs::exists(scratch));
  int status = 0;
  ::kill(left, SIGTERM);
  ASSERT_EQ(::waitpid(left, &status, 0), left);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

TEST_F(FoldersTest, a_scratch_folder_is_locked_and_removed_with_its_object) {
  fs::path path;
  {
    const auto made = ScratchFolder::make();
    ASSERT_TRUE(made);
    path = made->path();
    std::ofstream(path / "file") << "x";
    const int other = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    EXPECT_NE(::flock(other, LOCK_EX | LOCK_NB), 0);
    ::close(other);
  }
  EXPECT_FALSE(fs::exists(path));
}

}  // namespace bindpose::conformance::folders_test
