// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A worker that dies or hangs costs only one output; the judge continues.
#include "conformance/subjects/worker.h"

#include <csignal>

#include <gtest/gtest.h>

#include "conformance/subjects/channel.h"
#include "conformance/testing/processes.h"
#include "gpu/web/browser.h"
#include "reference/algorithms.h"
#include "reference/scenes/bar.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::worker_test {

/// A shell script in place of the program.
class Script {
 public:
  explicit Script(const std::string& body) {
    std::ofstream(path()) << "#!/bin/sh\n" << body << "\n";
    std::filesystem::permissions(path(), std::filesystem::perms::owner_all);
  }
  std::string path() const { return (folder_.path() / "program").string(); }

 private:
  TemporaryFolder folder_;
};

SubjectSpec reference_float() {
  return *parse_subject("reference-float");
}

Question bar_question() {
  return {find_algorithm("lbs"), Level::palette, {}, *scenes::palette_question(scenes::bar())};
}

TEST(ChannelTest, an_array_with_an_invalid_name_is_garbage) {
  Message message{{{"ok", true}}, {}};
  message.arrays.add("positions", {1, 3}, Array::Reals{1, 2, 3});
  for (const bool changed : {false, true}) {
    const Ends there = *make_sockets(), here = *make_sockets();
    ASSERT_TRUE(send(there.first, message, Storage::float64, after(5)));
    std::string bytes(1 << 12, '\0');
    bytes.resize(*receive_some(there.second, bytes.data(), bytes.size(), after(5)));
    if (changed) bytes[bytes.find("positions")] = '\x7f';
    ASSERT_TRUE(send_all(here.first, bytes.data(), bytes.size(), after(5)));
    const auto received = receive(here.second, after(5));
    EXPECT_EQ(received ? "" : received.error().code, changed ? "CHANNEL_GARBAGE" : "");
  }
}

TEST(WorkerTest, a_worker_gives_the_same_outputs_as_this_process) {
  BINDPOSE_ASSERT(const auto worker, start_worker(reference_float(), BINDPOSE_PROGRAM));
  const auto here = open_subject(reference_float());
  const Question question = bar_question();
  const auto variants = worker->variants(*question.algorithm, Level::palette);
  ASSERT_EQ(variants, (*here)->variants(*question.algorithm, Level::palette));
  const auto answer = worker->run(question, variants.front());
  const auto expected = (*here)->run(question, variants.front());
  ASSERT_TRUE(answer) << to_string(answer.error());
  EXPECT_EQ(answer->arrays.find("positions")->reals(), expected->arrays.find("positions")->reals());
}

TEST(WorkerTest, errors_keep_their_code) {
  BINDPOSE_ASSERT(const auto worker, start_worker(reference_float(), BINDPOSE_PROGRAM));
  Question question = bar_question();
  std::get<Array::Integers>(question.arrays.find("joints")->data)[0] = 99;
  EXPECT_EQ(test::code_of(worker->run(question, {})), "INDEX_RANGE");
  EXPECT_TRUE(worker->run(bar_question(), {})) << "the worker continues";
}

TEST(WorkerTest, a_device_that_does_not_exist_is_an_error) {
  for (const char* subject :
       {"gpu:device:99", "vulkan:99", "opencl:99", "cuda:99", "webgl:99", "webgpu:99"}) {
    const auto worker = start_worker(*parse_subject(subject), BINDPOSE_PROGRAM);
    ASSERT_FALSE(worker);
    EXPECT_FALSE(worker.error().message.empty());
  }
}

TEST(WorkerTest, a_dead_worker_is_a_crash_with_its_last_output) {
  const Script script("echo goodbye >&2; kill -SEGV $$");
  const auto worker = start_worker(reference_float(), script.path());
  ASSERT_FALSE(worker);
  EXPECT_EQ(worker.error().code, "CRASH");
  EXPECT_NE(worker.error().message.find("Segmentation fault"), std::string::npos) << worker.error().message;
  EXPECT_NE(worker.error().message.find("goodbye"), std::string::npos) << worker.error().message;
}

TEST(WorkerTest, a_silent_worker_is_a_timeout) {
  const Script script("exec sleep 60");
  EXPECT_EQ(test::code_of(start_worker(reference_float(), script.path(), 0.2)), "TIMEOUT");
}

TEST(WorkerTest, an_invalid_message_is_refused) {
  const Script script("printf '0123456789abcdef0123456789abcdef' >&3; exec sleep 60");
  EXPECT_EQ(test::code_of(start_worker(reference_float(), script.path(), 5)), "CHANNEL_GARBAGE");
}

