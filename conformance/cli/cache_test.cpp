// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// --cache of test, judge and grade from the command line: cache hits, runs despite hits, messages.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "conformance/cache/verdict_folder.h"
#include "conformance/subjects/isolation.h"
#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::cache_test {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string program = BINDPOSE_PROGRAM;
const std::string course = BINDPOSE_CONFORMANCE "/course/";
const std::string few = " --filter 'animation.lerp.*' --cache cache --out out ";

struct CacheTest : testing::Test {
  void SetUp() override {
    if (isolation().level == SandboxLevel::none) GTEST_SKIP() << "no sandbox here";
    fs::copy(course + "python", folder_ / "student", fs::copy_options::recursive);
  }

  Ran run(const std::string& command) const { return run_in(folder_, command); }
  Ran judged(const std::string& more = "", const std::string& judge = program) const {
    return run(judge + " test --subject 'cmd:python3 student/subject.py --exercises solution'" + few + more);
  }
  /// Number of cached and of new verdicts.
  struct Counts {
    std::size_t found = 0, asked = 0;
  };
  Counts counts() const {
    Counts counts;
    const json document = json::parse(slurp(folder_ / "out/results.json"));
    for (const json& entry : document["results"])
      ++(entry.value("is_cached", false) ? counts.found : counts.asked);
    return counts;
  }
  void expect_all_found(const std::string& why = "") const {
    EXPECT_EQ(counts().asked, 0U) << why;
    EXPECT_GT(counts().found, 0U) << why;
  }
  void expect_all_asked(const std::string& why = "") const {
    EXPECT_EQ(counts().found, 0U) << why;
    EXPECT_GT(counts().asked, 0U) << why;
  }

  const TemporaryFolder folder_;
};

TEST_F(CacheTest, unchanged_tests_do_not_run_again_and_all_reports_say_so) {
  ASSERT_EQ(judged().exit_code, 0);
  expect_all_asked();
  const Ran again = judged("--verify-cache 2");
  expect_ended(again, 0);
  expect_all_found();
  const std::string words = fmt::format(
      "{0} of {0} verdicts come from an earlier run (--cache): the subject was not run, except for 2 that "
      "were "
      "verified (--verify-cache) and are the same",
      counts().found);
  EXPECT_TRUE(has(again.out, words));
  EXPECT_TRUE(has(slurp(folder_ / "out/report.html"), words));
  fs::copy(folder_ / "student", folder_ / "another", fs::copy_options::recursive);
  ASSERT_EQ(
      run(program + " test --subject 'cmd:python3 another/subject.py --exercises solution'" + few).exit_code,
      0);
  expect_all_found("the same somewhere else");
}

TEST_F(CacheTest, any_change_runs_everything) {
  ASSERT_EQ(judged().exit_code, 0);
  judged("--time 11");
  expect_all_asked("another limit");
  judged("--env SETTING=1");
  expect_all_asked("another environment");
  judged("--accept half-palette");
  expect_all_asked("other accepted classes");
  judged("--require-sandbox landlock --see " + course);
  expect_all_asked("more to see");
  std::ofstream(folder_ / "student/plug.py", std::ios::app) << "\n";
  judged();
  expect_all_asked("a file that it imports");
  judged();
  expect_all_found();
}

TEST_F(CacheTest, another_judge_runs_everything) {
  const std::string subject = " test --subject reference-float" + few;
  ASSERT_EQ(run(program + subject).exit_code, 0);
  ASSERT_EQ(run(program + subject).exit_code, 0);
  expect_all_found();
  fs::copy_file(program, folder_ / "judge");
  std::ofstream(folder_ / "judge", std::ios::app | std::ios::binary) << "a byte more";
  ASSERT_EQ(run("./judge" + subject).exit_code, 0);
  expect_all_asked();
}

TEST_F(CacheTest, another_device_runs_everything) {
  const auto judge = [this](const std::string& subject) {
    return run(program + " test --subject '" + subject +
               "' --filter 'skinning.linear_blend.bar.posed.direction.palette.*'" +
               " --cache cache --out out");
  };
  const Ran first = judge("gpu:surfaceless");
  if (first.exit_code != 0) GTEST_SKIP() << "no OpenGL here: " << first.out;
  ASSERT_EQ(judge("gpu:surfaceless").exit_code, 0);
  expect_all_found();
  ASSERT_EQ(judge("gpu:surfaceless?version=4.3").exit_code, 0);
  expect_all_asked("the same driver in another version");
  const Ran unknown =
      run("VK_ICD_FILENAMES=driver.json " + program +
          " test --subject gpu:surfaceless --filter 'skinning.linear_blend.bar.posed.direction.palette.*'" +
          " --cache cache --out out");
  expect_all_asked("a driver from anywhere");
  EXPECT_TRUE(has(unknown.out,
                  "cache: verdicts on a subject 'gpu:' are not cached: VK_ICD_FILENAMES may load "
                  "drivers from anywhere"));
}

