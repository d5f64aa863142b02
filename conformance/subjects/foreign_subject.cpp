// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/foreign_subject.h"

#include <algorithm>
#include <csignal>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/subjects/answer_file.h"
#include "conformance/subjects/exchange.h"
#include "conformance/subjects/guarded_process.h"
#include "conformance/subjects/isolation.h"
#include "conformance/subjects/sandbox/crash_place.h"
#include "conformance/subjects/sandbox/folders.h"
#include "conformance/subjects/sandbox/own_user.h"
#include "conformance/subjects/self_test.h"
#include "conformance/subjects/timeout_budget.h"
#include "reference/io/foreign_json.h"
#include "reference/io/lines.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr double longest_stop = 0.5;            // seconds until it must exit by itself
constexpr std::size_t longest_words = 600;      // bytes of its last output in a verdict
constexpr std::size_t longest_told_line = 200;  // bytes per line if there are several lines

/// True for a frame of an interpreter's loader, which says nothing about the loaded file.
bool is_of_a_loader(std::string_view line) {
  return line.find("<frozen importlib") != std::string_view::npos ||
         line.find("node:internal/") != std::string_view::npos;
}

/// True if the last output says that a file is missing, perhaps because the file is hidden.
bool misses_file(std::string_view words) {
  constexpr std::string_view signs[] = {"No such file", "No module named", "Cannot find",
                                        "cannot find",  "not found",       "Permission denied"};
  return std::ranges::any_of(signs,
                             [words](std::string_view sign) { return words.find(sign) != words.npos; });
}

/// True for a line such as "ReferenceError: navigator is not defined": node prints it before the
/// call stack, Python after it.
bool is_of_an_error(std::string_view line) {
  const std::size_t colon = line.find(": ");
  return colon != std::string_view::npos && line.substr(0, colon).ends_with("Error") &&
         line.find(' ') == colon + 1;
}

/// The end of a program's output, line by line, and its last error message, even if older. A single
/// line stays unchanged.
std::string readable_words(const std::string& words) {
  std::vector<std::string_view> lines = lines_of(words);
  std::erase_if(lines, is_of_a_loader);
  if (lines.size() == 1) return " " + printable_words(lines.front(), longest_words);
  std::string text;
  bool has_reason = false, is_full = false;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    const bool is_reason = is_of_an_error(*line) && !has_reason;
    is_full = is_full || text.size() + std::min(line->size(), longest_told_line) > longest_words;
    if (!is_full || is_reason) text.insert(0, "\n" + printable_words(*line, longest_told_line));
    has_reason = has_reason || is_reason;
  }
  return text;
}

/// How a program ended, as the reason for the missing output.
std::string obituary(const Ending& ending, const Sandbox& sandbox, bool is_library) {
  std::string text;
  const bool is_passed_on = ending.reason == "exit" && ending.code > 128 && ending.code < 128 + 32;
  if (ending.reason == "memory")
    text = fmt::format("it used more than {} MiB of memory", sandbox.memory);
  else if (ending.reason == "processes")
    text = fmt::format("it ran more than {} processes and threads", sandbox.processes);
  else if (ending.reason == "disk")
    text = fmt::format("it wrote more than {} MiB", sandbox.disk);
  else if (ending.reason == "signal" && ending.code == SIGXFSZ)
    text = fmt::format("it wrote a file of more than {} MiB", sandbox.disk);
  else if (ending.reason == "signal")
    text = fmt::format("it died of {}", ::strsignal(ending.code));
  else if (is_passed_on)
    text = fmt::format("it died of {}", ::strsignal(ending.code - 128));  // as passed on by bubblewrap
  else if (ending.reason == "exit")
    text = fmt::format("it ended with exit code {}", ending.code);
  else
    text = "it closed its output before the result";
  std::string words = ending.last_words;
  // Only bindpose-host writes places, when a signal ends it. The library can forge this line, so
  // the line is escaped like other output of a subject.
  if (is_library && (ending.reason == "signal" || is_passed_on))
    if (const std::string place = take_crash_place(words); !place.empty())
      text += " in " + printable(place, longest_words);
  const std::string told = readable_words(words);
  if (told.find_first_not_of(" \n") != told.npos) text += "; its last words:" + told;
  return text;
}

class ForeignSubject : public Subject {
 public:
  ForeignSubject(SubjectSpec spec, Sandbox sandbox)
      : spec_(std::move(spec)), sandbox_(std::move(sandbox)), disk_(sandbox_.disk) {}
  ~ForeignSubject() override { stop(); }

  std::string name() const override { return name_of(spec_); }
  SubjectInfo info() const override {
    SubjectInfo info = hello_.info;
    info["renderer"] = fmt::format("{} {} ({})", info["name"], info["version"], info["language"]);
    info["isolation"] = isolation(sandbox_.most).description;
    if (!note_.empty()) info["folder"] = note_;
    info.merge(notes_on(hello_));
    return info;
  }
  std::vector<Options> variants(const Algorithm& algorithm, Level level) const override {
    if (find_capability(hello_, algorithm, level) == nullptr) return {};
    return {Options{}};
  }

