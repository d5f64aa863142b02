// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds memory and disk space that are neither resident memory nor in a folder.
#include "conformance/subjects/sandbox/held.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/own_user.h"
#include "conformance/subjects/sandbox/usage.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::held_test {

constexpr std::uint64_t mebibyte = 1024 * 1024;

/// Resources that a child holds after `hold`, minus an idle child's resources.
template <class Hold>
Held held_after(Hold hold) {
  int ready[2], go[2];
  EXPECT_EQ(::pipe(ready) + ::pipe(go), 0);
  char byte = 0;
  const pid_t child = ::fork();
  if (child == 0) {
    if (::write(ready[1], &byte, 1) != 1 || ::read(go[0], &byte, 1) != 1) ::_exit(1);
    hold();
    if (::write(ready[1], &byte, 1) != 1) ::_exit(1);
    ::pause();
    ::_exit(0);
  }
  ::close(ready[1]);
  EXPECT_EQ(::read(ready[0], &byte, 1), 1);
  const Held before = held_by_descendants(::getpid(), 10, 0);
  EXPECT_EQ(::write(go[1], &byte, 1), 1);
  EXPECT_EQ(::read(ready[0], &byte, 1), 1);
  Held after = held_by_descendants(::getpid(), 10, 0);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  for (const int end : {ready[0], go[0], go[1]})
    ::close(end);
  after.memory -= std::min(after.memory, before.memory);
  after.disk -= std::min(after.disk, before.disk);
  if (after.uncharged != hidden) after.uncharged -= std::min(after.uncharged, before.uncharged);
  return after;
}

/// The result of `look` while a child that has run `act` exists; 0 without one.
template <class Act, class Look>
std::uint64_t seen(Act act, Look look) {
  int ready[2];
  if (::pipe(ready) != 0) return 0;
  const pid_t child = ::fork();
  if (child == 0) {
    act();
    if (::write(ready[1], "x", 1) != 1) ::_exit(1);
    ::pause();
  }
  ::close(ready[1]);
  char byte = 0;
  const std::uint64_t bytes = ::read(ready[0], &byte, 1) == 1 ? look() : 0;
  ::close(ready[0]);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  return bytes;
}

TEST(Held, sockets_and_pipes_count_with_full_buffers) {
  const Held held = held_after([] {
    int ends[2];
    for (int i = 0; i < 10; ++i)
      if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 || ::pipe(ends) != 0) ::_exit(1);
  });
  EXPECT_GE(held.memory, 20 * memory_of_socket() + 10 * 65536);
  EXPECT_LT(held.memory, 20 * memory_of_socket() + 10 * 65536 + mebibyte);
}

/// Named pipes look like files.
TEST(Held, pipes_with_a_name_count_with_full_buffers) {
  const TemporaryFolder folder;
  const Held held = held_after([&] {
    for (int i = 0; i < 20; ++i) {
      const std::string pipe = (folder.path() / std::to_string(i)).string();
      if (::mkfifo(pipe.c_str(), 0600) != 0 || ::open(pipe.c_str(), O_RDWR) < 0) ::_exit(1);
      if (i % 2 == 0) ::unlink(pipe.c_str());
    }
  });
  EXPECT_GE(held.memory, 20 * 65536U);
  EXPECT_LT(held.memory, 20 * 65536U + mebibyte);
}

TEST(Held, shared_mappings_count_without_their_pages) {
  const Held held = held_after([] {
    const std::size_t size = 8 * mebibyte;
    void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ::madvise(memory, size, MADV_DONTNEED);
  });
  EXPECT_GE(held.memory, 8 * mebibyte);
  EXPECT_LT(held.memory, 9 * mebibyte);
}

