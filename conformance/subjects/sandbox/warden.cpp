// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the program bindpose-warden - starts a foreign program, watches what it uses, ends it and everything
// that it has started, and cleans up, whatever becomes of the judge.
//
//   bindpose-warden CONFINEMENT      a Confinement as JSON, see confinement.h
//
// Descriptors 0 and 1 are the foreign program's; 3 is a socket to the judge. When the judge closes it, or is
// gone, or a limit is passed, or the program has ended, every descendant is killed and the scratch folder
// removed; then one line of JSON, the Ending, goes to the judge.
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <linux/keyctl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/confinement.h"
#include "conformance/subjects/sandbox/folders.h"
#include "conformance/subjects/sandbox/landlock.h"
#include "conformance/subjects/sandbox/own_user.h"
#include "conformance/subjects/sandbox/system_calls.h"
#include "conformance/subjects/sandbox/usage.h"

namespace bindpose::conformance {
namespace {

constexpr int judge_socket = 3;
constexpr int moved_input = 4, moved_output = 5, filter_file = 6;
constexpr std::size_t kept_words = 64 * 1024;  // bytes of the program's stderr
constexpr std::uint64_t mebibyte = 1024 * 1024;
constexpr rlim_t spare_processes = 64;  // the count that is watched is met first
constexpr auto watch_period = std::chrono::milliseconds(10);

void limit(int resource, rlim_t value) {
  const rlimit both{value, value};
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &both);
}

[[noreturn]] void give_up(const char* reason) {
  std::fprintf(stderr, "cannot confine: %s\n", reason);
  ::_exit(127);
}

/// What bubblewrap does elsewhere.
void give_up_rights(const Confinement& confinement) {
  if (confinement.user != 0) {
    if (!become_user(confinement.user)) give_up("it cannot become another user");
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // which a change of users takes back
  }
  if (confinement.files_restricted &&
      !restrict_files({confinement.seen, confinement.listed, confinement.written}))
    give_up("this kernel has no Landlock");
  if (!confinement.filtered) return;
  Refusals more;
  if (confinement.files_restricted) {
    more.sockets = true;
    more.attributes = confinement.user == 0;
    more.truncation = landlock_version() < landlock_with_truncation;
    more.signals = confinement.user == 0 && landlock_version() < landlock_with_signals;
  }
  if (!refuse_system_calls(more)) give_up("this kernel has no filter of system calls");
}

/// The child's side: never returns.
[[noreturn]] void become(const Confinement& confinement, int stderr_pipe) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::dup2(stderr_pipe, STDERR_FILENO);
  ::close_range(judge_socket, ~0U, 0);
  ::syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr);  // the caller's keys stay the caller's
  if (confinement.pipes_moved) {
    ::dup2(STDIN_FILENO, moved_input);
    ::dup2(STDOUT_FILENO, moved_output);
    const int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, STDIN_FILENO);
    ::close(nothing);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    const int filter = confinement.filtered ? system_call_filter({}) : filter_file;
    if (filter < 0) give_up("this kernel has no filter of system calls");
    if (filter != filter_file && (::dup2(filter, filter_file) < 0 || ::close(filter) < 0))
      give_up("descriptors");
  }
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ})
    std::signal(signal, SIG_DFL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, confinement.disk * mebibyte);
  // A backstop for what grows faster than it can be watched; address space alone may be reserved.
  limit(RLIMIT_DATA, 2 * confinement.memory * mebibyte);
  if (confinement.user != 0) limit(RLIMIT_NPROC, 2 * confinement.processes + spare_processes);
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
  if (!confinement.pipes_moved) give_up_rights(confinement);
  if (!confinement.directory.empty() && ::chdir(confinement.directory.c_str()) != 0)
    std::fprintf(stderr, "cannot enter %s: %s\n", confinement.directory.c_str(), std::strerror(errno));
  else if (::execvpe(arguments[0], arguments.data(), environment.data()) != 0)
    std::fprintf(stderr, "cannot start %s: %s\n", arguments[0], std::strerror(errno));
  ::_exit(127);
}

/// The end of what the program wrote to stderr.
class LastWords {
 public:
  explicit LastWords(int descriptor) : descriptor_(descriptor) { ::fcntl(descriptor, F_SETFL, O_NONBLOCK); }
  int descriptor() const { return descriptor_; }
  /// Takes what is there, at most a pipe's content; false at the end.
  bool drain() {
    std::array<char, 65536> block;
    const ssize_t got = ::read(descriptor_, block.data(), block.size());
    if (got > 0) {
      text_.append(block.data(), static_cast<std::size_t>(got));
      if (text_.size() > kept_words) text_.erase(0, text_.size() - kept_words);
    }
    return got != 0;
  }
  const std::string& text() const { return text_; }