  AcceptedDeviations terms(const Algorithm& algorithm, Level level) const override {
    const Capability* declared = find_capability(hello_, algorithm, level);
    return declared == nullptr ? AcceptedDeviations{} : declared->terms;
  }

  Expected<void> start() {
    BINDPOSE_TRY(auto adapter, adapter_of(spec_, sandbox_));
    BINDPOSE_CHECK(require_program(adapter));
    BINDPOSE_TRY(process_, start(adapter));
    const Deadline deadline = after(sandbox_.seconds);
    auto message = exchange(start_message(), deadline);
    if (!message && !note_.empty() && misses_file_) message.error().message += "; " + note_;
    if (!message) return tl::unexpected(message.error());
    auto hello = read_hello(*message);
    if (!hello) return tl::unexpected(bury(hello.error()));
    // The first declaration counts, also after a restart; other threads may read it.
    if (hello_.capabilities.empty()) hello_ = std::move(*hello);
    return {};
  }

  Expected<Answer> run(const Question& question, const Options&) override {
    BINDPOSE_CHECK(is_within(hello_, question));
    BINDPOSE_CHECK(timeout_budget_.check());
    BINDPOSE_TRY(const auto list, wanted(question));
    grant_disk(largest_answer(list));
    const auto started = process_ == nullptr ? start() : Expected<void>();
    auto answer = started ? ask(question, list) : tl::unexpected(started.error());
    timeout_budget_.record(answer);
    return answer;
  }

 private:
  /// Raises the limit on disk space. Ends the process, whose limit cannot change.
  void grant_disk(std::size_t bytes) {
    const std::size_t mebibytes = bytes / (std::size_t{1} << 20) + 1;
    if (mebibytes <= disk_) return;
    disk_ = mebibytes;
    stop();
  }

  /// The sandbox with the current limit on disk space.
  Sandbox granted() const {
    Sandbox granted = sandbox_;
    granted.disk = disk_;
    return granted;
  }

  Expected<std::unique_ptr<GuardedProcess>> start(const Adapter& adapter) {
    if (user_.id() == 0 && isolation(sandbox_.most).own_user) {
      user_ = OwnUser::lend();
      if (user_.id() == 0) return fail("WORKER_START", name(), "no user id is left for another subject");
    }
    BINDPOSE_TRY(folders_, make_exchange(sandbox_, user_.id()));
    const auto confined = confine(adapter, granted(), folders_);
    if (confined && note_.empty()) note_ = confined->note;
    auto process = confined ? GuardedProcess::start(confined->confinement) : tl::unexpected(confined.error());
    if (!process) remove_everything(folders_.scratch);
    return process;
  }

  Expected<Answer> ask(const Question& question, const Wanted& list) {
    ++seq_;
    const auto paths = put_question(folders_, question, seq_);
    if (!paths) return fail("JUDGE_RESOURCES", paths.error().where, paths.error().message);
    BINDPOSE_CHECK(require_room(folders_.out, largest_answer(list)));
    const auto started = Clock::now();
    auto request = run_message(question, list, seq_, *paths);
    const Capability* declared = find_capability(hello_, *question.algorithm, question.level);
    if (declared != nullptr && !declared->former_path.empty()) request["algorithm"] = declared->former_path;
    const auto message = exchange(request, after(sandbox_.seconds));
    const std::chrono::duration<double> elapsed = Clock::now() - started;
    if (!message) return tl::unexpected(message.error());
    const auto seconds = read_reply(*message, seq_);
    if (!seconds && seconds.error().code == "PROTOCOL") return tl::unexpected(bury(seconds.error()));
    if (process_->has_more())
      return tl::unexpected(
          bury({"PROTOCOL", "", "more output than requested: expected one line per input"}));
    Expected<Answer> answer = tl::unexpected(seconds ? Error{} : seconds.error());
    if (seconds) {
      auto arrays = take_answer(folders_.out, fmt::format("{}.safetensors", seq_), list);
      if (arrays)
        answer = Answer{
            std::move(*arrays), {}, *seconds > 0 && *seconds < elapsed.count() ? *seconds : elapsed.count()};
      else
        answer = tl::unexpected(arrays.error());
    }
    if (!clear(folders_, seq_, sandbox_.seconds)) return tl::unexpected(bury_writer());
    return answer;
  }