/// A child whose first thread ends at once; another thread calls `hold` and stays.
template <class Hold>
Held held_by_second_thread(Hold hold) {
  int ready[2];
  EXPECT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    std::thread([&] {
      hold();
      while (living_thread(::getpid()).ends_with("/" + std::to_string(::getpid())))
        std::this_thread::yield();
      if (::write(ready[1], "", 1) != 1) ::_exit(1);
      ::pause();
    }).detach();
    ::syscall(SYS_exit, 0);
  }
  char byte = 0;
  EXPECT_EQ(::read(ready[0], &byte, 1), 1);
  const Held held = held_by_descendants(::getpid(), 10, 0);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(ready[0]);
  ::close(ready[1]);
  return held;
}

TEST(Held, resources_count_after_the_first_thread_has_ended) {
  const Held held = held_by_second_thread([] {
    ::mmap(nullptr, 8 * mebibyte, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) ::_exit(1);
  });
  EXPECT_GE(held.memory, 8 * mebibyte + 2 * memory_of_socket());
  EXPECT_LT(held.memory, hidden);
}

TEST(Held, descriptors_of_a_single_thread_count) {
  const Held held = held_after([] {
    int ready[2];
    if (::pipe(ready) != 0) ::_exit(1);
    std::thread([&ready] {
      int ends[2];
      if (::unshare(CLONE_FILES) != 0) ::_exit(1);
      for (int i = 0; i < 10; ++i)
        if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) ::_exit(1);
      if (::write(ready[1], "", 1) != 1) ::_exit(1);
      ::pause();
    }).detach();
    char byte = 0;
    if (::read(ready[0], &byte, 1) != 1) ::_exit(1);
  });
  EXPECT_GE(held.memory, 20 * memory_of_socket());
}

/// Adjacent pages with different rights are separate mappings.
void make_mappings(std::size_t count) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  auto* memory = static_cast<char*>(
      ::mmap(nullptr, count * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  for (std::size_t i = 0; i < count; i += 2)
    if (::mprotect(memory + i * page, page, PROT_READ) != 0) ::_exit(1);
}

TEST(Held, too_many_mappings_exceed_any_limit) {
  EXPECT_LT(held_after([] { make_mappings(30000); }).memory, hidden / 2);
  const Held held = held_after([] {
    make_mappings(40000);
    if (const pid_t other = ::fork(); other == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      ::pause();
    }
  });
  EXPECT_GE(held.memory, hidden / 2);
}

/// The kernel records for each mapping the processes that inherited it.
TEST(Held, mappings_cost_more_with_more_processes) {
  constexpr int most_forks = 8;
  constexpr std::size_t count = 20000;
  const Held held = held_after([] {
    const pid_t top = ::getpid();
    int ready[2], forks = 0;
    if (::pipe(ready) != 0) ::_exit(1);
    for (; forks < most_forks && ::fork() == 0; ++forks)
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (forks == most_forks) {
      make_mappings(count);
      if (::write(ready[1], "", 1) != 1) ::_exit(1);
    }
    char byte = 0;
    if (::getpid() != top) ::pause();
    if (::read(ready[0], &byte, 1) != 1) ::_exit(1);
  });
  EXPECT_GE(held.memory, count * (256 + 64 * most_forks));
  EXPECT_LT(held.memory, hidden);
}

TEST(Held, page_tables_count) {
  const Held held = held_after([] {
    const std::size_t size = std::size_t{1} << 32, step = std::size_t{1} << 21;
    void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ::madvise(memory, size, MADV_NOHUGEPAGE);
    for (std::size_t place = 0; place < size; place += step)
      static_cast<void>(static_cast<volatile const char*>(memory)[place]);
  });
  EXPECT_GE(held.memory, 8 * mebibyte);  // 2,048 tables of 4 KiB
  EXPECT_LT(held.memory, 9 * mebibyte);
}

TEST(Held, deleted_files_count_while_they_are_open_or_mapped) {
  const TemporaryFolder folder;
  for (const bool mapped : {false, true}) {
    const Held held = held_after([&] {
      const std::string path = (folder.path() / "file").string();
      const std::vector<char> text(2 * mebibyte, 'x');
      const int file = ::open(path.c_str(), O_RDWR | O_CREAT, 0600);
      if (::write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size())) ::_exit(1);
      ::fsync(file);  // some file systems allocate blocks only now
      if (mapped && ::mmap(nullptr, 1, PROT_READ, MAP_PRIVATE, file, 0) == MAP_FAILED) ::_exit(1);
      if (mapped) ::close(file);
      ::unlink(path.c_str());
    });
    EXPECT_GE(held.disk, 2 * mebibyte) << mapped;
    // An ordinary user may not inspect a file that is only mapped.
    if (!mapped || ::geteuid() == 0) {
      EXPECT_LT(held.disk, 3 * mebibyte) << mapped;
    }
  }
}

