// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/process_limit.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "conformance/subjects/sandbox/inherited.h"
#include "conformance/subjects/sandbox/own_user.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

constexpr rlim_t most_of_a_machine = rlim_t{1} << 22;  // PID_MAX_LIMIT
constexpr rlim_t least = 8;                            // bubblewrap and a program
constexpr rlim_t slack = 32;                           // tasks that a user may start during the count
/// Reserve for the user's other programs, including other subjects.
constexpr rlim_t of_other_programs = 1024;

/// The number in a line of /proc/PID/status; 0 for another line.
std::size_t number_after(const std::string& line, std::string_view name) {
  return line.starts_with(name) ? std::strtoul(line.c_str() + name.size(), nullptr, 10) : 0;
}

}  // namespace

std::size_t tasks_of_user(uid_t user) {
  std::size_t tasks = 0;
  std::error_code error;
  for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    if (std::strtol(entry->path().filename().c_str(), nullptr, 10) <= 0) continue;
    std::ifstream in(entry->path() / "status");
    bool is_theirs = false;
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("Uid:")) is_theirs = number_after(line, "Uid:") == user;
      if (is_theirs) tasks += number_after(line, "Threads:");
    }
  }
  return tasks;
}

bool limit_processes(rlim_t most) {
  rlimit given{};
  ::getrlimit(RLIMIT_NPROC, &given);
  const bool is_root = ::geteuid() == 0;
  const auto set_soft = [&given](rlim_t soft) {
    const rlimit both{std::min(soft, given.rlim_cur), given.rlim_max};
    ::setrlimit(RLIMIT_NPROC, &both);
  };
  // The trial fails if the kernel counts processes outside the container, which are invisible.
  rlim_t now = is_root ? 0 : tasks_of_user(::getuid());
  if (given.rlim_cur < now + least) return false;
  for (; now < most_of_a_machine; now = 2 * now + slack) {
    set_soft(now + slack);
    if (holds_in_a_child([] { return true; })) break;
  }
  if (now >= most_of_a_machine) return false;
  set_soft(now + most + (is_root ? 0 : of_other_programs));
  ::getrlimit(RLIMIT_NPROC, &given);
  given.rlim_max = given.rlim_cur;
  return ::setrlimit(RLIMIT_NPROC, &given) == 0;
}

rlim_t queued_signals() {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("SigQ:")) return number_after(line, "SigQ:");
  return 0;
}

void hold_still(pid_t process) {
  constexpr rlimit none{0, 0};
  ::prlimit(process, RLIMIT_NPROC, &none, nullptr);
  ::kill(process, SIGSTOP);
}

void kill_all_of(uid_t user) {
  holds_in_a_child([user] { return become_user(user) && ::kill(-1, SIGKILL) == 0; });
}

}  // namespace bindpose::conformance