  /// Sends a message and reads the reply. A subject that violates the protocol is terminated; the
  /// next input starts it again.
  Expected<json> exchange(const nlohmann::ordered_json& message, Deadline deadline) {
    const auto sent = process_->send_line(message.dump(), deadline);
    // The subject's last output may explain its end better.
    auto line =
        sent || sent.error().code != "TIMEOUT" ? process_->read_line(deadline) : tl::unexpected(sent.error());
    if (!line) return tl::unexpected(bury(line.error()));
    json reply = foreign_json(*line);
    if (!reply.is_object())
      return tl::unexpected(
          bury({"PROTOCOL", "",
                fmt::format("it printed '{}', expected one JSON object per line; print to stderr instead",
                            printable(*line))}));
    return reply;
  }

  /// Ends the process; returns an error with all known facts about its end.
  Error bury(const Error& error) {
    const std::string unfinished = process_->unfinished();
    // A subject that has closed its output is about to end; waits for its exit status.
    const Ending ending = process_->end(error.code == "CHANNEL_CLOSED" ? longest_stop : 0);
    process_.reset();
    misses_file_ = misses_file(ending.last_words);
    if (ending.reason == "not started")
      return {"WORKER_START", name(), "the judge cannot confine it: " + printable(ending.last_words)};
    const std::string half =
        unfinished.empty() ? "" : fmt::format("; it had begun a line: '{}'", printable(unfinished));
    if (error.code == "CHANNEL_CLOSED")
      return {"CRASH", "", obituary(ending, granted(), spec_.kind == "lib") + half};
    const bool over_limit =
        ending.reason == "memory" || ending.reason == "processes" || ending.reason == "disk";
    if (over_limit) return {"CRASH", "", obituary(ending, granted(), spec_.kind == "lib") + half};
    if (error.code == "TIMEOUT") {
      const bool is_silent = spec_.kind == "cmd" && hello_.capabilities.empty() && half.empty();
      return {"TIMEOUT", "",
              fmt::format("no output within {} s{}{}", sandbox_.seconds, half,
                          is_silent ? "; a program flushes its output after each line" : "")};
    }
    if (error.code == "LINE_LENGTH") return {"PROTOCOL", "", "it printed a line of more than 1 MiB"};
    return error;
  }

  /// Ends a subject that keeps writing: it would delay the judge after each output.
  Error bury_writer() {
    constexpr const char* busy = "BUSY";
    const std::string message =
        fmt::format("the folder of its outputs cannot be emptied within {} s, because it keeps writing",
                    sandbox_.seconds);
    Error error = bury({busy, "", message});
    if (error.code == busy) error.code = "TIMEOUT";
    return error;
  }

  void stop() {
    if (process_ == nullptr) return;
    const Deadline deadline = after(longest_stop);
    if (process_->send_line(R"({"cmd": "stop"})", deadline))
      while (process_->read_line(deadline)) {
      }
    process_->end(longest_stop);
    process_.reset();
  }

  SubjectSpec spec_;
  Sandbox sandbox_;
  std::size_t disk_;  ///< MiB: at least the largest output requested so far
  Hello hello_;
  OwnUser user_;
  ExchangeFolders folders_;
  std::string note_;          ///< hidden files of its folder, and files that could not be hidden
  bool misses_file_ = false;  ///< the last process that ended lacked a file
  std::unique_ptr<GuardedProcess> process_;
  std::uint64_t seq_ = 0;
  TimeoutBudget timeout_budget_;
};

class BrokenSubject : public Subject {
 public:
  BrokenSubject(SubjectSpec spec, Error error, Broken broken)
      : spec_(std::move(spec)), error_(std::move(error)), broken_(broken) {}
  std::string name() const override { return name_of(spec_); }
  SubjectInfo info() const override {
    SubjectInfo info{{"renderer", "none: it did not start"}};
    if (broken_ == Broken::each_test) return info;
    note_error(info, start_key, error_);
    info[started_as] = to_string(spec_);
    if (is_device(spec_)) note_self_test(info, error_);
    return info;
  }
  std::vector<Options> variants(const Algorithm&, Level) const override {
    return std::vector<Options>(broken_ == Broken::each_test ? 1 : 0);
  }
  Expected<Answer> run(const Question&, const Options&) override { return tl::unexpected(error_); }

 private:
  SubjectSpec spec_;
  Error error_;
  Broken broken_;
};

}  // namespace

std::unique_ptr<Subject> broken_subject(const SubjectSpec& spec, const Error& error, Broken broken) {
  return std::make_unique<BrokenSubject>(
      spec, Error{error.code, error.where, "the subject did not start: " + error.message}, broken);
}

bool is_own_fault(const Error& error) {
  for (const char* code : {"CRASH", "TIMEOUT", "PROTOCOL", "SUBJECT_START"})
    if (error.code == code) return true;
  return false;
}

Expected<std::unique_ptr<Subject>> open_foreign(const SubjectSpec& spec, const Sandbox& sandbox) {
  BINDPOSE_CHECK(require_sandbox(sandbox));
  auto subject = std::make_unique<ForeignSubject>(spec, sandbox);
  BINDPOSE_CHECK(subject->start());
  return subject;
}

}  // namespace bindpose::conformance
