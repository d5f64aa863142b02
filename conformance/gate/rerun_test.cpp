// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs that stop early, runs of tests that failed before, and updates of baselines.
#include <algorithm>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include "conformance/testing/results.h"
#include "reference/model/mapped.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::rerun_test {

namespace fs = std::filesystem;

struct RerunTest : testing::Test {
  Ran run(const std::string& words) const { return run_in(folder, BINDPOSE_PROGRAM " test " + words); }
  /// A wrong subject, and a right one.
  Ran run_wrong(const std::string& words) const {
    return run("--subject defect:ibm-ignored --name wrong --filter '*.linear_blend.bar.[st]*' " + words);
  }
  Ran run_both(const std::string& words) const { return run_wrong("--subject reference-float " + words); }
  Results results(const char* out) const {
    auto read = read_results(folder / out);
    EXPECT_TRUE(read) << out;
    return read ? *std::move(read) : Results();
  }
  static std::vector<std::string> failures(const Results& results) {
    std::vector<std::string> names;
    for (const ResultEntry& entry : results.entries)
      if (!is_expected(entry.verdict.outcome)) names.push_back(entry.name);
    return names;
  }
  static std::vector<std::string> names(const Results& results) {
    return mapped<std::string>(results.entries, &ResultEntry::name);
  }

  const TemporaryFolder folder;
};

TEST_F(RerunTest, a_run_stops_after_max_failures_and_can_be_resumed) {
  expect_ended(run_both("--out whole"), 1);
  const Results whole = results("whole");
  ASSERT_GT(failures(whole).size(), 3U);
  for (const char* workers : {"", "-j 3 "}) {
    fs::remove_all(folder / "out");
    const Ran stopped = run_both(std::string(workers) + "--max-failures 2 --out out");
    expect_ended(stopped, 1, {" not run (--max-failures).", "no failures.csv: the run has stopped early"});
    EXPECT_TRUE(lacks(stopped.out, {"PASS"}));
    const Results part = results("out");
    EXPECT_EQ(failures(part).size(), 2U) << workers;
    EXPECT_EQ(part.entries.size() + part.plan->not_run.size(), whole.entries.size())
        << "each test is listed once";
    EXPECT_FALSE(part.interrupted);
    EXPECT_FALSE(fs::exists(folder / "out/failures.csv")) << "a partial run writes no baseline";
    EXPECT_TRUE(has(slurp(folder / "out/summary.md"), fmt::format("{} not run", part.plan->not_run.size())));
    const std::string junit = slurp(folder / "out/junit.xml"), page = slurp(folder / "out/report.html");
    EXPECT_TRUE(has(junit, fmt::format("skipped=\"{}\"", part.plan->not_run.size())));
    EXPECT_TRUE(has(junit, "skipped message=\"skipped: not run: --max-failures has stopped the run\""));
    EXPECT_TRUE(has(page, "not run (--max-failures)"));
    expect_ended(run_in(folder, BINDPOSE_PROGRAM " compare whole out"), 1,
                 {fmt::format("not run ({})", part.plan->not_run.size())});

    const Ran rest = run_both("--last-failed out --out rest");
    const std::size_t left = part.plan->not_run.size();
    expect_ended(rest, 1, {fmt::format("--last-failed: 2 tests failed and {} did not run in out\n", left)});
    EXPECT_EQ(names(results("rest")).size(), left + 2) << "failures, and tests that did not run";

    expect_ended(run_both("--max-failures 1 --resume --out out"), 1, {" not run"});
    EXPECT_GT(failures(results("out")).size(), 2U) << "earlier failures do not count again";
    expect_ended(run_both("--resume --out out"), 1);
    EXPECT_EQ(names(results("out")), names(whole));
    EXPECT_EQ(failures(results("out")), failures(whole));
  }
}

