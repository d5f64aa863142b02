// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/worker.h"

#include <algorithm>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/subjects/channel.h"
#include "conformance/subjects/self_test.h"
#include "conformance/subjects/timeout_budget.h"
#include "reference/io/foreign_json.h"
#include "reference/io/lines.h"

namespace bindpose::conformance {
namespace {

using nlohmann::json;

constexpr int worker_socket = 3;
constexpr double least_device_start_seconds = 20;
constexpr std::size_t kept_stderr = 2000;  // limit in bytes for the last output of a worker that ended
constexpr const char* this_program = "/proc/self/exe";

bool offers_worker = false;

/// A worker with a socket to it; its stderr is in memory.
struct Process {
  Child child;
  Descriptor socket, messages;

  static Expected<Process> start(const std::string& program, const std::string& subject, SelfTest self_test) {
    Process process;
    BINDPOSE_TRY(auto sockets, make_sockets());
    process.socket = std::move(sockets.first);
    process.messages = kept_messages();
    const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    const Child::Handed handed[] = {{&nothing, STDIN_FILENO},
                                    {&process.messages, STDOUT_FILENO},
                                    {&process.messages, STDERR_FILENO},
                                    {&sockets.second, worker_socket}};
    // Its children, such as a browser, end as well.
    std::vector<std::string> words = {program, "worker", subject};
    if (self_test == SelfTest::left_out) words.emplace_back("--untested");
    BINDPOSE_TRY(process.child, Child::start(program, std::move(words), handed, Group::own));
    return process;
  }

  /// Waits for the worker's end; returns the reason and the last output.
  std::string obituary() {
    const int status = child.wait();
    std::string text = WIFSIGNALED(status)
                           ? fmt::format("the worker died of {}", ::strsignal(WTERMSIG(status)))
                           : fmt::format("the worker ended with exit code {}", WEXITSTATUS(status));
    // Without a line break at the end, since probe() adds to the last line.
    const std::string all = last_words(messages, kept_stderr);
    if (const auto words = trimmed(all, " \t\r\n"); !words.empty())
      text += fmt::format("; its last words: {}", words);
    return text;
  }
};

Expected<void> error_of(const json& head, const char* key = "error") {
  const auto error = head.find(key);
  if (error == head.end()) return {};
  return fail(member_or<std::string>(*error, "code", "CHANNEL_GARBAGE"),
              member_or<std::string>(*error, "where"), member_or<std::string>(*error, "message"));
}

class Worker : public Subject {
 public:
  Worker(SubjectSpec spec, std::string program, double timeout, Faulty faulty)
      : spec_(std::move(spec)), program_(std::move(program)), timeout_(timeout), faulty_(faulty) {}

  std::string name() const override { return name_of(spec_); }
  SubjectInfo info() const override { return info_; }

  std::vector<Options> variants(const Algorithm& algorithm, Level level) const override {
    const json* list = list_of("all", algorithm, level);
    return list == nullptr ? std::vector<Options>{} : get_or<std::vector<Options>>(*list);
  }

  std::vector<Options> variants_in_turn(const Algorithm& algorithm, Level level,
                                        std::size_t turn) const override {
    const json* lists = list_of("in_turn", algorithm, level);
    if (lists == nullptr || !lists->is_array() || lists->empty()) return {};
    return get_or<std::vector<Options>>(lists->at(turn % lists->size()));
  }
  std::size_t turns() const override { return member_or<std::size_t>(variants_, "turns", 1); }

  /// The first start. If faulty devices are judged, a crash or hang of the self-test makes the
  /// worker open the device again without it.
  Expected<void> open() {
    const auto tested = start();
    if (tested || faulty_ == Faulty::refused || !is_device(spec_) || !is_loss(tested.error())) return tested;
    fault_ = tested.error();
    self_test_ = SelfTest::left_out;
    return start();
  }

  Expected<Answer> run(const Question& question, const Options& variant) override {
    BINDPOSE_CHECK(timeout_budget_.check());
    if (!process_.child.is_running()) {
      const auto again = start();
      if (!again) timeout_budget_.record(again);
      BINDPOSE_CHECK(again);
    }
    auto answer = ask(question, variant);
    timeout_budget_.record(answer);
    if (!answer && is_loss(answer.error()) && !process_.child.is_running() && is_device(spec_))
      probe(answer.error());
    return answer;
  }

 private:
  /// A start loads a driver, compiles the self-test's shader and may start a browser.
  double start_seconds() const {
    return is_device(spec_) ? std::max(timeout_, least_device_start_seconds) : timeout_;
  }

