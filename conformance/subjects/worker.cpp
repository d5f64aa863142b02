// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/worker.h"

#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/subjects/channel.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

using nlohmann::json;

constexpr int worker_socket = 3;
constexpr std::size_t kept_stderr = 2000;  // bytes of a dead worker's last words

/// A child process with a socket to it and its stderr kept in memory.
class Process {
 public:
  static Expected<std::unique_ptr<Process>> start(const std::string& program, const std::string& subject) {
    int sockets[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
      return fail("WORKER_START", program, std::strerror(errno));
    const int messages = ::memfd_create("bindpose-worker-stderr", MFD_CLOEXEC);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, messages, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO);
    // dup2 onto itself would leave the descriptor close-on-exec; a copy first keeps it apart from 3.
    const int theirs = ::fcntl(sockets[1], F_DUPFD_CLOEXEC, worker_socket + 1);
    ::posix_spawn_file_actions_adddup2(&actions, theirs, worker_socket);
    std::string verb = "worker", name = subject, path = program;
    char* arguments[] = {path.data(), verb.data(), name.data(), nullptr};
    auto process = std::make_unique<Process>(sockets[0], messages);
    const int failed = ::posix_spawn(&process->pid_, program.c_str(), &actions, nullptr, arguments, environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(theirs);
    ::close(sockets[1]);
    if (failed != 0) {
      process->pid_ = -1;
      return fail("WORKER_START", program, std::strerror(failed));
    }
    return process;
  }

  Process(int socket, int messages) : channel_(socket), messages_(messages) {}
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() {
    kill();
    if (messages_ >= 0) ::close(messages_);
  }

  Channel& channel() { return channel_; }

  void kill() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

  /// How it died, with its last words. Waits for it.
  std::string obituary() {
    int status = 0;
    if (pid_ > 0) ::waitpid(pid_, &status, 0);
    pid_ = -1;
    std::string text = WIFSIGNALED(status)
                           ? fmt::format("the worker died of {}", ::strsignal(WTERMSIG(status)))
                           : fmt::format("the worker ended with exit code {}", WEXITSTATUS(status));
    const off_t end = ::lseek(messages_, 0, SEEK_END);
    if (end > 0) {
      std::string words(kept_stderr, '\0');
      const off_t from = std::max<off_t>(0, end - static_cast<off_t>(kept_stderr));
      const ssize_t got = ::pread(messages_, words.data(), words.size(), from);
      if (got > 0) text += "; its last words: " + words.substr(0, static_cast<std::size_t>(got));
    }
    return text;
  }

 private:
  pid_t pid_ = -1;
  Channel channel_;
  int messages_ = -1;
};

Expected<void> error_of(const json& head) {
  const auto error = head.find("error");
  if (error == head.end()) return {};
  return fail(error->value("code", ""), error->value("where", ""), error->value("message", ""));
}

class Worker : public Subject {
 public:
  Worker(SubjectSpec spec, std::string program, double timeout)
      : spec_(std::move(spec)), program_(std::move(program)), timeout_(timeout) {}

  std::string name() const override { return to_string(spec_); }
  SubjectInfo info() const override { return info_; }

  std::vector<Options> variants(const Algorithm& algorithm, Level level) const override {
    const auto entry = variants_.find(fmt::format("{} {}", algorithm.path(), to_string(level)));
    return entry == variants_.end() ? std::vector<Options>{} : entry->get<std::vector<Options>>();
  }

  Expected<void> start() {
    BINDPOSE_TRY(process_, Process::start(program_, to_string(spec_)));
    BINDPOSE_TRY(const auto hello, receive());
    BINDPOSE_CHECK(error_of(hello.head));
    info_ = hello.head.value("info", SubjectInfo{});
    variants_ = hello.head.value("variants", json::object());
    return {};
  }

  Expected<Answer> run(const Question& question, const Options& variant) override {
    if (process_ == nullptr) BINDPOSE_CHECK(start());
    const Message request{{{"algorithm", question.algorithm->path()},
                           {"level", to_string(question.level)},
                           {"options", question.options},
                           {"variant", variant}},
                          question.arrays};
    if (auto ok = process_->channel().send(request, Storage::float32);
        !ok && ok.error().code != "CHANNEL_CLOSED")
      return tl::unexpected(ok.error());
    BINDPOSE_TRY(auto reply, receive());
    BINDPOSE_CHECK(error_of(reply.head));
    Answer answer{std::move(reply.arrays), {}, reply.head.value("seconds", 0.0)};
    for (const json& u : reply.head.value("undefined", json::array()))
      answer.undefined.push_back({u.value("array", ""), u.value("row", std::size_t{0}), u.value("code", "")});
    return answer;
  }

 private:
  /// The next message; a worker that is gone or too slow is buried, and started anew by the next question.
  Expected<Message> receive() {
    auto message = process_->channel().receive(timeout_);
    if (message) return message;
    const Error error = message.error();
    std::unique_ptr<Process> process = std::move(process_);
    if (error.code == "CHANNEL_CLOSED") return fail("CRASH", name(), process->obituary());
    process->kill();
    if (error.code == "TIMEOUT")
      return fail("TIMEOUT", name(), fmt::format("no answer within {} s", timeout_));
    return tl::unexpected(error);
  }

  SubjectSpec spec_;
  std::string program_;
  double timeout_;
  std::unique_ptr<Process> process_;
  SubjectInfo info_;
  json variants_ = json::object();
};

}  // namespace

Expected<std::unique_ptr<Subject>> start_worker(const SubjectSpec& spec, const std::string& program,
                                                double timeout_seconds) {
  auto worker = std::make_unique<Worker>(spec, program.empty() ? "/proc/self/exe" : program, timeout_seconds);
  BINDPOSE_CHECK(worker->start());
  return worker;
}

}  // namespace bindpose::conformance
