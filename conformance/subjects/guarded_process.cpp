// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/guarded_process.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 20;
constexpr int warden_socket = 3;
constexpr int patience_with_warden = 15000;  // milliseconds; it needs a few to end a subject

/// A descriptor that is closed when it goes out of scope.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    reset(other.release());
    return *this;
  }
  ~Descriptor() { reset(-1); }
  int get() const { return number_; }
  void reset(int number) {
    if (number_ >= 0) ::close(number_);
    number_ = number;
  }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

int milliseconds_until(Deadline deadline) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now())
          .count();
  return left <= 0 ? 0 : static_cast<int>(left) + 1;
}

/// Waits until the descriptor is ready; false at the deadline.
bool wait_for(int descriptor, short events, Deadline deadline) {
  for (;;) {
    const int left = milliseconds_until(deadline);
    if (left == 0) return false;
    pollfd waiting{descriptor, events, 0};
    const int ready = ::poll(&waiting, 1, left);
    if (ready > 0) return true;
  }
}

class Guarded : public GuardedProcess {
 public:
  Expected<void> launch(const Confinement& confinement) {
    int to[2], from[2], control[2];
    if (::pipe2(to, O_CLOEXEC) != 0) return fail("WORKER_START", "", std::strerror(errno));
    Descriptor their_input(to[0]);
    input_.reset(to[1]);
    if (::pipe2(from, O_CLOEXEC) != 0) return fail("WORKER_START", "", std::strerror(errno));
    output_.reset(from[0]);
    Descriptor their_output(from[1]);
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, control) != 0)
      return fail("WORKER_START", "", std::strerror(errno));
    control_.reset(control[0]);
    Descriptor their_control(control[1]);
    ::fcntl(input_.get(), F_SETFL, O_NONBLOCK);
    return spawn(confinement, their_input, their_output, their_control);
  }

  ~Guarded() override { end(0); }

  Expected<void> send_line(const std::string& line, Deadline deadline) override {
    const std::string text = line + "\n";
    std::size_t sent = 0;
    while (sent < text.size()) {
      const ssize_t written = ::write(input_.get(), text.data() + sent, text.size() - sent);
      if (written > 0) {
        sent += static_cast<std::size_t>(written);
      } else if (written < 0 && errno == EAGAIN) {
        if (!wait_for(input_.get(), POLLOUT, deadline)) return fail("TIMEOUT", "", "it does not read");
      } else if (errno != EINTR) {
        return fail("CHANNEL_CLOSED", "", "it does not read any more");
      }
    }
    return {};
  }

  Expected<std::string> read_line(Deadline deadline) override {
    for (;;) {
      const std::size_t end = pending_.find('\n');
      if (end != std::string::npos) {
        std::string line = pending_.substr(0, end);
        pending_.erase(0, end + 1);
        if (!line.empty() && line.back() == '\r') line.pop_back();
        return line;
      }
      if (pending_.size() > longest_line) return fail("LINE_LENGTH", "", "a line of more than 1 MiB");
      if (!wait_for(output_.get(), POLLIN, deadline)) return fail("TIMEOUT", "", "no answer in time");
      if (!read_some()) return fail("CHANNEL_CLOSED", "", "it has closed its output");
    }
  }

  bool has_more() override {
    pollfd waiting{output_.get(), POLLIN, 0};
    if (pending_.empty() && ::poll(&waiting, 1, 0) > 0 && (waiting.revents & POLLIN) != 0) read_some();
    return !pending_.empty();
  }

  std::string unfinished() const override { return pending_; }

  Ending end(double grace) override {
    if (warden_ <= 0) return ending_;
    // The warden speaks up when the program has ended.
    if (grace > 0)
      wait_for(control_.get(), POLLIN,
               std::chrono::steady_clock::now() + std::chrono::milliseconds(static_cast<int>(grace * 1000)));
    input_.reset(-1);
    output_.reset(-1);
    ::shutdown(control_.get(), SHUT_WR);  // the warden takes this as an order
    std::string report;
    const Deadline deadline =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(patience_with_warden);
    std::array<char, 65536> block;
    while (wait_for(control_.get(), POLLIN, deadline)) {
      const ssize_t got = ::read(control_.get(), block.data(), block.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      report.append(block.data(), static_cast<std::size_t>(got));
    }
    ::kill(warden_, SIGKILL);
    ::waitpid(warden_, nullptr, 0);
    warden_ = -1;
    const auto told = ending_from_json(report);
    ending_ = told ? *told : Ending{"signal", SIGKILL, 0, "the process that watches it was killed"};
    return ending_;
  }

 private:
  Expected<void> spawn(const Confinement& confinement, const Descriptor& input, const Descriptor& output,
                       const Descriptor& control) {
    const std::string program = companion("bindpose-warden");
    std::string name = "bindpose-warden", order = to_json(confinement);
    char* arguments[] = {name.data(), order.data(), nullptr};
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    // Copies first: a descriptor that already has its place would stay close-on-exec.
    const Descriptor copy(::fcntl(control.get(), F_DUPFD_CLOEXEC, warden_socket + 1));
    ::posix_spawn_file_actions_adddup2(&actions, input.get(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, copy.get(), warden_socket);
    const int failed = ::posix_spawn(&warden_, program.c_str(), &actions, nullptr, arguments, environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed == 0) return {};
    warden_ = -1;
    return fail("WORKER_START", program, std::strerror(failed));
  }

  /// One read; false at the end of the program's output.
  bool read_some() {
    std::array<char, 65536> block;
    const ssize_t got = ::read(output_.get(), block.data(), block.size());
    if (got > 0) pending_.append(block.data(), static_cast<std::size_t>(got));
    return got > 0 || (got < 0 && errno == EINTR);
  }

  Descriptor input_, output_, control_;
  pid_t warden_ = -1;
  std::string pending_;
  Ending ending_;
};

}  // namespace

Expected<std::unique_ptr<GuardedProcess>> GuardedProcess::start(const Confinement& confinement) {
  // A program that does not read any more is an error here, not a signal.
  ::signal(SIGPIPE, SIG_IGN);
  auto process = std::make_unique<Guarded>();
  BINDPOSE_CHECK(process->launch(confinement));
  return process;
}

std::string companion(const std::string& name) {
  std::error_code error;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  // Beside this program once installed; in the build tree other programs lie in folders of their own.
  const std::filesystem::path built = own.parent_path() / "conformance" / name;
  return (std::filesystem::exists(own / name, error) ? own / name : built).string();
}

}  // namespace bindpose::conformance