  static bool is_loss(const Error& error) { return error.code == "CRASH" || error.code == "TIMEOUT"; }

  /// Starts the worker, which tests its device.
  Expected<void> start() {
    BINDPOSE_TRY(process_, Process::start(program_, to_string(spec_), self_test_));
    BINDPOSE_TRY(const auto hello, receive(after(start_seconds()), start_seconds()));
    auto usable = error_of(hello.head);
    const auto tested = error_of(hello.head, "self_test");
    const bool is_first = variants_.empty();
    if (usable && !tested && is_first && faulty_ == Faulty::judged) fault_ = tested.error();
    if (usable && !fault_) usable = tested;
    if (!usable) {
      process_ = {};
      return usable;
    }
    info_ = member_or<SubjectInfo>(hello.head, "info");
    if (fault_) note_self_test(info_, *fault_);
    variants_ = member_or<json>(hello.head, "variants", json::object());
    return {};
  }

  /// Opens a lost device again, and adds to the error whether the device passes its self-test.
  void probe(Error& error) {
    if (!timeout_budget_.check()) return;
    const auto again = start();
    if (!again) timeout_budget_.record(again);
    const char* const passes = fault_ ? "as it was" : "and it passes its self-test";
    error.message += again ? fmt::format("; the device was opened again, {}", passes)
                           : "; the device was opened again: " + bindpose::to_string(again.error());
  }

  Expected<Answer> ask(const Question& question, const Options& variant) {
    const Message request{{{"algorithm", question.algorithm->path()},
                           {"level", to_string(question.level)},
                           {"options", question.options},
                           {"variant", variant}},
                          question.arrays};
    const Deadline deadline = after(timeout_);
    const auto sent = send(process_.socket, request, Storage::float32, deadline);
    // If the worker is gone, receive() returns the reason; if it does not read, it is too slow.
    if (!sent && sent.error().code != "CHANNEL_CLOSED" && sent.error().code != "TIMEOUT")
      return tl::unexpected(sent.error());
    BINDPOSE_TRY(auto reply, receive(deadline, timeout_));
    BINDPOSE_CHECK(error_of(reply.head));
    Answer answer{std::move(reply.arrays), {}, member_or<double>(reply.head, "seconds")};
    for (const json& u : member_or<json>(reply.head, "undefined"))
      answer.undefined.push_back({member_or<std::string>(u, "array"), member_or<std::size_t>(u, "row"),
                                  member_or<std::string>(u, "code")});
    return answer;
  }

  /// A list from the worker's first message; null if the message lacks it.
  const json* list_of(const char* table, const Algorithm& algorithm, Level level) const {
    const auto lists = variants_.find(table);
    if (lists == variants_.end()) return nullptr;
    const auto entry = lists->find(fmt::format("{} {}", algorithm.path(), to_string(level)));
    return entry == lists->end() ? nullptr : &*entry;
  }

  /// The next message. A worker that is gone or too slow is terminated; the next input starts it
  /// again.
  Expected<Message> receive(Deadline deadline, double seconds) {
    auto message = conformance::receive(process_.socket, deadline);
    if (message) return message;
    Process process = std::exchange(process_, {});
    if (message.error().code == "CHANNEL_CLOSED") return fail("CRASH", name(), process.obituary());
    if (message.error().code == "TIMEOUT")
      return fail("TIMEOUT", name(), fmt::format("no output within {} s", seconds));
    return message;
  }

  SubjectSpec spec_;
  std::string program_;
  double timeout_;
  Faulty faulty_;
  SelfTest self_test_ = SelfTest::made;
  std::optional<Error> fault_;  ///< error of the first self-test; the device is judged anyway
  TimeoutBudget timeout_budget_ = TimeoutBudget(most_device_timeouts_in_a_row);
  Process process_;
  SubjectInfo info_;
  json variants_ = json::object();
};

}  // namespace

void offer_worker() {
  offers_worker = true;
}

Expected<std::unique_ptr<Subject>> start_worker(const SubjectSpec& spec, const std::string& program,
                                                double timeout_seconds, Faulty faulty) {
  if (program.empty() && !offers_worker)
    return fail("WORKER_START", to_string(spec),
                "only the program bindpose can open it; this is another program");
  auto worker =
      std::make_unique<Worker>(spec, program.empty() ? this_program : program, timeout_seconds, faulty);
  BINDPOSE_CHECK(worker->open());
  return worker;
}

}  // namespace bindpose::conformance
