// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/landlock.h"

#include <fstream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/own_user.h"
#include "conformance/subjects/sandbox/system_calls.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace landlock_test {

namespace fs = std::filesystem;

/// What `check` gives in a process of its own, as its exit code.
template <class Check>
int in_a_process(Check check) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(check());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool opens(const fs::path& path, int how) {
  const int file = ::open(path.c_str(), how, 0600);
  if (file >= 0) ::close(file);
  return file >= 0;
}

TEST(Landlock, gives_what_was_allowed_and_nothing_else) {
  if (landlock_version() == 0) GTEST_SKIP() << "this kernel has no Landlock";
  const TemporaryFolder folder;
  const fs::path seen = folder.path() / "seen", listed = folder.path() / "listed",
                 written = folder.path() / "written", hidden = folder.path() / "hidden";
  for (const fs::path& each : {seen, listed, written, hidden}) {
    fs::create_directory(each);
    std::ofstream(each / "file") << "text";
  }
  const FileRules rules{{seen.string()}, {listed.string()}, {written.string()}};
  enum Right {
    read_seen,
    list_listed,
    write_written,
    create_written,
    write_seen,
    read_listed,
    read_hidden,
    cut_hidden
  };
  const int rights = in_a_process([&] {
    if (!restrict_files(rules)) return 255;
    int found = 0;
    found |= opens(seen / "file", O_RDONLY) << read_seen;
    found |= opens(listed, O_RDONLY | O_DIRECTORY) << list_listed;
    found |= opens(written / "file", O_RDWR) << write_written;
    found |= opens(written / "new", O_WRONLY | O_CREAT) << create_written;
    found |= opens(seen / "file", O_WRONLY) << write_seen;
    found |= opens(listed / "file", O_RDONLY) << read_listed;
    found |= opens(hidden / "file", O_RDONLY) << read_hidden;
    if (landlock_version() >= landlock_with_truncation)
      found |= (::truncate((hidden / "file").c_str(), 0) == 0) << cut_hidden;
    return found;
  });
  EXPECT_EQ(rights, 1 << read_seen | 1 << list_listed | 1 << write_written | 1 << create_written);
}

TEST(SystemCalls, what_landlock_does_not_know_is_refused) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "file";
  std::ofstream(file) << "text";
  const pid_t other = ::fork();
  if (other == 0) {
    ::pause();
    ::_exit(0);
  }
  enum Right {
    change_mode,
    cut_off,
    cut_off_by_opening,
    signal_other,
    signal_itself,
    any_socket,
    socket_pair,
    plain_open
  };
  const int rights = in_a_process([&] {
    if (!refuse_system_calls({.sockets = true, .attributes = true, .truncation = true, .signals = true}))
      return 255;
    int found = 0, pair[2];
    found |= (::chmod(file.c_str(), 0777) == 0) << change_mode;
    found |= (::truncate(file.c_str(), 0) == 0) << cut_off;
    found |= opens(file, O_RDONLY | O_TRUNC) << cut_off_by_opening;
    found |= (::kill(other, 0) == 0) << signal_other;
    found |= (::kill(::getpid(), 0) == 0) << signal_itself;
    found |= (::socket(AF_UNIX, SOCK_STREAM, 0) >= 0) << any_socket;
    found |= (::socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0) << socket_pair;
    found |= opens(file, O_WRONLY | O_TRUNC) << plain_open;
    return found;
  });
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
  EXPECT_EQ(rights, 1 << signal_itself | 1 << socket_pair | 1 << plain_open);
}

TEST(OwnUser, each_has_another_and_gives_it_back) {
  if (!can_become_others()) GTEST_SKIP() << "only root can become others";
  uid_t lent = 0;
  {
    const OwnUser one = OwnUser::lend(), two = OwnUser::lend();
    EXPECT_NE(one.id(), 0U);
    EXPECT_NE(one.id(), two.id());
    lent = one.id();
  }
  const OwnUser again = OwnUser::lend();
  EXPECT_EQ(again.id(), lent);
  EXPECT_EQ(in_a_process([&] {
              return become_user(again.id()) && ::getuid() == again.id() && ::getegid() == again.id() &&
                             ::getgroups(0, nullptr) == 0 && ::setuid(0) != 0
                         ? 0
                         : 1;
            }),
            0);
}

}  // namespace landlock_test
}  // namespace bindpose::conformance