TEST_F(CacheTest, special_files_in_a_submission_do_not_block) {
  ASSERT_EQ(::mkfifo((folder_ / "student/pipe").c_str(), 0644), 0);
  fs::create_symlink("nowhere", folder_ / "student/dangling");
  fs::create_symlink("loop", folder_ / "student/loop");
  fs::create_symlink("/dev/zero", folder_ / "student/endless");
  std::ofstream(folder_ / "student/unreadable") << "text";
  fs::permissions(folder_ / "student/unreadable", fs::perms::none);
  EXPECT_EQ(judged().exit_code, 0);
  expect_all_asked();
  EXPECT_EQ(judged().exit_code, 0);
  expect_all_found("it is what it was");
  fs::remove(folder_ / "student/dangling");
  EXPECT_EQ(judged().exit_code, 0);
  expect_all_asked("something has gone");
}

TEST_F(CacheTest, without_a_sandbox_one_warning_says_that_nothing_is_cached) {
  for (int i = 0; i < 2; ++i) {
    const Ran ran = judged("--no-sandbox -j 2");
    expect_ended(ran, 0);
    expect_all_asked();
    const std::string words =
        "cache: verdicts on a subject 'cmd:' are not cached: without a sandbox it can read any file\n";
    const std::size_t said = ran.out.find(words);
    ASSERT_NE(said, std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find(words, said + 1), std::string::npos) << "once";
  }
}

TEST_F(CacheTest, verification_finds_changed_verdicts_in_the_cache) {
  // Part of the program: its key needs no file of the system.
  const auto judged_again = [this](const std::string& more) {
    return run(program + " test --subject reference-float" + few + more);
  };
  ASSERT_EQ(judged_again("").exit_code, 0);
  const Ran same = judged_again("--verify-cache 3");
  expect_ended(same, 0);
  expect_all_found();
  const std::string words =
      "the subject was not run, except for 3 that were verified (--verify-cache) and are the same";
  EXPECT_TRUE(has(same.out, words));
  EXPECT_TRUE(has(slurp(folder_ / "out/report.html"), words));
  const VerdictFolder folder(folder_ / "cache");
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "cache"))
    if (entry.path().extension() == ".json") {
      const std::string name = entry.path().stem().string();
      auto verdict = folder.find(name);
      ASSERT_TRUE(verdict);
      verdict->bits = "0123456789abcdef";
      ASSERT_TRUE(folder.put(name, *verdict));
    }
  expect_ended(judged_again("--verify-cache 2"), 2, {"CACHE_DIFFERS"});
  EXPECT_EQ(judged_again("").exit_code, 0);
  EXPECT_EQ(counts().asked, 2U) << "the two that were found out";
}

TEST_F(CacheTest, a_changed_file_of_exported_outputs_is_judged_again) {
  ASSERT_EQ(run(program + " export inputs --filter 'animation.lerp.*'").exit_code, 0);
  const std::string judge = program + " judge inputs --cache cache --out out";
  EXPECT_EQ(run(judge).exit_code, 1) << "outputs are missing";
  EXPECT_EQ(counts().found, 0U);
  EXPECT_EQ(run(judge).exit_code, 1);
  EXPECT_EQ(counts().found, 0U) << "what is missing may come";
}

TEST_F(CacheTest, a_sheet_marks_cached_verdicts) {
  std::ofstream(folder_ / "rubric.json")
      << R"({"format": "bindpose-rubric-1", "title": "Small", "exercises": [
    {"id": "lerp", "title": "Lerp", "points": 10, "visible": ["animation.lerp.*"], "fresh": 1}]})";
  const auto graded = [this](const std::string& more) {
    return run(program + " grade --rubric rubric.json --cache cache " + more);
  };
  const std::string one = "--subject 'cmd:python3 student/subject.py --exercises solution' --out one ";
  EXPECT_EQ(graded(one).exit_code, 0);
  expect_ended(graded(one), 0, {" verdicts come from an earlier run"});
  const json sheet = json::parse(slurp(folder_ / "one/sheet.json"));
  ASSERT_GT(sheet["exercises"][0]["cases"].size(), 1U);
  for (const json& each : sheet["exercises"][0]["cases"])
    EXPECT_EQ(each["verdict"].value("is_cached", false), !each["fresh"].get<bool>()) << each["name"];
  const Ran verified = graded(one + "--verify-cache 1");
  EXPECT_TRUE(has(verified.out, "except for 1 that was verified"));
  fs::create_directory(folder_ / "class");
  fs::copy(folder_ / "student", folder_ / "class/ada", fs::copy_options::recursive);
  fs::copy(folder_ / "student", folder_ / "class/bob", fs::copy_options::recursive);
  const Ran whole = graded(
      "--class class --command 'cmd:python3 {}/subject.py --exercises solution' --verify-cache 1 --out "
      "grades");
  expect_ended(whole, 0, {" verdicts come from an earlier run"});
  EXPECT_TRUE(has(whole.out, "except for 2 that were verified")) << "one of each";
}

TEST_F(CacheTest, options_that_need_outputs_are_refused_with_a_cache) {
  for (const char* option : {"--save-answers answers", "--show-passes 1", "--pictures 1", "--times 2"}) {
    expect_ended(judged(option), 2, {"needs outputs"});
  }
  expect_ended(run(program + " test --subject reference-float --verify-cache 1"), 2, {"needs --cache"});
}

}  // namespace bindpose::conformance::cache_test