/// Formerly such a message ended the run.
TEST(WorkerTest, messages_of_other_types_are_refused_or_not_read) {
  const auto opened = [](const std::string& head) {
    const Ends ends = *make_sockets();
    EXPECT_TRUE(send(ends.first, {nlohmann::json::parse(head), {}}, Storage::float64, after(5)));
    std::string bytes(1 << 12, '\0');
    bytes.resize(*receive_some(ends.second, bytes.data(), bytes.size(), after(5)));
    const TemporaryFolder folder;
    EXPECT_TRUE(write_file(folder / "message", bytes));
    const Script script("cat " + (folder / "message").string() + " >&3; exec sleep 60");
    return start_worker(reference_float(), script.path(), 5);
  };
  EXPECT_EQ(test::code_of(opened(R"({"error": 7})")), "CHANNEL_GARBAGE");
  EXPECT_EQ(test::code_of(opened(R"({"error": {"code": 7, "message": []}})")), "CHANNEL_GARBAGE");
  for (const char* head :
       {R"({"info": 7, "variants": 7})", R"({"info": {"name": 7}, "variants": {"turns": -1.5}})",
        R"({"variants": {"all": {"skinning/linear_blend palette": 7},
                                            "in_turn": {"skinning/linear_blend palette": {"a": 7}}}})"}) {
    BINDPOSE_ASSERT(const auto worker, opened(head));
    EXPECT_TRUE(worker->info().empty());
    EXPECT_EQ(worker->turns(), 1U);
    const Question question = bar_question();
    EXPECT_TRUE(worker->variants(*question.algorithm, question.level).empty());
    EXPECT_TRUE(worker->variants_in_turn(*question.algorithm, question.level, 3).empty());
  }
}

TEST(WorkerTest, a_missing_program_is_an_error) {
  EXPECT_EQ(start_worker(reference_float(), "/nowhere/bindpose").error().code, "WORKER_START");
}

/// A test program would ignore the words `worker SUBJECT` and start itself endlessly.
TEST(WorkerTest, a_program_that_is_not_bindpose_is_not_started_again) {
  for (const char* subject :
       {"gpu:surfaceless", "vulkan", "opencl", "cuda", "webgl", "webgpu", "defect:shader-std140"}) {
    const auto opened = open_any(*parse_subject(subject));
    ASSERT_FALSE(opened) << subject;
    EXPECT_EQ(opened.error().code, "WORKER_START") << to_string(opened.error());
  }
}

/// Starts a browser that is recognisable by its script's folder, while this object exists.
class KnownBrowser {
 public:
  explicit KnownBrowser(const std::string& program)
      : script_("exec " + program + " \"$@\" --known-by=\"$0\"") {
    setenv("BINDPOSE_CHROMIUM", script_.path().c_str(), 1);
  }
  ~KnownBrowser() { unsetenv("BINDPOSE_CHROMIUM"); }
  KnownBrowser(const KnownBrowser&) = delete;
  KnownBrowser& operator=(const KnownBrowser&) = delete;

  void signal(int number) const {
    for (const int id : ids_of_processes_with(mark()))
      ::kill(id, number);
  }
  /// True if the browser's processes end within some seconds.
  bool ends() const {
    for (int round = 0; round < 200 && processes_with(mark()) > 0; ++round)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return processes_with(mark()) == 0;
  }

 private:
  std::string mark() const { return "--known-by=" + script_.path(); }
  Script script_;
};

void judge_browser(const char* subject) {
  constexpr double seconds = 20;
  const auto program = gpu::find_browser();
  if (!program) GTEST_SKIP() << to_string(program.error());
  const KnownBrowser browser(*program);
  for (const auto& [number, code] : {std::pair(SIGKILL, "CRASH"), std::pair(SIGSTOP, "TIMEOUT")}) {
    BINDPOSE_ASSERT(auto worker, start_worker(*parse_subject(subject), BINDPOSE_PROGRAM, seconds));
    const Question question = bar_question();
    const Options variant = worker->variants(*question.algorithm, Level::palette).front();
    EXPECT_TRUE(worker->run(question, variant));
    browser.signal(number);
    EXPECT_EQ(test::code_of(worker->run(question, variant)), code) << code;
    EXPECT_TRUE(worker->run(question, variant)) << "a new browser was started";
    worker.reset();
    EXPECT_TRUE(browser.ends()) << code;
  }
}

TEST(WorkerTest, a_browser_that_is_killed_or_hangs_fails_only_one_input) {
  for (const char* subject : {"webgl:swiftshader", "webgpu:swiftshader"}) {
    SCOPED_TRACE(subject);
    judge_browser(subject);
  }
}

}  // namespace bindpose::conformance::worker_test
