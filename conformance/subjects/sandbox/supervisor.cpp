// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the program bindpose-supervisor. It starts a foreign program, watches its resources, ends it with
// everything that it started, and cleans up, even if the judge dies.
//
//   bindpose-supervisor CONFINEMENT      a Confinement as JSON, see confinement.h
//
// Descriptors 0 and 1 are the foreign program's; 3 is a socket to the judge. When the judge closes it or dies, a
// limit is exceeded, or the program has ended, it kills every descendant, removes the scratch folder and the
// control group, and sends one line of JSON, the Ending, to the judge. It enforces limits by reading /proc every
// 10 ms and, if the judge has named one, by a control group.
#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/confined_start.h"
#include "conformance/subjects/sandbox/folders.h"
#include "conformance/subjects/sandbox/held.h"
#include "conformance/subjects/sandbox/inherited.h"
#include "conformance/subjects/sandbox/process_limit.h"
#include "conformance/subjects/sandbox/usage.h"

namespace bindpose::conformance {
namespace {

constexpr int judge_socket = 3;
constexpr std::size_t kept_words = 64 * 1024;  // bytes of the program's stderr
constexpr std::uint64_t mebibyte = 1024 * 1024;
constexpr auto watch_period = std::chrono::milliseconds(10);

/// Keeps the last bytes of the program's stderr.
class LastWords {
 public:
  explicit LastWords(int descriptor) : descriptor_(descriptor) { ::fcntl(descriptor, F_SETFL, O_NONBLOCK); }
  int descriptor() const { return descriptor_; }
  /// Reads the available bytes, at most the content of a full pipe; false at the end.
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

/// Measures the program's memory in a separate thread: a process that keeps starting others makes
/// this slow, while the supervisor must still count the others.
class HeldWatch {
 public:
  HeldWatch(std::size_t most_tasks, std::size_t trusted)
      : thread_([this, most_tasks, trusted] {
          while (!is_over_) {
            const Held held = held_by_descendants(::getpid(), most_tasks, trusted);
            memory_ = held.memory;
            disk_ = held.disk;
            uncharged_ = held.uncharged;
            swapped_ = held.swapped;
            std::this_thread::sleep_for(watch_period);
          }
        }) {}
  HeldWatch(const HeldWatch&) = delete;
  HeldWatch& operator=(const HeldWatch&) = delete;
  ~HeldWatch() {
    is_over_ = true;
    thread_.join();
  }
  std::uint64_t memory() const { return memory_; }
  std::uint64_t disk() const { return disk_; }
  std::uint64_t uncharged() const { return uncharged_; }
  std::uint64_t swapped() const { return swapped_; }

 private:
  std::atomic<std::uint64_t> memory_ = 0, disk_ = 0, uncharged_ = 0, swapped_ = 0;
  std::atomic<bool> is_over_ = false;
  std::thread thread_;
};

class Supervisor {
 public:
  Supervisor(const Confinement& confinement, const ControlGroup& group, pid_t child,
             const SupervisorPipes& pipes)
      : confinement_(confinement),
        group_(group),
        child_(child),
        words_(pipes.words),
        trouble_(pipes.trouble),
        started_(pipes.started),
        most_tasks_(confinement.processes + own_processes),
        held_(most_tasks_, trusted()) {}

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
    if (group_.was_hit()) ending_ = {"memory", 0, ""};
    end_all();
    for (int block = 0; block < 4; ++block)
      words_.drain();
    ending_.last_words = words_.text();
    note_trouble();
    return ending_;
  }

 private:
  void note_exit(int status) {
    if (!ending_.reason.empty()) return;
    ending_.reason = WIFSIGNALED(status) ? "signal" : "exit";
    ending_.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }

  /// A program that was not started is not at fault: the judge lacks a resource.
  void note_trouble() {
    trouble_.drain();
    started_.drain();
    const bool is_at_its_end = ending_.reason == "exit" || ending_.reason == "signal";
    if (!trouble_.text().empty())
      ending_ = {"not started", 0, trouble_.text()};
    else if (confinement_.pipes_moved && started_.text().empty() && is_at_its_end)
      ending_.reason = "not started";  // the last output of bubblewrap has the reason
  }

  /// Reaps some ended processes, because others may end as fast. False without a child.
  bool reap() {
    int status = 0;
    pid_t gone = 1;
    for (int i = 0; i < most_reaped && gone > 0; ++i) {
      gone = ::waitpid(-1, &status, WNOHANG);
      if (gone == child_) note_exit(status);
    }
    return gone >= 0 || errno != ECHILD;
  }