/// Watches of this many files, each by this many descriptors.
void make_watches(int files, int numbers) {
  const int watcher = ::epoll_create1(0);
  epoll_event event{};
  for (int i = 0; i < files; ++i) {
    const int file = ::eventfd(0, 0);
    for (int number = 400; number < 400 + numbers; ++number)
      if (::dup2(file, number) < 0 || ::epoll_ctl(watcher, EPOLL_CTL_ADD, number, &event) != 0) ::_exit(1);
  }
}

TEST(Held, epoll_watches_count_and_too_many_exceed_any_limit) {
  const Held held = held_after([] { make_watches(100, 100); });
  EXPECT_GE(held.memory, 10'000U * 192);
  EXPECT_LT(held.memory, 4 * mebibyte);
  EXPECT_EQ(held.uncharged, 0U);
  const Held many = held_after([] { make_watches(300, 300); });
  EXPECT_GE(many.memory, hidden / 2);
  EXPECT_EQ(many.uncharged, hidden) << "all programs of a user share this limit, even with a control group";
}

TEST(Held, open_folders_also_count_with_a_control_group) {
  const Held held = held_after([] {
    for (int i = 0; i < 50; ++i)
      if (::open("/usr", O_RDONLY | O_DIRECTORY) < 0) ::_exit(1);
  });
  EXPECT_GE(held.uncharged, 50 * 20 * 1024U);
  EXPECT_LT(held.uncharged, mebibyte * 2);
  EXPECT_GE(held.memory, held.uncharged);
}

TEST(Held, open_files_of_proc_count_and_fdinfo_exceeds_any_limit) {
  const auto open_many = [](const char* path) {
    for (int i = 0; i < 50; ++i)
      if (::open(path, O_RDONLY) < 0) ::_exit(1);
  };
  const Held texts = held_after([&] { open_many("/proc/self/maps"); });
  EXPECT_GE(texts.memory, 50 * 65536U);
  EXPECT_LT(texts.memory, hidden / 2);
  EXPECT_GE(held_after([&] { open_many("/proc/self/fdinfo/0"); }).memory, hidden / 2);
  EXPECT_LT(held_after([&] { open_many("/usr/bin/env"); }).memory, mebibyte);
}

TEST(Held, open_files_of_sys_count) {
  const Held texts = held_after([] {
    for (int i = 0; i < 50; ++i)
      if (::open("/sys/devices/system/cpu/online", O_RDONLY) < 0) ::_exit(1);
  });
  EXPECT_GE(texts.memory, 50 * 65536U);
}

/// Locks of this many separate bytes in each of this many files.
void make_locks(const std::string& folder, int files, int bytes) {
  for (int i = 0; i < files; ++i) {
    const int file = ::open((folder + "/" + std::to_string(i)).c_str(), O_RDWR | O_CREAT, 0600);
    for (int byte = 0; byte < bytes; ++byte) {
      struct flock lock {};
      lock.l_type = F_WRLCK;
      lock.l_start = 2 * byte;
      lock.l_len = 1;
      if (::fcntl(file, byte % 2 == 0 ? F_SETLK : F_OFD_SETLK, &lock) != 0) ::_exit(1);
    }
  }
}

TEST(Held, file_locks_count_and_too_many_exceed_any_limit) {
  const TemporaryFolder folder;
  const Held held = held_after([&] { make_locks(folder.path(), 40, 250); });
  EXPECT_GE(held.memory, 10'000U * 200);
  EXPECT_LT(held.memory, 4 * mebibyte);
  EXPECT_GE(held_after([&] { make_locks(folder.path(), 300, 250); }).memory, hidden / 2);
}

/// ci/control_groups runs this test with swap.
TEST(Held, pages_that_were_swapped_out_count) {
  struct sysinfo machine {};
  ::sysinfo(&machine);
  if (machine.totalswap == 0) GTEST_SKIP() << "this machine has no swap";
  constexpr std::size_t size = 8 * mebibyte;
  const auto page_out = [] {
    void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    std::memset(memory, 1, size);
    if (::madvise(memory, size, MADV_PAGEOUT) != 0) ::_exit(1);
  };
  EXPECT_GE(held_after(page_out).swapped, size / 2);
  const auto proportional = [] { return proportional_memory(::getpid(), 10, false); };
  EXPECT_GE(seen(page_out, proportional), seen([] {}, proportional) + size / 2);
}

TEST(Held, deleted_files_with_long_paths_count) {
  const TemporaryFolder folder;
  const Held held = held_after([&] {
    const std::string name(250, 'x');
    if (::chdir(folder.path().c_str()) != 0) ::_exit(1);
    for (int level = 0; level < 20; ++level)
      if (::mkdir(name.c_str(), 0700) != 0 || ::chdir(name.c_str()) != 0) ::_exit(1);
    const std::vector<char> text(2 * mebibyte, 'x');
    const int file = ::open("file", O_RDWR | O_CREAT, 0600);
    if (::write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size())) ::_exit(1);
    ::fsync(file);
    ::unlink("file");
  });
  EXPECT_GE(held.disk, 2 * mebibyte);
}

TEST(Held, mappings_with_endless_names_exceed_any_limit) {
  const TemporaryFolder folder;
  const Held held = held_after([&] {
    const std::string name(250, '\n');
    if (::chdir(folder.path().c_str()) != 0) ::_exit(1);
    for (int level = 0; level < 40; ++level)
      if (::mkdir(name.c_str(), 0700) != 0 || ::chdir(name.c_str()) != 0) ::_exit(1);
    const int file = ::open("file", O_RDWR | O_CREAT, 0600);
    if (::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, file, 0) == MAP_FAILED) ::_exit(1);
  });
  EXPECT_GE(held.memory, hidden / 2);
}

