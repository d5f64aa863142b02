// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/worker.h"

#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/subjects/channel.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

using nlohmann::json;

constexpr int worker_socket = 3;
constexpr std::size_t kept_stderr = 2000;  // bytes of a dead worker's last words

/// A worker with a socket to it and its stderr kept in memory.
struct Process {
  Child child;
  Descriptor socket, messages;

  static Expected<Process> start(const std::string& program, const std::string& subject) {
    Process process;
    BINDPOSE_TRY(auto sockets, make_sockets());
    process.socket = std::move(sockets.first);
    process.messages = kept_messages();
    const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    const Child::Handed handed[] = {{&nothing, STDIN_FILENO},
                                    {&process.messages, STDOUT_FILENO},
                                    {&process.messages, STDERR_FILENO},
                                    {&sockets.second, worker_socket}};
    // Whatever it starts, a browser for one, ends with it.
    BINDPOSE_TRY(process.child, Child::start(program, {program, "worker", subject}, handed, Group::own));
    return process;
  }

  /// How it died, with its last words. Waits for it.
  std::string obituary() {
    const int status = child.wait();
    std::string text = WIFSIGNALED(status)
                           ? fmt::format("the worker died of {}", ::strsignal(WTERMSIG(status)))
                           : fmt::format("the worker ended with exit code {}", WEXITSTATUS(status));
    const std::string words = last_words(messages, kept_stderr);
    if (!words.empty()) text += "; its last words: " + words;
    return text;
  }
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

  std::string name() const override { return name_of(spec_); }
  SubjectInfo info() const override { return info_; }

  std::vector<Options> variants(const Algorithm& algorithm, Level level) const override {
    const json* list = list_of("all", algorithm, level);
    return list == nullptr ? std::vector<Options>{} : list->get<std::vector<Options>>();
  }

  std::vector<Options> variants_in_turn(const Algorithm& algorithm, Level level,
                                        std::size_t turn) const override {
    const json* lists = list_of("in_turn", algorithm, level);
    if (lists == nullptr || lists->empty()) return {};
    return lists->at(turn % lists->size()).get<std::vector<Options>>();
  }
  std::size_t turns() const override { return variants_.value("turns", std::size_t{1}); }

  Expected<void> start() {
    BINDPOSE_TRY(process_, Process::start(program_, to_string(spec_)));
    BINDPOSE_TRY(const auto hello, receive(after(timeout_)));
    BINDPOSE_CHECK(error_of(hello.head));
    info_ = hello.head.value("info", SubjectInfo{});
    variants_ = hello.head.value("variants", json::object());
    return {};
  }

  Expected<Answer> run(const Question& question, const Options& variant) override {
    if (!process_.child.is_running()) BINDPOSE_CHECK(start());
    const Message request{{{"algorithm", question.algorithm->path()},
                           {"level", to_string(question.level)},
                           {"options", question.options},
                           {"variant", variant}},
                          question.arrays};
    const Deadline deadline = after(timeout_);
    const auto sent = send(process_.socket, request, Storage::float32, deadline);
    // Of one that is gone, receiving tells how; one that does not read is too slow.
    if (!sent && sent.error().code != "CHANNEL_CLOSED" && sent.error().code != "TIMEOUT")
      return tl::unexpected(sent.error());
    BINDPOSE_TRY(auto reply, receive(deadline));
    BINDPOSE_CHECK(error_of(reply.head));
    Answer answer{std::move(reply.arrays), {}, reply.head.value("seconds", 0.0)};
    for (const json& u : reply.head.value("undefined", json::array()))
      answer.undefined.push_back({u.value("array", ""), u.value("row", std::size_t{0}), u.value("code", "")});
    return answer;
  }

 private:
  /// Of what the worker said at its start; null where it said nothing of it.
  const json* list_of(const char* table, const Algorithm& algorithm, Level level) const {
    const auto lists = variants_.find(table);
    if (lists == variants_.end()) return nullptr;
    const auto entry = lists->find(fmt::format("{} {}", algorithm.path(), to_string(level)));
    return entry == lists->end() ? nullptr : &*entry;
  }

  /// The next message; a worker that is gone or too slow is buried, and started anew by the next question.
  Expected<Message> receive(Deadline deadline) {
    auto message = conformance::receive(process_.socket, deadline);
    if (message) return message;
    Process process = std::exchange(process_, {});
    if (message.error().code == "CHANNEL_CLOSED") return fail("CRASH", name(), process.obituary());
    if (message.error().code == "TIMEOUT")
      return fail("TIMEOUT", name(), fmt::format("no answer within {} s", timeout_));
    return message;
  }

  SubjectSpec spec_;
  std::string program_;
  double timeout_;
  Process process_;
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