TEST_F(RerunTest, expected_failures_stop_no_run) {
  expect_ended(run_wrong("--out whole"), 1);
  fs::copy_file(folder / "whole/failures.csv", folder / "fails.csv");
  expect_ended(run_wrong("--baseline fails.csv --max-failures 1"), 0, {"PASS"});
  for (const char* bad : {"0", "-1", "x"})
    EXPECT_EQ(run_wrong(std::string("--max-failures ") + bad).exit_code, 2) << bad;
}

TEST_F(RerunTest, only_failed_tests_run_again) {
  expect_ended(run_both("--out out"), 1);
  const std::vector<std::string> failed = failures(results("out"));
  const Ran again = run_both("--last-failed --out out");
  expect_ended(again, 1, {fmt::format("note: --last-failed: {} tests failed in out", failed.size())});
  EXPECT_EQ(names(results("out")), failed) << "the right subject has no test to run again";
  EXPECT_EQ(names(results("out")), failures(results("out")));

  std::ofstream(folder / "known.json")
      << results_json_of({{failed[0], "fail"}, {"gone.a.b/wrong/default", "fail"}});
  expect_ended(run_wrong("--last-failed known.json --out other"), 1, {"does not have 1 of them: gone.a.b"});
  EXPECT_EQ(names(results("other")), std::vector<std::string>{failed[0]});
  expect_ended(run_wrong("--last-failed out --max-failures 1 --out third"), 1, {" not run"});
  expect_ended(run_wrong("--last-failed out --resume --out third"), 1);
  EXPECT_EQ(names(results("third")), failed);
  const std::string kept = slurp(folder / "out/results.json");
  expect_ended(run_wrong("--last-failed --resume --out out"), 2, {"--last-failed"});
  expect_ended(run_wrong("--last-failed --waivers nowhere --out out"), 2);
  EXPECT_EQ(slurp(folder / "out/results.json"), kept) << "a wrong option keeps the failures";
  expect_ended(run_wrong("--last-failed"), 2, {"or --out"});
  expect_ended(run_wrong("--last-failed nowhere --out other"), 2,
               {"FILE_READ at nowhere", "needs the results of an earlier run"});
  EXPECT_EQ(run_wrong("--last-failed out --caselist x").exit_code, 2);
}

TEST_F(RerunTest, nothing_runs_if_nothing_failed) {
  const std::string right = "--subject reference-float --filter 'skinning.stitching.bar.*' ";
  expect_ended(run(right + "--out out"), 0);
  const std::string before = slurp(folder / "out/results.json");
  expect_ended(run(right + "--last-failed --out out"), 3, {"no test failed in out: nothing runs"});
  EXPECT_EQ(slurp(folder / "out/results.json"), before) << "out still has the earlier run";
  expect_ended(run_wrong("--out wrong"), 1);
  expect_ended(run(right + "--last-failed wrong"), 3, {"none of a subject of this run"});
}

TEST_F(RerunTest, fresh_cases_that_failed_run_again) {
  const std::string fresh =
      "--subject defect:ibm-ignored --filter '*.linear_blend.bar.posed.direction.pose.f32' "
      "--fresh 2 --seed s --out out ";
  expect_ended(run(fresh), 1);
  const std::vector<std::string> failed = failures(results("out"));
  ASSERT_TRUE(std::ranges::any_of(failed, [](const std::string& name) { return has(name, ".fresh-1."); }));
  expect_ended(run(fresh + "--last-failed"), 1);
  EXPECT_EQ(names(results("out")), failed);
}