/// The result of `check` in a process of an ordinary user.
template <class Check>
int as_ordinary_user(Check check) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && !become_user(65534)) ::_exit(254);
    ::prctl(PR_SET_DUMPABLE, 1);  // changing the user resets this
    ::_exit(check());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

/// Memory of a child that runs `act`, as its parent sees it.
template <class Act>
std::uint64_t seen_memory(Act act) {
  return seen(act, [] { return held_by_descendants(::getpid(), 10, 0).memory; });
}

TEST(Held, a_hidden_process_counts_as_unlimited_and_an_ended_one_as_zero) {
  if (::geteuid() == 0 && !can_become_others()) GTEST_SKIP() << "root without capabilities sees everything";
  EXPECT_EQ(
      as_ordinary_user([] { return seen_memory([] { ::prctl(PR_SET_DUMPABLE, 0); }) == hidden ? 0 : 1; }), 0);
  EXPECT_EQ(as_ordinary_user([] {
              const std::uint64_t memory = seen_memory([] {
                const pid_t ended = ::fork();
                if (ended == 0) ::_exit(0);
                siginfo_t how;
                ::waitid(P_PID, static_cast<id_t>(ended), &how, WEXITED | WNOWAIT);
              });
              return memory > 0 && memory < 4 * mebibyte ? 0 : 1;
            }),
            0);
}

}  // namespace bindpose::conformance::held_test