  void check_usage() {
    // Also counts processes that end before they are measured.
    const bool are_many = descendants(::getpid(), most_tasks_ + 1).size() > most_tasks_;
    const Usage usage = usage_of_descendants(::getpid(), most_tasks_);
    if (!ending_.reason.empty()) return;
    if (are_many || usage.tasks > most_tasks_)
      ending_.reason = "processes";
    else if (is_over_memory(usage))
      ending_.reason = "memory";
    else if (is_over_disk())
      ending_.reason = "disk";
  }

  /// With a control group, only memory that the group does not count is added.
  bool is_over_memory(const Usage& usage) const {
    const std::uint64_t most = confinement_.memory * mebibyte;
    const std::uint64_t others = group_.exists() ? held_.uncharged() : held_.memory();
    if (group_.was_hit()) return true;
    if (usage.memory + held_.swapped() + others <= most) return false;
    return proportional_memory(::getpid(), most_tasks_, group_.exists()) + others > most;
  }

  bool is_over_disk() const {
    std::uint64_t disk = held_.disk();
    for (const std::string& folder : confinement_.written)
      disk += disk_usage(folder, confinement_.disk * mebibyte);
    return disk > confinement_.disk * mebibyte;
  }

  /// Number of processes that may be unreadable: bubblewrap's own. Without a filter any program may
  /// hide its descriptors.
  std::size_t trusted() const {
    if (!confinement_.filtered) return most_tasks_;
    return confinement_.pipes_moved ? own_processes : 0;
  }

  /// Kills until no process is left: children of a dying process become children of this process.
  /// Stops all processes before it kills any, so that a freed slot cannot be used for new ones.
  void end_all() {
    group_.kill_all();
    for (int round = 0; round < 500; ++round) {
      ::kill(-child_, SIGKILL);
      for (const pid_t pid : descendants(::getpid(), 100000))
        hold_still(pid);
      for (const pid_t pid : descendants(::getpid(), 100000)) {
        hold_still(pid);
        ::kill(pid, SIGKILL);
      }
      // Waits some rounds first, because in a small user namespace two judges may use the same id.
      if (confinement_.user != 0 && round >= patient_rounds) kill_all_of(confinement_.user);
      if (!reap()) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(round < 20 ? 1 : 10));
    }
  }

  static constexpr int patient_rounds = 10, most_reaped = 1000;
  static constexpr std::size_t own_processes = 2;  // bubblewrap outside and inside

  const Confinement& confinement_;
  const ControlGroup& group_;
  pid_t child_;
  LastWords words_, trouble_, started_;
  bool words_open_ = true;
  Ending ending_;
  std::size_t most_tasks_;
  HeldWatch held_;  // last member: the thread starts after all others exist
};

/// Reports the end to the judge; returns the supervisor's exit code.
int tell(const Ending& ending) {
  const std::string line = to_text(ending) + "\n";
  return ::send(judge_socket, line.data(), line.size(), MSG_NOSIGNAL) < 0 ? 1 : 0;
}

int run(const Confinement& confinement) {
  close_all_but({STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, judge_socket});
  reset_all_signals();
  ::setsid();
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ})
    std::signal(signal, SIG_IGN);
  const ControlGroup group(confinement.group, confinement.memory * mebibyte, most_tasks(confinement));
  if (!confinement.group.empty() && !group.exists())
    return tell({"not started", 0, "it cannot make a control group"});
  int words[2], trouble[2], started[2];
  if (::pipe2(words, O_CLOEXEC) != 0 || ::pipe2(trouble, O_CLOEXEC) != 0 || ::pipe2(started, O_CLOEXEC) != 0)
    return tell({"not started", 0, std::string("a pipe: ") + std::strerror(errno)});
  const pid_t child = ::fork();
  if (child < 0) return tell({"not started", 0, std::string("a process: ") + std::strerror(errno)});
  if (child == 0) become(confinement, group, {words[1], trouble[1], started[1]});
  for (const int theirs : {words[1], trouble[1], started[1]})
    ::close(theirs);
  // The judge sees the end of the program's output when the program closes it, not when this process ends.
  ::close(STDIN_FILENO);
  ::close(STDOUT_FILENO);
  const Ending ending = Supervisor(confinement, group, child, {words[0], trouble[0], started[0]}).watch();
  if (!confinement.scratch.empty()) remove_everything(confinement.scratch);
  return tell(ending);
}

}  // namespace
}  // namespace bindpose::conformance

int main(int argc, char** argv) {
  const auto confinement =
      bindpose::conformance::confinement_from(argc == 2 ? std::string_view(argv[1]) : std::string_view());
  if (!confinement) {
    std::fprintf(stderr, "bindpose-supervisor is started by bindpose, not by hand\n");
    return 2;
  }
  return bindpose::conformance::run(*confinement);
}
