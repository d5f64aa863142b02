// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/confined_start.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <linux/keyctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/held.h"
#include "conformance/subjects/sandbox/inherited.h"
#include "conformance/subjects/sandbox/landlock.h"
#include "conformance/subjects/sandbox/own_user.h"
#include "conformance/subjects/sandbox/process_limit.h"
#include "conformance/subjects/sandbox/system_calls.h"

namespace bindpose::conformance {
namespace {

constexpr int moved_input = 4, moved_output = 5, filter_file = 6, started_pipe = 7;
constexpr std::uint64_t mebibyte = 1024 * 1024;
constexpr rlim_t least_descriptors = 64;  // a lower limit could come from the judge's own limit
constexpr rlim_t most_locked = 8 * mebibyte, most_signals = 1024;

/// Sets a limit to the value, or to the highest allowed value; returns the new limit.
rlim_t limit(int resource, rlim_t value) {
  const auto which = static_cast<__rlimit_resource_t>(resource);
  rlimit both{value, value};
  if (::setrlimit(which, &both) == 0) return value;
  ::getrlimit(which, &both);
  both.rlim_cur = std::min(value, both.rlim_max);
  ::setrlimit(which, &both);
  return both.rlim_cur;
}

/// Reports to the supervisor why the program was not started, by a pipe hidden from the program.
class Trouble {
 public:
  explicit Trouble(int pipe) : pipe_(pipe) {}
  [[noreturn]] void give_up(const std::string& reason) const {
    const ssize_t written = ::write(pipe_, reason.data(), reason.size());
    ::_exit(written < 0 ? 126 : 127);
  }
  void copy_descriptor(int from, int to) const {
    if (::dup2(from, to) < 0) give_up(std::string("a descriptor: ") + std::strerror(errno));
  }

 private:
  int pipe_;
};

/// Only for programs without bubblewrap, which does this itself.
void give_up_rights(const Confinement& confinement, const Trouble& trouble) {
  if (confinement.user != 0) {
    if (!become_user(confinement.user)) trouble.give_up("it cannot become another user");
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a change of the user resets this
  }
  if (confinement.files_restricted &&
      !restrict_files({confinement.seen, confinement.listed, confinement.written}))
    trouble.give_up("this kernel has no Landlock");
  if (!confinement.filtered) return;
  Refusals more{.others = confinement.user == 0};
  if (confinement.files_restricted) {
    more.attributes = confinement.user == 0;
    more.truncation = landlock_version() < landlock_with_truncation;
    more.signals = confinement.user == 0 && landlock_version() < landlock_with_signals;
  }
  if (!refuse_system_calls(more)) trouble.give_up("this kernel has no filter of system calls");
}

void set_limits(const Confinement& confinement, const Trouble& trouble) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, confinement.disk * mebibyte);
  // A last limit on memory that grows faster than the supervisor checks. Programs may reserve more
  // address space than they use.
#ifndef __SANITIZE_ADDRESS__  // their shadow memory is larger
  limit(RLIMIT_DATA, 2 * confinement.memory * mebibyte);
#endif
  limit(RLIMIT_MEMLOCK, most_locked);
  // An ordinary user's other programs, including other subjects, also have queued signals.
  limit(RLIMIT_SIGPENDING, most_signals + (confinement.user == 0 ? queued_signals() : 0));
  // A user may have the right to take the processors from others.
  for (const int resource : {RLIMIT_MSGQUEUE, RLIMIT_RTPRIO, RLIMIT_NICE})
    limit(resource, 0);
  if (!limit_processes(most_tasks(confinement)))
    trouble.give_up("this user may start too few processes here: raise ulimit -u");
  const rlim_t descriptors = limit(RLIMIT_NOFILE, most_descriptors);
  if (descriptors < least_descriptors)
    trouble.give_up("a process may open " + std::to_string(descriptors) + " files here, expected " +
                    std::to_string(least_descriptors) + " or more: ulimit -n 1024");
}

}  // namespace

void become(const Confinement& confinement, const ControlGroup& group, const SupervisorPipes& pipes) {
  const int kept = ::fcntl(pipes.trouble, F_DUPFD_CLOEXEC, started_pipe + 1);
  const int started = ::fcntl(pipes.started, F_DUPFD_CLOEXEC, kept + 1);
  const Trouble trouble(kept < 0 ? pipes.trouble : kept);
  if (kept < 0 || started < 0) trouble.give_up(std::string("a descriptor: ") + std::strerror(errno));
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (group.exists() && !group.enter()) trouble.give_up("it cannot enter its control group");
  trouble.copy_descriptor(pipes.words, STDERR_FILENO);
  // The error pipe closes when the program starts; everything else closes here.
  close_all_but({STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, kept, started});
  ::syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr);  // the caller's keys stay private
  if (confinement.pipes_moved) {
    trouble.copy_descriptor(STDIN_FILENO, moved_input);
    trouble.copy_descriptor(STDOUT_FILENO, moved_output);
    const int nothing = ::open("/dev/null", O_RDONLY);
    trouble.copy_descriptor(nothing, STDIN_FILENO);
    ::close(nothing);
    trouble.copy_descriptor(STDERR_FILENO, STDOUT_FILENO);
    trouble.copy_descriptor(started, started_pipe);
    const int filter = confinement.filtered ? system_call_filter({}) : filter_file;
    if (filter < 0) trouble.give_up(std::string("no filter of system calls: ") + std::strerror(errno));
    if (filter != filter_file) {
      trouble.copy_descriptor(filter, filter_file);
      ::close(filter);
    }
  }
  reset_all_signals();
  set_limits(confinement, trouble);
  std::vector<char*> arguments, environment;
  std::vector<std::string> words = confinement.command, settings;
  for (std::string& word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  for (const auto& [name, value] : confinement.environment)
    settings.emplace_back(name).append("=").append(value);
  for (std::string& setting : settings)
    environment.push_back(setting.data());
  environment.push_back(nullptr);
  if (!confinement.pipes_moved) give_up_rights(confinement, trouble);
  if (!confinement.directory.empty() && ::chdir(confinement.directory.c_str()) != 0)
    std::fprintf(stderr, "cannot enter %s: %s\n", confinement.directory.c_str(), std::strerror(errno));
  else if (::execvpe(arguments[0], arguments.data(), environment.data()) != 0 && is_shortage(errno))
    trouble.give_up(std::string("cannot start ") + arguments[0] + ": " + std::strerror(errno));
  else
    std::fprintf(stderr, "cannot start %s: %s\n", arguments[0], std::strerror(errno));
  ::_exit(127);
}

}  // namespace bindpose::conformance