TEST_F(RerunTest, a_run_updates_its_baseline) {
  const std::string update = "--update-baseline fails.csv ";
  expect_ended(run_wrong(update + "--out no </dev/null"), 2, {"--yes"});
  EXPECT_FALSE(fs::exists(folder / "no/results.json")) << "it is refused before the run";
  expect_ended(run_wrong("--yes"), 2, {"--update-baseline"});
  expect_ended(run_wrong("--update-baseline out/b.csv --yes --out out"), 2, {"not in --out"});
  expect_ended(run_wrong("--update-baseline out/b.csv --yes --out out/"), 2, {"not in --out"});
  fs::create_symlink("nothing.csv", folder / "dangling.csv");
  expect_ended(run_wrong("--update-baseline dangling.csv --yes"), 2, {"a file that does not exist"});
  expect_ended(run_wrong(update + "--yes --out out"), 1, {"  added    ", "fails.csv is updated"});
  EXPECT_EQ(slurp(folder / "fails.csv"), slurp(folder / "out/failures.csv"));
  expect_ended(run_wrong("--baseline fails.csv"), 0);

  // A comment, a reason after a row, another subject's row, and an outdated row.
  const std::vector<std::string> failed = failures(results("out"));
  std::string text = "# known: issue 7\n" + failed[0] + ",Crash,see issue 7\nz/other/default,Fail\n";
  for (const std::string& name : failed)
    if (name != failed[0]) text += name + ",Fail\n";
  std::ofstream(folder / "fails.csv") << text;
  fs::create_symlink("fails.csv", folder / "link.csv");
  const fs::perms mine = fs::perms::owner_read | fs::perms::owner_write;
  fs::permissions(folder / "fails.csv", mine);
  expect_ended(run_wrong("--update-baseline link.csv --yes"), 1,
               {"  changed  " + failed[0] + ": Crash -> Fail", "1 row to update; 1 row unchanged"});
  EXPECT_EQ(slurp(folder / "fails.csv"), text.replace(text.find("Crash"), 5, "Fail"));
  EXPECT_TRUE(fs::is_symlink(folder / "link.csv"));
  EXPECT_EQ(fs::status(folder / "fails.csv").permissions(), mine);
  expect_ended(run_wrong(update + "--yes"), 0, {"0 rows to update"});
  EXPECT_TRUE(lacks(run_wrong(update + "--yes --quiet").out, {"to update"}));

  // The subject is repaired: only rows of tests that ran are removed.
  const std::string one = failed[0].substr(0, failed[0].find('/'));
  expect_ended(
      run("--subject defect:slerp-close-as-nlerp --name wrong --filter '" + one + "' " + update + "--yes"), 1,
      {"  removed  " + failed[0] + ": Fail"});
  EXPECT_TRUE(
      slurp(folder / "fails.csv").starts_with("# known: issue 7\nz/other/default,Fail\n" + failed[1]));
}

/// Formerly the last run overwrote the rows of the others.
TEST_F(RerunTest, runs_that_update_one_baseline_wait_for_each_other) {
  const int other = ::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(::flock(other, LOCK_EX), 0);
  std::jthread running([this] { expect_ended(run_wrong("--update-baseline fails.csv --yes"), 1); });
  std::this_thread::sleep_for(std::chrono::seconds(5));
  std::ofstream(folder / "fails.csv") << "z/other/default,Fail\n";
  ::close(other);
  running.join();
  EXPECT_TRUE(has(slurp(folder / "fails.csv"), {"z/other/default,Fail\n", "/wrong/default,Fail\n"}));
}

TEST_F(RerunTest, an_update_on_a_terminal_needs_confirmation) {
  std::ofstream(folder / "ask.py") << R"py(import os, pty, sys
def answer(fd):
    text = os.read(fd, 4096)
    if b'[y/N]' in text: os.write(fd, sys.argv[1].encode() + b'\n')
    return text
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[2:], answer)))
)py";
  const auto ask = [this](const std::string& answer) {
    return run_in(folder, "python3 ask.py " + answer +
                              " " BINDPOSE_PROGRAM
                              " test --subject defect:ibm-ignored --filter '*.linear_blend.bar.posed.*' "
                              "--update-baseline fails.csv </dev/null");
  };
  expect_ended(ask("n"), 1, {"update fails.csv? [y/N]"});
  expect_ended(ask("\"$(printf '\\003y')\""), 1, {"update fails.csv? [y/N]"});  // Ctrl-C, then y
  EXPECT_FALSE(fs::exists(folder / "fails.csv"));
  expect_ended(ask("y"), 1, {"fails.csv is updated"});
  EXPECT_TRUE(has(slurp(folder / "fails.csv"), ",Fail\n"));
}

