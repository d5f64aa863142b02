// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds control groups, limits memory with them, and removes those of killed supervisors.
#include "conformance/subjects/sandbox/control_group.h"

#include <csignal>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::control_group_test {

constexpr std::uint64_t mebibyte = 1024 * 1024;

/// Folders like those of version 2 in the kernel, for a process of the group /user/app/run.
struct ControlGroupCandidates : testing::Test {
  ControlGroupCandidates() {
    std::filesystem::create_directories(top_ / "user/app/run");
    share_out("user", "cpuset memory pids");
    share_out("user/app", "cpu memoryless");
    share_out("user/app/run", "");
  }
  void share_out(const char* group, const char* controllers) const {
    std::ofstream(top_ / group / "cgroup.subtree_control") << controllers << "\n";
  }
  std::vector<std::filesystem::path> found(const std::string& root, const std::string& own) const {
    const std::string mounted = top_.string();
    std::ofstream(folder_.path() / "mountinfo")
        << "29 23 0:25 / /proc rw - proc proc rw\n30 23 0:26 " << root << " " << mounted
        << " rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
    std::ofstream(folder_.path() / "cgroup") << "4:memory:/of/version/1\n0::" << own << "\n";
    return control_group_candidates(folder_.path());
  }

  const TemporaryFolder folder_;
  const std::filesystem::path top_ = folder_.path() / "groups";
};

TEST_F(ControlGroupCandidates, candidates_of_version_2_are_above_the_process) {
  using Paths = std::vector<std::filesystem::path>;
  EXPECT_EQ(found("/", "/user/app/run"), Paths{top_ / "user"});
  share_out(".", "memory");
  EXPECT_EQ(found("/", "/user/app/run"), (Paths{top_ / "user", top_}));
  EXPECT_EQ(found("/", "/"), Paths{top_});
  EXPECT_EQ(found("/container", "/container/user/app"), (Paths{top_ / "user", top_})) << "a part is mounted";
  EXPECT_EQ(found("/container", "/elsewhere"), Paths{}) << "the process's group is not mounted";
  EXPECT_EQ(found("/..", "/user"), Paths{}) << "the mount is of another name space";
}

TEST(ControlGroup, a_group_limits_the_memory_of_its_processes) {
  const auto& groups = folder_of_control_groups();
  if (groups.empty()) GTEST_SKIP() << "this process cannot make control groups";
  const auto path = groups / ("bindpose-test-" + std::to_string(::getpid()));
  {
    const ControlGroup group(path, 32 * mebibyte, 64);
    ASSERT_TRUE(group.exists());
    const auto in_group = [&group](std::size_t bytes) {
      const pid_t child = ::fork();
      if (child == 0) {
        if (!group.enter()) ::_exit(1);
        std::vector<char> kept(bytes, 'x');
        ::_exit(kept.back() == 'x' ? 0 : 1);
      }
      int status = 0;
      ::waitpid(child, &status, 0);
      return status;
    };
    EXPECT_EQ(in_group(8 * mebibyte), 0);
    EXPECT_FALSE(group.was_hit());
    const int status = in_group(64 * mebibyte);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << status;
    EXPECT_TRUE(group.was_hit());
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(ControlGroup, only_groups_of_killed_supervisors_are_removed) {
  const auto& groups = folder_of_control_groups();
  if (groups.empty()) GTEST_SKIP() << "this process cannot make control groups";
  const std::string prefix = "bindpose-test-left-" + std::to_string(::getpid()) + "-";
  const ControlGroup used(groups / (prefix + "used"), 32 * mebibyte, 64);
  std::filesystem::create_directory(groups / (prefix + "old"));
  const pid_t child = ::fork();
  if (child == 0) {
    used.enter();
    ::pause();
    ::_exit(0);
  }
  remove_abandoned_groups(groups, prefix);
  EXPECT_TRUE(std::filesystem::exists(groups / (prefix + "old"))) << "the group may be new";
  std::this_thread::sleep_for(std::chrono::milliseconds(2100));
  remove_abandoned_groups(groups, prefix);
  EXPECT_FALSE(std::filesystem::exists(groups / (prefix + "old")));
  EXPECT_TRUE(std::filesystem::exists(groups / (prefix + "used")));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

TEST(ControlGroup, processes_in_groups_of_killed_supervisors_end) {
  const auto& groups = folder_of_control_groups();
  if (groups.empty()) GTEST_SKIP() << "this process cannot make control groups";
  const std::string prefix = "bindpose-test-abandoned-" + std::to_string(::getpid()) + "-";
  int output[2];
  ASSERT_EQ(::pipe(output), 0);
  const pid_t supervisor = ::fork();
  if (supervisor == 0) {
    const ControlGroup group(groups / (prefix + "1"), 32 * mebibyte, 64);
    if (const pid_t left = ::fork(); left == 0) {
      group.enter();
      ::alarm(30);
      ::close_range(static_cast<unsigned>(output[1]) + 1, ~0U, 0);  // only the supervisor keeps the lock
      if (::write(output[1], "x", 1) == 1) ::pause();
    }
    ::pause();
  }
  ::close(output[1]);
  char byte = 0;
  ASSERT_EQ(::read(output[0], &byte, 1), 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(2100));
  pollfd is_over{output[0], POLLIN, 0};
  remove_abandoned_groups(groups, prefix);
  EXPECT_EQ(::poll(&is_over, 1, 100), 0) << "the supervisor still runs";
  ::kill(supervisor, SIGKILL);
  ::waitpid(supervisor, nullptr, 0);
  remove_abandoned_groups(groups, prefix);
  EXPECT_EQ(::poll(&is_over, 1, 2000), 1) << "the process without a supervisor has ended";
  remove_group(groups / (prefix + "1"));
  EXPECT_FALSE(std::filesystem::exists(groups / (prefix + "1")));
  ::close(output[0]);
}

}  // namespace bindpose::conformance::control_group_test
