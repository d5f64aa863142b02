// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A killed judge leaves its results so far, but no process and no temporary file. A resumed run
// ends like an uninterrupted one.
#include <algorithm>
#include <csignal>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/cases/cases.h"
#include "conformance/cases/fresh/fresh.h"
#include "conformance/run/journal.h"
#include "conformance/testing/processes.h"
#include "conformance/testing/results.h"
#include "conformance/testing/skinned_strip.h"
#include "reference/io/new_file.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::session_test {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string subject =
    std::string("cmd:python3 ") + BINDPOSE_CONFORMANCE + "/course/python/subject.py --exercises solution";
const std::string cases = "*.linear_blend.bar.*";

struct SessionTest : testing::Test {
  SessionTest() { fs::create_directory(folder_ / "temporary"); }

  /// Starts `bindpose test`; the result is its process.
  pid_t start(const std::string& out, const std::vector<std::string>& more) const {
    std::vector<std::string> words = {
        "test", "--subject", subject, "--filter", cases, "--out", (folder_ / out).string()};
    words.insert(words.end(), more.begin(), more.end());
    return start(std::move(words));
  }
  pid_t start(std::vector<std::string> words) const {
    words.insert(words.begin(), BINDPOSE_PROGRAM);
    const pid_t child = ::fork();
    if (child == 0) {
      ::setenv("TMPDIR", (folder_ / "temporary").c_str(), 1);
      [[maybe_unused]] const auto* ignored = std::freopen("/dev/null", "w", stdout);
      std::vector<char*> arguments;
      for (std::string& word : words)
        arguments.push_back(word.data());
      arguments.push_back(nullptr);
      ::execv(arguments[0], arguments.data());
      ::_exit(127);
    }
    return child;
  }
  int run(const std::string& out, const std::vector<std::string>& more = {}) const {
    int status = 0;
    ::waitpid(start(out, more), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::size_t journal_lines(const std::string& out) const {
    std::ifstream in(folder_ / out / "journal.jsonl");
    return static_cast<std::size_t>(
        std::count(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>(), '\n'));
  }
  /// Everything that does not depend on the clock.
  std::map<std::string, std::string> results(const std::string& out) const {
    const json document = json::parse(std::ifstream(folder_ / out / "results.json"));
    std::map<std::string, std::string> found;
    for (json entry : document["results"]) {
      entry.erase("subject_seconds");
      entry.erase("judge_seconds");
      found[entry["name"]] = entry.dump();
    }
    return found;
  }
  json document(const std::string& out) const {
    return json::parse(std::ifstream(folder_ / out / "results.json"), nullptr, false);
  }
  /// Names of the files of a run except for its journal and its lock.
  std::set<std::string> files(const std::string& out) const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_ / out))
      names.insert(entry.path().filename().string());
    names.erase("journal.jsonl");
    names.erase(".lock");
    return names;
  }
  /// Sends a signal to a run once the condition holds; returns its status as of waitpid().
  int end_when(const std::function<bool()>& condition, pid_t judge, int signal) const {
    EXPECT_TRUE(soon(condition));
    ::kill(judge, signal);
    int status = 0;
    ::waitpid(judge, &status, 0);
    return status;
  }
  int end_at(std::size_t lines, pid_t judge, const std::string& out, int signal) const {
    return end_when([&] { return journal_lines(out) >= lines; }, judge, signal);
  }

  const TemporaryFolder folder_;
};

