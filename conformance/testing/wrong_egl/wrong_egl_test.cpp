// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// An OpenGL driver that misbehaves makes tests fail, and the judge still judges the rest.
#include <algorithm>
#include <csignal>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/usage.h"
#include "conformance/testing/processes.h"
#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::wrong_egl_test {

using nlohmann::json;

const std::string self_test = "device.self_test.known_transform/gpu_surfaceless/default";
const std::string few_tests = " --filter skinning.linear_blend.bar.posed.direction.palette.f32 ";

struct WrongEglTest : testing::Test {
  /// bindpose on the wrong driver.
  Ran run(const std::string& mode, const std::string& arguments) const {
    return run_in(folder_.path(),
                  "BINDPOSE_WRONG_EGL=" + mode +
                      " LD_LIBRARY_PATH='" BINDPOSE_WRONG_EGL_FOLDER "' " BINDPOSE_PROGRAM " " + arguments);
  }
  Ran judge(const std::string& mode, const std::string& arguments = "") const {
    return run(mode, "test --subject gpu:surfaceless" + few_tests + "--out out " + arguments);
  }
  std::string file(const std::string& name) const { return slurp(folder_.path() / "out" / name); }
  /// Results whose names contain a text.
  std::vector<json> results(const std::string& part = "") const {
    std::vector<json> found;
    const json document = json::parse(file("results.json"));
    for (const json& each : document["results"])
      if (each["name"].get<std::string>().find(part) != std::string::npos) found.push_back(each);
    return found;
  }
  std::size_t count(const std::vector<json>& results, const std::string& outcome,
                    const std::string& words = "") const {
    return static_cast<std::size_t>(std::ranges::count_if(results, [&](const json& each) {
      return each["outcome"] == outcome && each["detail"].get<std::string>().find(words) != std::string::npos;
    }));
  }

  const TemporaryFolder folder_;
};

TEST_F(WrongEglTest, a_failed_self_test_is_a_failing_test_in_every_file) {
  expect_ended(judge("self-test", "--subject reference-float"), 1,
               {"captured 5 by transform-feedback, expected 3"});
  for (const char* name :
       {"results.json", "results.csv", "failures.csv", "report.sarif", "summary.md", "report.html"})
    EXPECT_NE(file(name).find("device.self_test"), std::string::npos) << name;
  EXPECT_NE(file("junit.xml").find("classname=\"device.self_test.gpu_surfaceless\""), std::string::npos);
  for (const char* name : {"results.json", "junit.xml", "report.sarif", "summary.md", "report.html"})
    EXPECT_NE(file(name).find("captured 5 by transform-feedback, expected 3"), std::string::npos) << name;
  EXPECT_EQ(file("failures.csv"), self_test + ",Fail\n");
  const auto all = results();
  EXPECT_EQ(count(all, "fail"), 1U);
  EXPECT_EQ(count(all, "pass"), all.size() - 1) << "the device and the other subject give right outputs";
  EXPECT_GE(count(results("/gpu_surfaceless/"), "pass"), 2U);
  EXPECT_GT(count(results("/reference-float/"), "pass"), 0U);
  EXPECT_TRUE(obeys("report/results.schema.json", json::parse(file("results.json"))));
}

TEST_F(WrongEglTest, shards_that_all_have_a_failed_self_test_are_merged) {
  for (const char* shard : {"1", "2"})
    EXPECT_EQ(run("self-test", "test --subject gpu:surfaceless" + few_tests +
                                   "--fraction 2 --fraction-start " + shard + " --out shard-" + shard)
                  .exit_code,
              1);
  expect_ended(run("self-test", "merge out shard-1 shard-2"), 1);
  EXPECT_EQ(results(self_test).size(), 1U);
  EXPECT_NE(file("report.html").find("device.self_test"), std::string::npos);
}

TEST_F(WrongEglTest, a_baseline_may_expect_a_failed_self_test) {
  EXPECT_EQ(judge("self-test").exit_code, 1);
  const Ran repaired = run(
      "none", "test --subject gpu:surfaceless" + few_tests + "--baseline out/failures.csv --out repaired");
  expect_ended(repaired, 0);
  const Ran expected = run(
      "self-test", "test --subject gpu:surfaceless" + few_tests + "--baseline out/failures.csv --out again");
  EXPECT_EQ(expected.exit_code, 0) << "a baseline may expect the failed self-test: " << expected.out;
  expect_ended(run("none", "compare out repaired"), 0);
}

TEST_F(WrongEglTest, a_device_whose_self_test_crashes_is_judged_without_it) {
  const Ran ran = judge("abort-self-test");
  expect_ended(ran, 1);
  EXPECT_EQ(count(results(self_test), "crash", "Aborted"), 1U) << ran.out;
  EXPECT_GE(count(results(), "pass"), 2U) << ran.out;
}

TEST_F(WrongEglTest, the_list_of_devices_reports_a_failed_self_test) {
  const Ran ran =
      run("self-test BINDPOSE_CHROMIUM=/nowhere VK_DRIVER_FILES=/nowhere.json OCL_ICD_VENDORS=/nowhere/",
          "devices");
  EXPECT_NE(ran.out.find("SELF_TEST"), std::string::npos) << ran.out;
}

