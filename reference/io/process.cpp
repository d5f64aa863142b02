// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/process.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <ctime>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reference/model/try.h"

namespace bindpose {
namespace {

constexpr int above_all_handed = 16;
constexpr int longest_poll = 100;  // milliseconds: the signal may reach a thread that does not wait

volatile std::sig_atomic_t interrupt_flag = 0;
constexpr double seconds_of_one_interrupt = 0.2;

/// For poll(): at least 1 before the deadline, 0 from then on.
int milliseconds_until(Deadline deadline) {
  using std::chrono::milliseconds;
  const auto left =
      std::chrono::duration_cast<milliseconds>(deadline - std::chrono::steady_clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left + (left > 0 ? 1 : 0), 0, longest_poll));
}

tl::unexpected<Error> not_ready(const char* message) {
  if (interrupted()) return fail("INTERRUPTED", "", "a signal has interrupted the run");
  return fail("TIMEOUT", "", message);
}

/// Descriptors that a process of the judge needs, including those of its libraries.
constexpr rlim_t least_descriptors = 64;
constexpr rlim_t least_file = rlim_t{1} << 20;  // bytes: outputs, and the filter of system calls

/// Raises this process's limit of descriptors if allowed. Errors: WORKER_START.
Expected<void> require_descriptors() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur < least_descriptors) {
    limit.rlim_cur = std::min(limit.rlim_max, least_descriptors);
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
  if (limit.rlim_cur < least_descriptors)
    return fail("WORKER_START", "",
                fmt::format("a process may open {} files here, expected {} or more: ulimit -n 1024",
                            limit.rlim_cur, least_descriptors));
  ::getrlimit(RLIMIT_FSIZE, &limit);
  if (limit.rlim_cur < least_file)
    return fail("WORKER_START", "",
                fmt::format("a file may have {} bytes here, expected {} or more: ulimit -f unlimited",
                            limit.rlim_cur, least_file));
  return {};
}

Expected<Ends> ends(int failed, const int (&numbers)[2]) {
  if (failed != 0) return fail("WORKER_START", "", std::strerror(errno));
  return Ends(numbers[0], numbers[1]);
}

}  // namespace

Deadline after(double seconds) {
  return std::chrono::steady_clock::now() +
         std::chrono::microseconds(static_cast<std::int64_t>(seconds * 1e6));
}

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

Expected<Ends> make_sockets() {
  int numbers[2];
  return ends(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, numbers), numbers);
}

Expected<Ends> make_pipe() {
  int numbers[2];
  return ends(::pipe2(numbers, O_CLOEXEC), numbers);
}