TEST_F(SessionTest, a_killed_run_can_be_resumed) {
  ASSERT_EQ(run("whole"), 0);
  const auto whole = results("whole");
  ASSERT_GT(whole.size(), 10U);

  end_at(4, start("killed", {}), "killed", SIGKILL);
  const std::size_t before = journal_lines("killed");
  ASSERT_LT(before, whole.size()) << "it ended before the signal";
  EXPECT_FALSE(results("killed").empty()) << "the results so far can be read";
  EXPECT_FALSE(fs::exists(folder_ / "killed" / "failures.csv")) << "an incomplete run writes no baseline";
  EXPECT_TRUE(soon([&] { return fs::is_empty(folder_ / "temporary"); })) << "its temporary files are gone";
  EXPECT_TRUE(soon([&] { return processes_with((folder_ / "temporary").string()) == 0; }))
      << "no process of the run is left";

  // The incomplete line at the moment of the kill.
  std::ofstream(folder_ / "killed" / "journal.jsonl", std::ios::app) << "{\"name\": \"half a li";
  EXPECT_EQ(run("killed", {"--resume"}), 0);
  EXPECT_EQ(results("killed"), whole);
  EXPECT_EQ(journal_lines("killed"), whole.size() + 1) << "no test ran twice";
}

TEST_F(SessionTest, a_run_killed_at_any_moment_claims_no_success_and_resumes) {
  ASSERT_EQ(run("out"), 0) << "the killed run starts with these files";
  const auto whole = results("out");
  const std::set<std::string> all_files = files("out");
  EXPECT_EQ(all_files.size(), 7U);
  std::ofstream(folder_ / "out" / ".bindpose-0123456789abcdef0123456789abcdef.partial") << "half a file";
  fs::remove(folder_ / "out" / "journal.jsonl");  // count only lines of the killed run
  std::vector<std::string> more;
  for (const std::size_t lines : {std::size_t{2}, whole.size() / 3, whole.size() * 2 / 3}) {
    ASSERT_TRUE(WIFSIGNALED(end_at(lines, start("out", more), "out", SIGKILL)))
        << "it ended before line " << lines;
    more = {"--resume"};
    std::set<std::string> left = files("out");
    std::erase_if(left, &is_unfinished);  // the unfinished file of a killed run; the next run removes it
    EXPECT_EQ(left, std::set<std::string>{"results.json"}) << lines;
    const json unfinished = document("out");
    EXPECT_EQ(unfinished.value("state", ""), "unfinished");
    EXPECT_TRUE(unfinished["exit_code"].is_null()) << unfinished["exit_code"];
    EXPECT_EQ(unfinished["interrupted"], true);
    EXPECT_TRUE(obeys("report/results.schema.json", unfinished));
    const std::string text = slurp(folder_ / "out" / "results.json");
    EXPECT_EQ(text.find("\"state\": \"unfinished\""), text.find('"')) << "first: " << text.substr(0, 80);
  }
  for (const char* command : {" compare out out", " merge merged out"})
    expect_ended(run_in(folder_, BINDPOSE_PROGRAM + std::string(command)), 2, {"RESULTS_UNFINISHED"});
  EXPECT_EQ(run("out", {"--resume"}), 0);
  EXPECT_EQ(results("out"), whole);
  EXPECT_EQ(files("out"), all_files);
  EXPECT_FALSE(document("out").contains("state"));
}

TEST_F(SessionTest, a_run_that_cannot_begin_leaves_no_verdict_of_an_earlier_one) {
  ASSERT_EQ(run("out"), 0);
  EXPECT_EQ(run("out", {"--subject", "gpu:device:99"}), 2);
  EXPECT_EQ(files("out"), std::set<std::string>{});
}

TEST_F(SessionTest, an_interrupted_run_names_the_defect_of_its_failures) {
  const pid_t judge = start({"test", "--subject", "defect:ibm-ignored", "--filter", "skinning.linear_blend.*",
                             "--fresh", "4", "--seed", "x", "--out", (folder_ / "out").string()});
  const auto has_failures = [&] {
    const std::string journal = slurp(folder_ / "out" / "journal.jsonl");
    return std::ranges::count(journal, '\n') >= 40 && journal.find("\"fail\"") != std::string::npos;
  };
  const int status = end_when(has_failures, judge, SIGINT);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 2);
  const json diagnosis = document("out")["subjects"][0].value("diagnoses", json::array());
  EXPECT_TRUE(has(diagnosis.dump(), "ibm-ignored"));
  EXPECT_TRUE(has(slurp(folder_ / "out" / "report.html"), "are as ibm-ignored makes them"));
  const json sarif = json::parse(slurp(folder_ / "out" / "report.sarif"));
  EXPECT_EQ(sarif["runs"][0]["invocations"][0]["executionSuccessful"], false);
}

