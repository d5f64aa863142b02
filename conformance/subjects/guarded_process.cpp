// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/guarded_process.h"

#include <array>
#include <csignal>
#include <mutex>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/control_group.h"
#include "conformance/subjects/sandbox/folders.h"
#include "conformance/subjects/sandbox/usage.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 20;
constexpr int supervisor_socket = 3;
constexpr double timeout_budget_with_supervisor = 15;  // seconds; ending a subject takes a few milliseconds
constexpr int silent_exit = 1;                         // exit code of a supervisor whose parent is gone
constexpr double timeout_budget_with_exit = 1;         // seconds between the end of its socket and its exit
using Block = std::array<char, 65536>;

/// The running supervisors. Only one thread at a time looks for orphans or starts a supervisor: otherwise a
/// supervisor with a session that is not yet in the list would look like an orphan.
std::mutex supervisors_mutex;
std::set<pid_t> supervisors;

/// Removes the remains of a killed supervisor, whose processes become children of this process.
void clean_up_after_supervisor(const std::string& scratch, const std::string& group) {
  const std::lock_guard lock(supervisors_mutex);
  for (int round = 0; round < 500; ++round) {
    const std::vector<pid_t> left = orphans(::getpid(), supervisors);
    if (left.empty()) break;
    for (const pid_t pid : left) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
  }
  if (!scratch.empty()) remove_everything(scratch);
  remove_group(group);
}

}  // namespace

Expected<std::unique_ptr<GuardedProcess>> GuardedProcess::start(const Confinement& confinement) {
  // A program that no longer reads must cause an error here, not a signal.
  ::signal(SIGPIPE, SIG_IGN);
  auto process = std::make_unique<GuardedProcess>();
  BINDPOSE_TRY(auto to, make_pipe());
  BINDPOSE_TRY(auto from, make_pipe());
  BINDPOSE_TRY(auto control, make_sockets());
  process->input_ = std::move(to.second);
  process->output_ = std::move(from.first);
  process->control_ = std::move(control.first);
  ::fcntl(process->input_.get(), F_SETFL, O_NONBLOCK);
  const Child::Handed handed[] = {
      {&to.first, STDIN_FILENO}, {&from.second, STDOUT_FILENO}, {&control.second, supervisor_socket}};
  process->scratch_ = confinement.scratch;
  process->group_ = confinement.group;
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const std::lock_guard lock(supervisors_mutex);
  BINDPOSE_TRY(process->supervisor_, Child::start(companion("bindpose-supervisor"),
                                                  {"bindpose-supervisor", to_text(confinement)}, handed));
  supervisors.insert(process->supervisor_.id());
  return process;
}

Expected<void> GuardedProcess::send_line(const std::string& line, Deadline deadline) {
  const std::string text = line + "\n";
  return send_all(input_, text.data(), text.size(), deadline);
}

Expected<std::string> GuardedProcess::read_line(Deadline deadline) {
  for (;;) {
    const std::size_t end = pending_.find('\n');
    if (end != std::string::npos) {
      std::string line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return line;
    }
    if (pending_.size() > longest_line) return fail("LINE_LENGTH", "", "a line of more than 1 MiB");
    BINDPOSE_CHECK(read_some(deadline));
  }
}

bool GuardedProcess::has_more() {
  pollfd waiting{output_.get(), POLLIN, 0};
  if (pending_.empty() && ::poll(&waiting, 1, 0) > 0 && (waiting.revents & POLLIN) != 0)
    static_cast<void>(read_some(never));
  return !pending_.empty();
}

Ending GuardedProcess::end(double grace) {
  if (!supervisor_.is_running()) return ending_;
  // The supervisor sends a message when the program has ended.
  if (grace > 0) wait_for(control_, POLLIN, after(grace));
  input_.close();
  output_.close();
  ::shutdown(control_.get(), SHUT_WR);  // the supervisor treats this as a command
  std::string report;
  Block block;
  const Deadline deadline = after(timeout_budget_with_supervisor);
  // Waits for the supervisor to end all processes of the subject.
  while (const auto got = receive_some(control_, block.data(), block.size(), deadline, Wait::regardless))
    report.append(block.data(), *got);
  int status = 0;
  {
    const std::lock_guard lock(supervisors_mutex);
    supervisors.erase(supervisor_.id());
    status = supervisor_.end(timeout_budget_with_exit);
  }
  const auto told = ending_from(report);
  if (!told) clean_up_after_supervisor(scratch_, group_);
  ending_ = told ? *told
            : WIFEXITED(status) && WEXITSTATUS(status) > silent_exit
                ? Ending{"not started", 0, "the process that watches it did not start"}
                : Ending{"signal", SIGKILL, "the process that watches it was killed"};
  return ending_;
}

Expected<void> GuardedProcess::read_some(Deadline deadline) {
  Block block;
  BINDPOSE_TRY(const std::size_t got, receive_some(output_, block.data(), block.size(), deadline));
  pending_.append(block.data(), got);
  return {};
}

std::string companion(const std::string& name) {
  std::error_code error;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  // Companions are in this program's folder if installed, in their own folders in the build tree.
  const std::filesystem::path built = own.parent_path() / "conformance" / name;
  return (std::filesystem::exists(own / name, error) ? own / name : built).string();
}

}  // namespace bindpose::conformance