 private:
  int descriptor_;
  std::string text_;
};

class Warden {
 public:
  Warden(const Confinement& confinement, pid_t child, int stderr_pipe)
      : confinement_(confinement), child_(child), words_(stderr_pipe) {}

  Ending watch() {
    auto next = std::chrono::steady_clock::now();
    while (ending_.reason.empty()) {
      std::array<pollfd, 2> waiting = {{{judge_socket, POLLIN, 0}, {words_.descriptor(), POLLIN, 0}}};
      if (!words_open_) waiting[1].fd = -1;
      ::poll(waiting.data(), waiting.size(), static_cast<int>(watch_period.count()));
      if (waiting[1].revents != 0) words_open_ = words_.drain();
      if (waiting[0].revents != 0) ending_.reason = "stopped";
      reap();
      if (std::chrono::steady_clock::now() < next) continue;
      check_usage();
      next = std::chrono::steady_clock::now() + watch_period;
    }
    end_all();
    for (int block = 0; block < 4; ++block)
      words_.drain();
    ending_.last_words = words_.text();
    return ending_;
  }

 private:
  void note_exit(int status) {
    if (!ending_.reason.empty()) return;
    ending_.reason = WIFSIGNALED(status) ? "signal" : "exit";
    ending_.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }

  void reap() {
    int status = 0;
    for (pid_t gone = ::waitpid(-1, &status, WNOHANG); gone > 0; gone = ::waitpid(-1, &status, WNOHANG))
      if (gone == child_) note_exit(status);
  }

  void check_usage() {
    const Usage usage = usage_of_descendants(::getpid(), confinement_.processes + own_processes);
    std::uint64_t disk = 0;
    for (const std::string& folder : confinement_.written)
      disk += disk_usage(folder, confinement_.disk * mebibyte);
    if (!ending_.reason.empty()) return;
    if (usage.tasks > confinement_.processes + own_processes)
      ending_.reason = "processes";
    else if (usage.memory > confinement_.memory * mebibyte &&
             proportional_memory(::getpid(), confinement_.processes + own_processes) >
                 confinement_.memory * mebibyte)
      ending_.reason = "memory";
    else if (disk > confinement_.disk * mebibyte)
      ending_.reason = "disk";
  }

  /// Kills until nothing is left: what a dying process has started becomes a child of this one.
  void end_all() {
    for (int round = 0; round < 500; ++round) {
      ::kill(-child_, SIGKILL);
      for (const pid_t pid : descendants(::getpid(), 100000))
        ::kill(pid, SIGKILL);
      int status = 0;
      pid_t gone = 0;
      do
        gone = ::waitpid(-1, &status, WNOHANG);
      while (gone > 0);
      if (gone < 0 && errno == ECHILD) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(round < 20 ? 1 : 10));
    }
  }

  static constexpr std::size_t own_processes = 2;  // bubblewrap outside and inside

  const Confinement& confinement_;
  pid_t child_;
  LastWords words_;
  bool words_open_ = true;
  Ending ending_;
};

int run(const Confinement& confinement) {
  ::setsid();
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ})
    std::signal(signal, SIG_IGN);
  int words[2];
  if (::pipe2(words, O_CLOEXEC) != 0) return 2;
  const pid_t child = ::fork();
  if (child < 0) return 2;
  if (child == 0) become(confinement, words[1]);
  ::close(words[1]);
  // The judge sees the end of the program's output when the program closes it, not when this process ends.
  ::close(STDIN_FILENO);
  ::close(STDOUT_FILENO);
  const Ending ending = Warden(confinement, child, words[0]).watch();
  if (!confinement.scratch.empty()) remove_everything(confinement.scratch);
  const std::string line = to_text(ending) + "\n";
  return ::send(judge_socket, line.data(), line.size(), MSG_NOSIGNAL) < 0 ? 1 : 0;
}

}  // namespace
}  // namespace bindpose::conformance

int main(int argc, char** argv) {
  const auto confinement =
      bindpose::conformance::confinement_from(argc == 2 ? std::string_view(argv[1]) : std::string_view());
  if (!confinement) {
    std::fprintf(stderr, "bindpose-warden is started by bindpose, not by hand\n");
    return 2;
  }
  return bindpose::conformance::run(*confinement);
}