TEST_F(WrongEglTest, a_missing_device_is_still_an_error) {
  expect_ended(run("none", "test --subject gpu:device:99" + few_tests + "--out out"), 2);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out" / "results.json"));
}

TEST_F(WrongEglTest, a_device_that_hangs_three_times_runs_no_more_tests) {
  const Ran ran =
      run("hang",
          "test --subject gpu:surfaceless --filter 'skinning.linear_blend.bar.*.direction.palette.f32' "
          "--out out --time 0.5");
  expect_ended(ran, 1);
  const auto all = results();
  ASSERT_GT(all.size(), 3U);
  EXPECT_EQ(count(all, "timeout"), all.size()) << ran.out;
  EXPECT_EQ(count(all, "timeout", "no output within 0.5 s"), 3U) << ran.out;
  EXPECT_EQ(count(all, "timeout", "not run: it ran into the time limit 3 times in a row"), all.size() - 3);
  EXPECT_EQ(count(all, "timeout", "opened again, and it passes its self-test"), 2U)
      << "after the third hang the device is not opened again: " << ran.out;
  EXPECT_NE(file("report.html").find("--time 0.5"), std::string::npos)
      << "the printed command has the same options";
}

TEST_F(WrongEglTest, a_driver_that_crashes_the_search_costs_only_its_devices) {
  const Ran ran = run("abort-search", "devices --json");
  EXPECT_NE(ran.out.find(R"("subject": "gpu:surfaceless")"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("Aborted"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(R"("subject": "gpu:osmesa")"), std::string::npos) << ran.out;
}

TEST_F(WrongEglTest, output_of_a_driver_is_not_printed_by_the_search) {
  for (const char* command : {"devices", "devices --json", "doctor"}) {
    const Ran ran = run("print-load", command);
    EXPECT_EQ(ran.exit_code, 0) << command << ran.out;
    EXPECT_EQ(ran.out.find("PASS: every subject agrees"), std::string::npos) << command << ran.out;
  }
}

TEST_F(WrongEglTest, doctor_does_not_accept_a_required_library_that_crashes) {
  const Ran ran = run("abort-load", "doctor --require gpu:surfaceless");
  EXPECT_EQ(ran.exit_code, 1) << ran.out;
  EXPECT_NE(ran.out.find("broken: it crashes or hangs when it is loaded"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("Something required is missing"), std::string::npos) << ran.out;
}

TEST_F(WrongEglTest, a_signal_ends_the_search_while_a_driver_hangs) {
  for (const char* command : {"devices", "doctor"}) {
    const pid_t search = ::fork();
    if (search == 0) {
      ::setenv("BINDPOSE_WRONG_EGL", "hang-search", 1);
      ::setenv("LD_LIBRARY_PATH", BINDPOSE_WRONG_EGL_FOLDER, 1);
      ::execl(BINDPOSE_PROGRAM, BINDPOSE_PROGRAM, command, nullptr);
      ::_exit(127);
    }
    std::this_thread::sleep_for(std::chrono::seconds(3));  // the search has begun
    ::kill(search, SIGTERM);
    int status = 0;
    bool has_ended = false;
    EXPECT_TRUE(soon([&] {
      has_ended = has_ended || ::waitpid(search, &status, WNOHANG) == search;
      return has_ended;
    })) << command;
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 2) << command << " " << status;
    if (!has_ended) ::kill(search, SIGKILL);
  }
}

TEST_F(WrongEglTest, a_killed_judge_leaves_no_hanging_worker) {
  const std::string out = (folder_.path() / "out").string();
  const pid_t judge = ::fork();
  if (judge == 0) {
    ::setenv("BINDPOSE_WRONG_EGL", "hang", 1);
    ::setenv("LD_LIBRARY_PATH", BINDPOSE_WRONG_EGL_FOLDER, 1);
    ::execl(BINDPOSE_PROGRAM, BINDPOSE_PROGRAM, "test", "-q", "--subject", "gpu:surfaceless", "--smoke",
            "--filter", "skinning.linear_blend.*", "--out", out.c_str(), nullptr);
    ::_exit(127);
  }
  ASSERT_TRUE(soon([&] { return std::filesystem::exists(out + "/results.json"); }))
      << "the worker runs its first input";
  const std::vector<pid_t> workers = descendants(judge, 10);
  EXPECT_EQ(workers.size(), 1U);
  ::kill(judge, SIGKILL);
  ::waitpid(judge, nullptr, 0);
  for (const pid_t worker : workers)
    EXPECT_TRUE(soon([&] { return slurp("/proc/" + std::to_string(worker) + "/cmdline").empty(); }))
        << worker;
}

TEST_F(WrongEglTest, a_device_that_crashes_or_is_lost_is_tested_again) {
  for (const auto& [mode, word] : {std::pair{"abort", "Aborted"}, {"lost", "DEVICE_LOST"}}) {
    const Ran ran = judge(mode, "--fraction 4");
    expect_ended(ran, 1);
    const auto all = results();
    EXPECT_GT(all.size(), 0U);
    EXPECT_EQ(count(all, "crash", word), all.size()) << ran.out;
    EXPECT_EQ(count(all, "crash", "opened again, and it passes its self-test"), all.size()) << ran.out;
  }
}

}  // namespace bindpose::conformance::wrong_egl_test