TEST_F(RerunTest, an_outcome_from_a_baseline_has_no_command) {
  const std::string right = "--subject reference-float --filter 'skinning.stitching.bar.*' --out out ";
  expect_ended(run(right), 0);
  const Results earlier = results("out");
  const auto passed = std::ranges::find(earlier.entries, Outcome::pass,
                                        [](const ResultEntry& entry) { return entry.verdict.outcome; });
  ASSERT_NE(passed, earlier.entries.end());
  std::ofstream(folder / "fails.csv") << passed->name << ",Fail\n";
  const Ran better = run(right + "--baseline fails.csv");
  expect_ended(better, 1, {"unexpected-improvement"});
  EXPECT_TRUE(lacks(better.out, {"    bindpose test "}));
  EXPECT_TRUE(lacks(slurp(folder / "out/junit.xml"), {"Run it again"}));
}

/// The command in junit.xml and on the terminal can be pasted.
TEST_F(RerunTest, the_command_of_a_failure_runs_its_test) {
  const Ran ran =
      run_in(folder, "COLUMNS=80 " BINDPOSE_PROGRAM
                     " test --subject defect:ibm-ignored --name \"it's me under a name that needs more than "
                     "one line of a terminal\" --filter '*.linear_blend.bar.posed.direction.p*' --times 2 "
                     "--out out");
  expect_ended(ran, 1, {"\n    bindpose test --subject 'defect:ibm-ignored'"});
  const auto rerun = [&](std::string command) {
    command.replace(0, std::string("bindpose").size(), BINDPOSE_PROGRAM);
    return run_in(folder, command);
  };
  const std::string junit = slurp(folder / "out/junit.xml");
  const std::string mark = "Run it again:\n";
  std::size_t commands = 0;
  for (std::size_t at = junit.find(mark); at != std::string::npos;
       at = junit.find(mark, at + 1), ++commands) {
    const std::size_t begin = at + mark.size();
    expect_ended(rerun(junit.substr(begin, junit.find("</failure>", at) - begin)), 1, {"1 test of 1 case"});
  }
  EXPECT_EQ(commands, failures(results("out")).size());
  const std::size_t begin = ran.out.find("bindpose test --subject");
  const std::string shown = ran.out.substr(begin, ran.out.find("\n  time ", begin) - begin);
  EXPECT_TRUE(has(shown, " \\\n")) << "the command has several lines";
  expect_ended(rerun(shown), 1, {"1 test of 1 case"});
}

TEST_F(RerunTest, a_baseline_of_another_name_gives_one_warning) {
  expect_ended(run_wrong("--out out"), 1);
  const std::string fails = slurp(folder / "out/failures.csv");
  std::ofstream(folder / "fails.csv") << fails;
  const auto rows = std::ranges::count(fails, '\n');
  const Ran other =
      run("--subject defect:ibm-ignored --filter '*.linear_blend.bar.[st]*' --baseline fails.csv");
  expect_ended(other, 1, {fmt::format("; {0} of {0} failures fit with --name 'wrong'\n", rows)});
  const Ran few = run(
      "--subject defect:ibm-ignored --name wrong --filter '*.linear_blend.bar.posed.direction.palette.f32' "
      "--baseline fails.csv");
  expect_ended(few, 0, {" more tests that are not chosen\n"});
  EXPECT_EQ(few.out.find("the baseline has"), few.out.rfind("the baseline has")) << few.out;
}

}  // namespace bindpose::conformance::rerun_test