/// A subject that starts slowly, while its temporary files exist.
TEST_F(SessionTest, a_signal_ends_the_opening_of_a_subject_and_leaves_no_file) {
  fs::create_directory(folder_ / "slow");
  std::ofstream(folder_ / "slow" / "subject.py") << "import time\ntime.sleep(1000)\n";
  const std::string slow = "cmd:python3 " + (folder_ / "slow" / "subject.py").string();
  for (std::vector<std::string> words :
       {std::vector<std::string>{"test", "--subject"}, {"subject", "check"}}) {
    words.insert(words.end(), {slow, "--time", "60"});
    const int status = end_when([&] { return !fs::is_empty(folder_ / "temporary"); }, start(words), SIGINT);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 2) << words[0] << " " << status;
    EXPECT_TRUE(fs::is_empty(folder_ / "temporary")) << words[0];
  }
}

TEST(Interrupts, a_second_signal_ends_the_process_and_an_echo_of_the_first_does_not) {
  for (const bool is_echo : {true, false}) {
    const pid_t child = ::fork();
    if (child == 0) {
      catch_interrupts();
      std::raise(SIGINT);
      if (!is_echo) std::this_thread::sleep_for(std::chrono::milliseconds(300));
      std::raise(SIGINT);
      ::_exit(interrupted() ? 7 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(WIFSIGNALED(status), !is_echo);
    EXPECT_TRUE(is_echo ? WEXITSTATUS(status) == 7 : WTERMSIG(status) == SIGINT) << status;
  }
}

TEST_F(SessionTest, an_interrupted_run_is_not_a_baseline) {
  fs::create_directory(folder_ / "out");
  std::ofstream(folder_ / "out" / "failures.csv") << "of a run before\n";
  EXPECT_EQ(WEXITSTATUS(end_at(3, start("out", {}), "out", SIGINT)), 2);
  EXPECT_FALSE(fs::exists(folder_ / "out" / "failures.csv"));
  std::ifstream in(folder_ / "out" / "results.csv");
  std::size_t missing = 0;
  for (std::string line; std::getline(in, line);)
    missing += line.find(",Missing,") != std::string::npos ? 1 : 0;
  EXPECT_GT(missing, 0U) << "what did not run is listed";
  expect_ended(run_in(folder_, BINDPOSE_PROGRAM " compare out out"), 2, {"RESULTS_UNFINISHED"});
  EXPECT_EQ(document("out")["left"].size(), missing);
  EXPECT_EQ(run("out", {"--last-failed"}), 0);
  EXPECT_EQ(results("out").size(), missing) << "what did not run is what runs";
}

TEST_F(SessionTest, a_signal_ends_grading_while_a_submission_hangs) {
  const fs::path hangs = folder_ / "hangs.py";
  std::ofstream(hangs) << R"py(import time
print('{"protocol": 1, "implementation": {"name": "hangs", "version": "1", "language": "Python"}, '
      '"capabilities": [{"algorithm": "lbs", "levels": ["palette", "pose"]}]}', flush=True)
time.sleep(1000)
)py";
  const pid_t judge = start({"grade", "--rubric", std::string(BINDPOSE_CONFORMANCE) + "/course/rubric.json",
                             "--subject", "cmd:python3 " + hangs.string(), "--no-sandbox", "--time", "60",
                             "--out", (folder_ / "out").string()});
  const auto has_question = [&] {
    std::error_code error;
    const fs::recursive_directory_iterator all(folder_ / "temporary", error);
    return !error && std::any_of(begin(all), end(all), [](const auto& entry) {
      return entry.path().extension() == ".safetensors";
    });
  };
  EXPECT_TRUE(soon(has_question));
  const auto start = std::chrono::steady_clock::now();
  ::kill(judge, SIGTERM);
  int status = 0;
  ::waitpid(judge, &status, 0);
  // The submission may take 60 s; the judge notices the signal within 0.1 s.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_EQ(WEXITSTATUS(status), 2);
  const json sheet = json::parse(std::ifstream(folder_ / "out" / "sheet.json"));
  EXPECT_EQ(sheet["complete"], false);
  EXPECT_EQ(sheet["judge_error"], nullptr);
  EXPECT_TRUE(fs::is_empty(folder_ / "temporary"));
}

/// Formerly the program ended with SIGABRT if an error message could not be written to stderr.
TEST_F(SessionTest, a_message_that_cannot_be_written_changes_no_exit_code) {
  for (const std::string stderr_is : {" 2>&-", " 2>/dev/full"}) {
    EXPECT_EQ(run_in(folder_, BINDPOSE_PROGRAM " compare nothing nothing" + stderr_is).exit_code, 2);
    EXPECT_EQ(run_in(folder_, BINDPOSE_PROGRAM " test --subject reference-float --filter 'animation.lerp.*' "
                                               "--filter 'nothing.*'" +
                                  stderr_is)
                  .exit_code,
              0)
        << "a warning";
  }
}

TEST_F(SessionTest, two_runs_in_one_folder_exclude_each_other) {
  const auto lock = FolderLock::take(folder_ / "out");
  ASSERT_TRUE(lock);
  EXPECT_EQ(run("out"), 2);
}

TEST_F(SessionTest, workers_give_the_same_results) {
  ASSERT_EQ(run("one"), 0);
  ASSERT_EQ(run("three", {"-j", "3"}), 0);
  EXPECT_EQ(results("one"), results("three"));
  EXPECT_TRUE(fs::is_empty(folder_ / "temporary"));
}

TEST_F(SessionTest, a_run_with_other_options_is_not_resumed) {
  ASSERT_EQ(run("out"), 0);
  EXPECT_EQ(run("out", {"--resume", "--filter", "*.dual_quaternion.bar.*"}), 2);
  EXPECT_EQ(run("out", {"--resume", "--fresh", "1", "--seed", "x"}), 2);
}

TEST_F(SessionTest, smoke_runs_only_the_smoke_cases) {
  ASSERT_EQ(run("smoke", {"--smoke"}), 0);
  std::set<std::string> asked, expected;
  for (const auto& [name, entry] : results("smoke"))
    asked.insert(name.substr(0, name.find('/')));
  std::size_t all = 0;
  for (const Case& c : built_in_cases()) {
    if (!matches_glob(c.name, cases) || !is_asked(c, AcceptedDeviations{})) continue;
    ++all;
    if (c.smoke) expected.insert(c.name);
  }
  EXPECT_EQ(asked, expected);
  EXPECT_GT(expected.size(), 2U);
  EXPECT_LT(expected.size(), all);
}

TEST_F(SessionTest, smoke_runs_every_case_of_a_named_file) {
  const std::string file = (folder_ / "strip.gltf").string();
  std::ofstream(file) << skinned_strip();
  const auto of_file = [this, &file](const std::string& out, const std::vector<std::string>& more) {
    std::vector<std::string> words = {"--asset", file, "--filter", "asset.strip.*"};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(run(out, words), 0);
    auto asked = results(out);
    std::erase_if(asked, [](const auto& test) { return !test.first.starts_with("asset.strip."); });
    return asked;
  };
  const auto all = of_file("all", {});
  EXPECT_GT(all.size(), 2U);
  EXPECT_EQ(of_file("smoke", {"--smoke"}), all);
}

TEST_F(SessionTest, fresh_cases_are_also_judged) {
  ASSERT_EQ(run("fresh", {"--fresh", "2", "--seed", "spring"}), 0);
  std::size_t fresh = 0;
  for (const auto& [name, entry] : results("fresh"))
    fresh += name.find(".fresh-") == std::string::npos ? 0 : 1;
  EXPECT_GT(fresh, 20U);
}

TEST_F(SessionTest, fresh_numbers_adds_only_as_many_cases_as_needed) {
  std::size_t known = 0;
  for (const Case& c : built_in_cases())
    if (matches_glob(c.name, cases)) known += decided_numbers(c);
  ASSERT_GT(known, 1000U);
  ASSERT_EQ(run("numbers", {"--fresh-numbers", std::to_string(2 * known + 1)}), 0);
  std::size_t third = 0, fourth = 0;
  for (const auto& [name, entry] : results("numbers")) {
    third += name.find(".fresh-2.") != std::string::npos ? 1 : 0;
    fourth += name.find(".fresh-3.") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(third, 0U);
  EXPECT_EQ(fourth, 0U);
}

const std::string bent = "skinning.linear_blend.cylinder.bend-90.direction.pose.f32";

TEST(Printed, lines_have_the_width_of_columns_and_80_in_a_pipe) {
  const TemporaryFolder folder;
  for (const auto& [columns, most] : {std::pair("", 80U), std::pair("80", 80U), std::pair("120", 120U)})
    for (const char* subject_of : {"defect:ibm-ignored", "reference-float"}) {
      const Ran ran = run_in(folder, fmt::format("COLUMNS={} {} test --subject {} --filter {} --out results",
                                                 columns, BINDPOSE_PROGRAM, subject_of, bent));
      std::istringstream lines(ran.out);
      for (std::string line; std::getline(lines, line);)
        EXPECT_LE(line.size(), most) << line;
      EXPECT_TRUE(has(ran.out, "  report     results/report.html\n"));
    }
}

TEST(Printed, a_test_can_be_chosen_by_its_name) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& name, const std::string& more = "") {
    return run_in(folder, fmt::format("{} test --subject reference-float {} --filter '{}'", BINDPOSE_PROGRAM,
                                      more, name));
  };
  const std::string all = "animation.lerp.translation.outside.pose.f32";
  const Ran whole = run(all), one = run(all + "/reference-float/one-product");
  expect_ended(whole, 0, {"2 tests of 1 case in "});
  expect_ended(
      one, 0,
      {"1 test of 1 case in ", "PASS: every subject agrees with the double-precision reference: 1 passed."});
  expect_ended(run(all + "/reference-float/*"), 0, {"2 passed."});
  EXPECT_EQ(run(all + "/software/one-product").exit_code, 3);
  EXPECT_FALSE(has(whole.out, "no test here"));
  expect_ended(run_in(folder, BINDPOSE_PROGRAM
                      " test --subject software --filter 'skinning.linear_blend.bar.posed.*'"),
               0, {" no test here"});
  for (const char* step : {"bindpose explain ibm-ignored\n", "bindpose picture ", "bindpose repro "}) {
    expect_ended(run_in(folder, fmt::format("{} test --subject defect:ibm-ignored --filter {}",
                                            BINDPOSE_PROGRAM, bent)),
                 1, {step});
  }
}

TEST(Printed, next_commands_run_for_any_options_of_the_run) {
  const TemporaryFolder folder;
  const Ran ran = run_in(folder, fmt::format("{} test --subject defect:ibm-ignored --name mine --times 2 "
                                             "--filter {}",
                                             BINDPOSE_PROGRAM, bent));
  expect_ended(ran, 1, {"    bindpose picture ", "    bindpose repro "});
  const std::size_t begin = ran.out.find("    bindpose picture "), end = ran.out.find("\n    bindpose test ");
  ASSERT_TRUE(begin < end && end != std::string::npos) << ran.out;
  expect_ended(run_in(folder, "set -e; bindpose() { " BINDPOSE_PROGRAM " \"$@\"; }\n" +
                                  ran.out.substr(begin, end - begin)),
               0, {"drawn in ", "in repro: "});
}

}  // namespace bindpose::conformance::session_test