void keep_freed_memory() {
  ::mallopt(M_MMAP_THRESHOLD, 1 << 30);
  ::mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

bool interrupted() {
  return interrupt_flag != 0;
}

void catch_interrupts() {
  const auto note = [](int number) {
    // A shell and a wrapper may both forward one Ctrl-C: only a later signal is a second one.
    static timespec first = {};
    timespec now = {};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    const double seconds = static_cast<double>(now.tv_sec - first.tv_sec) +
                           1e-9 * static_cast<double>(now.tv_nsec - first.tv_nsec);
    if (interrupt_flag == 0) {
      first = now;
      interrupt_flag = 1;
    } else if (seconds > seconds_of_one_interrupt) {
      std::signal(number, SIG_DFL);
      std::raise(number);
    }
  };
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    std::signal(signal, note);
}

bool wait_for(const Descriptor& descriptor, short events, Deadline deadline, Wait wait) {
  for (;;) {
    const int left = milliseconds_until(deadline);
    if (left == 0) return false;
    const bool is_over = wait == Wait::until_interrupted && interrupted();
    pollfd waiting{descriptor.get(), events, 0};
    if (::poll(&waiting, 1, is_over ? 0 : left) > 0) return true;
    if (is_over) return false;
  }
}

Expected<void> send_all(const Descriptor& to, const void* data, std::size_t size, Deadline deadline) {
  const auto* bytes = static_cast<const char*>(data);
  while (size > 0) {
    if (milliseconds_until(deadline) == 0) return not_ready("the transfer did not end in time");
    ssize_t sent = ::send(to.get(), bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == ENOTSOCK) sent = ::write(to.get(), bytes, size);
    if (sent > 0) {
      bytes += sent;
      size -= static_cast<std::size_t>(sent);
    } else if (sent < 0 && errno == EAGAIN) {
      if (!wait_for(to, POLLOUT, deadline)) return not_ready("the other side does not read");
    } else if (is_shortage(errno)) {
      return fail("JUDGE_RESOURCES", "", std::strerror(errno));
    } else if (errno != EINTR) {
      return fail("CHANNEL_CLOSED", "", "the other side no longer reads");
    }
  }
  return {};
}

Expected<std::size_t> receive_some(const Descriptor& from, void* data, std::size_t size, Deadline deadline,
                                   Wait wait) {
  for (;;) {
    if (!wait_for(from, POLLIN, deadline, wait)) return not_ready("no output in time");
    const ssize_t got = ::read(from.get(), data, size);
    if (got > 0) return static_cast<std::size_t>(got);
    if (got < 0 && is_shortage(errno)) return fail("JUDGE_RESOURCES", "", std::strerror(errno));
    if (got == 0 || errno != EINTR) return fail("CHANNEL_CLOSED", "", "the other side closed its output");
  }
}

Descriptor kept_messages() {
  return Descriptor(::memfd_create("bindpose-messages", MFD_CLOEXEC));
}

std::string last_words(const Descriptor& messages, std::size_t most) {
  const off_t end = ::lseek(messages.get(), 0, SEEK_END);
  if (end <= 0) return "";
  std::string words(std::min(most, static_cast<std::size_t>(end)), '\0');
  const ssize_t got =
      ::pread(messages.get(), words.data(), words.size(), end - static_cast<off_t>(words.size()));
  words.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return words;
}

Expected<Child> Child::start(const std::string& program, std::vector<std::string> words,
                             std::span<const Handed> handed, Group group) {
  BINDPOSE_CHECK(require_descriptors());
  // Copies first, because a descriptor that already has its number would stay close-on-exec.
  std::vector<Descriptor> copies;
  for (const Handed& each : handed) {
    copies.emplace_back(::fcntl(each.ours->get(), F_DUPFD_CLOEXEC, above_all_handed));
    if (copies.back().get() < 0) return fail("WORKER_START", program, std::strerror(errno));
  }
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  if (group == Group::own) ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  for (std::size_t i = 0; i < handed.size(); ++i)
    ::posix_spawn_file_actions_adddup2(&actions, copies[i].get(), handed[i].number);
  // The child gets no other descriptors, even if this process's caller left some open.
  for (int number = STDERR_FILENO + 1; number < above_all_handed; ++number)
    if (std::ranges::find(handed, number, &Handed::number) == handed.end())
      ::posix_spawn_file_actions_addclose(&actions, number);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, above_all_handed);
  std::vector<char*> arguments;
  for (std::string& word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  Child child;
  const int failed =
      ::posix_spawn(&child.pid_, program.c_str(), &actions, &attributes, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  child.group_ = group;
  if (failed == 0) return child;
  child.pid_ = -1;
  return fail("WORKER_START", program, std::strerror(failed));
}

int Child::end(double grace) {
  siginfo_t ended{};
  const Deadline deadline = after(grace);
  while (pid_ > 0 && std::chrono::steady_clock::now() < deadline) {
    if (::waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        ended.si_pid != 0)
      break;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (pid_ > 0) ::kill(pid_, SIGKILL);
  return wait();
}

int Child::wait() {
  int status = pid_ > 0 ? -1 : 0;
  if (pid_ > 0) {
    ::waitpid(pid_, &status, 0);
    if (group_ == Group::own) ::kill(-pid_, SIGKILL);  // its remaining children
  }
  pid_ = -1;
  return status;
}

}  // namespace bindpose
