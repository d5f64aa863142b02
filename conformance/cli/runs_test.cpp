// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::runs_test {

// The command that repeats a test has the options of the subject.
/// The page of a run with one failure, from a seeded defect.
std::string page_of(const std::string& options) {
  const TemporaryFolder folder;
  expect_ended(run_in(folder, BINDPOSE_PROGRAM " test --subject defect:ibm-ignored --filter "
                                               "'*.linear_blend.bar.posed.direction.pose.f32' --out out " +
                                  options),
               1);
  return slurp(folder / "out/report.html");
}

TEST(AgainTest, the_command_has_options_that_differ_from_defaults) {
  const std::string page = page_of(
      "--env A=b --time 7 --memory 1000 --processes 99 --disk 100 --see /usr --folder /usr --no-sandbox "
      "--times 2");
  EXPECT_TRUE(
      has(page,
          "--time 7 --memory 1000 --processes 99 --disk 100 --folder &#39;/usr&#39; --see &#39;/usr&#39; "
          "--env &#39;A=b&#39; --no-sandbox --times 2 --filter"));
}

TEST(AgainTest, the_command_omits_options_with_default_values) {
  // --time 10 is not the default: without it a device has 120 s.
  EXPECT_TRUE(has(page_of("--memory 2048 --times 1"),
                  "bindpose test --subject &#39;defect:ibm-ignored&#39; --filter"));
}

// A run that ends with an error leaves no verdict of an earlier run in its folder.
TEST(StaleResultsTest, an_error_leaves_no_verdict_of_an_earlier_run) {
  constexpr std::array files = {"summary.md",  "results.json", "junit.xml",   "report.sarif",
                                "report.html", "results.csv",  "failures.csv"};
  for (const char* command :
       {"test --subject reference-float --waivers /nonexistent --out out", "judge /nonexistent --out out",
        "test --subject bogus:x --out out", "merge out no-such-shard"}) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "out");
    for (const char* file : files)
      std::ofstream(folder / "out" / file) << "PASS";
    expect_ended(run_in(folder, std::string(BINDPOSE_PROGRAM " ") + command), 2);
    for (const char* file : files)
      EXPECT_NE(slurp(folder / "out" / file), "PASS") << command << ": " << file;
  }
}

TEST(StaleResultsTest, an_error_leaves_no_sheet_of_an_earlier_submission) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "out");
  for (const char* file : {"feedback.md", "gradescope.json", "sheet.json"})
    std::ofstream(folder / "out" / file) << "10 of 10";
  EXPECT_EQ(
      run_in(folder, BINDPOSE_PROGRAM " grade --rubric /nonexistent --subject cmd:true --out out").exit_code,
      2);
  for (const char* file : {"feedback.md", "gradescope.json"})
    EXPECT_FALSE(std::filesystem::exists(folder / "out" / file)) << file;
}

// A judge that may open too few files reports this and does not blame the subject.
const std::string judge = BINDPOSE_PROGRAM " test --subject 'cmd:python3 " BINDPOSE_CONFORMANCE
                                           "/course/python/subject.py --exercises solution' --filter "
                                           "'skinning.linear_blend.bar.posed.direction.palette.f32'";

TEST(ShortageTest, too_few_descriptors_are_the_judges_error) {
  const TemporaryFolder folder;
  for (const char* limit : {"8", "12", "16", "40"}) {
    const Ran ran = run_in(folder, std::string("ulimit -n ") + limit + "; exec " + judge);
    expect_ended(ran, 2);
    EXPECT_FALSE(has(ran.out, "crash")) << limit;
  }
  expect_ended(run_in(folder, "ulimit -n 64; exec " + judge), 0);
}

/// The judge's caller may ignore SIGCHLD and leave any descriptor open.
TEST(ShortageTest, open_files_and_ignored_signals_of_the_caller_have_no_effect) {
  const TemporaryFolder folder;
  const auto sandbox_in = [](const std::string& text) {
    const std::size_t at = std::min(text.find("runs in: "), text.size());
    return text.substr(at, text.find('\n', at) - at);
  };
  const Ran plain = run_in(folder, "exec " + judge);
  const Ran ignoring = run_in(folder, "exec 9</ 5<.; exec env --ignore-signal=CHLD " + judge);
  expect_ended(ignoring, 0);
  EXPECT_NE(sandbox_in(plain.out), "") << plain.out;
  EXPECT_EQ(sandbox_in(ignoring.out), sandbox_in(plain.out));
}

// A disk that is full from the start: the run still judges and prints its summary.
struct FullDiskTest : testing::Test {
  /// A run whose files go to a full disk, simulated by `full`.
  Ran run(const std::string& full, const std::string& options = "") {
    std::ofstream(folder_ / "run.sh")
        << full
        << "\n" BINDPOSE_PROGRAM
           " test --subject reference-float --filter 'skinning.stitching.bar.*' --out disk/out "
        << options << "; code=$?; ls -A disk/out; exit $code\n";
    return run_in(folder_, "bash -o pipefail -c 'bash run.sh 2>&1 | cat'");
  }
  void expect_reported(const Ran& ran, const std::string& reason) const {
    expect_ended(ran, 2);
    EXPECT_TRUE(has(ran.out, " pass  0 fail")) << "the summary is printed";
    EXPECT_TRUE(has(ran.out, "ERROR: not every file could be written: "));
    EXPECT_FALSE(has(ran.out, "PASS"));
    EXPECT_FALSE(has(ran.out, "report     disk"));
    for (const std::string& piece : {"warning: the run continues without its journal, so --resume would run "
                                     "its tests again: FILE_WRITE at disk/out/journal.jsonl: " +
                                         reason + "; a line of 57 bytes was to be written\n",
                                     "bindpose: FILE_WRITE at disk/out/results.json: " + reason,
                                     std::string(" bytes were to be written; nor could be written: ")})
      EXPECT_TRUE(has(ran.out, piece));
    const std::string left = ran.out.substr(ran.out.rfind("report.html\n") + 12);
    EXPECT_TRUE(left == ".lock\n" || left == ".lock\nfailures.csv\n") << "what has no byte: " << left;
  }

  const TemporaryFolder folder_;
};

TEST_F(FullDiskTest, a_disk_full_from_the_start_still_gives_a_summary) {
  std::filesystem::create_directory(folder_ / "disk");
  expect_reported(run("ulimit -f 0"), "File too large");
  const Ran quiet = run("ulimit -f 0", "--quiet");
  expect_ended(quiet, 2);
  EXPECT_FALSE(has(quiet.out, " pass  0 fail"));
  EXPECT_TRUE(has(quiet.out, "FILE_WRITE at disk/out/results.json"));
}

TEST_F(FullDiskTest, a_run_does_not_begin_if_its_cache_is_on_a_full_disk) {
  const Ran ran = run_in(folder_, "bash -o pipefail -c '( ulimit -f 0; exec " BINDPOSE_PROGRAM
                                  " test --subject reference-float --filter animation.lerp.* --cache kept "
                                  ") 2>&1 | cat'");
  expect_ended(ran, 2);
  EXPECT_EQ(ran.out,
            "bindpose: FILE_WRITE at kept: File too large; bindpose cannot cache verdicts here: choose "
            "another folder\n");
  EXPECT_TRUE(std::filesystem::is_empty(folder_ / "kept"));
}

TEST_F(FullDiskTest, a_run_on_a_full_file_system_still_gives_a_summary) {
  const std::string mount = "mkdir -p disk && mount -t tmpfs -o size=64k bindpose disk";
  if (run_in(folder_, "unshare -rm bash -c '" + mount + "'").exit_code != 0)
    GTEST_SKIP() << "nothing can be mounted here";
  const auto begin = [&](int blocks) {
    return "[ -n \"$inside\" ] || inside=1 exec unshare -rm bash \"$0\"\n" + mount +
           " && dd if=/dev/zero of=disk/fill bs=4096 count=" + std::to_string(blocks) + " 2>dd.txt";
  };
  constexpr int all = 16, all_but_eight_thousand = 14;
  expect_reported(run(begin(all)), "No space left on device");
  const Ran nearly = run(begin(all_but_eight_thousand));
  expect_ended(nearly, 2, {" pass  0 fail"});
  EXPECT_FALSE(has(nearly.out, ".partial"));
  const std::string left = nearly.out.substr(nearly.out.rfind("report.html\n") + 12);
  EXPECT_TRUE(lacks(left, {"results.json", "report.html", "summary.md", "junit.xml", "report.sarif"}))
      << "no part of the files has a verdict";
}

/// Formerly half a starter stayed.
TEST_F(FullDiskTest, a_full_disk_has_no_part_of_a_starter) {
  const auto begin = [this](const std::string& folder) {
    return run_in(folder_, "bash -c 'ulimit -f 4; exec " BINDPOSE_PROGRAM " course python " + folder + "'");
  };
  expect_ended(begin("new"), 2, {"FILE_WRITE", "File too large"});
  EXPECT_FALSE(std::filesystem::exists(folder_ / "new"));
  std::filesystem::create_directory(folder_ / "empty");
  expect_ended(begin("empty"), 2, {"FILE_WRITE"});
  EXPECT_TRUE(std::filesystem::is_empty(folder_ / "empty")) << "the user made it";
}

/// Formerly the points were the last words, and some of the files stayed.
TEST_F(FullDiskTest, a_full_disk_has_no_part_of_a_grade) {
  std::ofstream(folder_ / "rubric.json")
      << R"({"format": "bindpose-rubric-1", "title": "Slerp", "exercises": [
    {"id": "turns", "title": "Slerp", "points": 10, "visible": ["animation.slerp.turn.120.*"]}]})";
  const Ran ran =
      run_in(folder_, "bash -o pipefail -c '( ulimit -f 8; exec " BINDPOSE_PROGRAM
                      " grade --rubric rubric.json --subject reference-float --out grades ) 2>&1 | cat'");
  expect_ended(
      ran, 2, {"\nERROR: the grade could not be written\nbindpose: FILE_WRITE at grades/", "File too large"});
  EXPECT_FALSE(has(ran.out, "written to"));
  std::vector<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "grades"))
    if (const std::string name = entry.path().filename().string(); name != ".lock") left.push_back(name);
  EXPECT_EQ(left, std::vector<std::string>());
}

/// Formerly a subject that could not write its output failed.
TEST_F(FullDiskTest, a_full_temporary_folder_is_not_a_verdict_on_a_subject) {
  const std::string mount = "mkdir -p disk && mount -t tmpfs -o size=256k bindpose disk";
  if (run_in(folder_, "unshare -rm bash -c '" + mount + "'").exit_code != 0)
    GTEST_SKIP() << "nothing can be mounted here";
  std::ofstream(folder_ / "run.sh")
      << "[ -n \"$inside\" ] || inside=1 exec unshare -rm bash \"$0\"\n"
      << mount
      << "\nTMPDIR=$PWD/disk exec " BINDPOSE_PROGRAM
         " test --no-sandbox --filter 'skinning.linear_blend.hose.joints-520.direction.pose.f32' "
         "--subject 'cmd:python3 " BINDPOSE_CONFORMANCE "/course/python/subject.py --exercises solution'\n";
  expect_ended(run_in(folder_, "bash run.sh"), 2, {"JUDGE_RESOURCES", "an output may take"});
}

// Users drive `test` with options and variables of GoogleTest.
const std::string test = BINDPOSE_PROGRAM " test --subject reference-float --filter 'animation.slerp.*' ";

/// The names in the listing, each after its group.
std::set<std::string> listed(const std::string& text) {
  std::set<std::string> names;
  std::istringstream lines(text);
  std::string group;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  "))
      names.insert(group + line.substr(2));
    else
      group = line;
  return names;
}

struct GtestOptionsTest : testing::Test {
  Ran run(const std::string& command) const { return run_in(folder_, command); }
  std::string file(const char* name) const { return slurp(folder_ / name); }

  const TemporaryFolder folder_;
};

TEST_F(GtestOptionsTest, a_filter_selects_and_excludes_tests) {
  const auto all = listed(run(test + "--gtest_list_tests").out);
  ASSERT_GT(all.size(), 4U);
  const auto turns = listed(run(test + "--gtest_list_tests '--gtest_filter=*.turn.*'").out);
  const auto others = listed(run(test + "--gtest_list_tests '--gtest_filter=-*.turn.*'").out);
  EXPECT_GT(turns.size(), 0U);
  EXPECT_EQ(turns.size() + others.size(), all.size());
  for (const std::string& name : turns)
    EXPECT_TRUE(has(name, ".turn."));
  const auto both = listed(
      run("export GTEST_FILTER='*.turn.*:*.identical.*-*flipped*'; " + test + "--gtest_list_tests").out);
  for (const std::string& name : both)
    EXPECT_FALSE(has(name, "flipped"));
  EXPECT_GT(both.size(), 0U);
}

TEST_F(GtestOptionsTest, every_test_belongs_to_one_shard) {
  const auto all = listed(run(test + "--gtest_list_tests").out);
  std::size_t tests = 0;
  for (const char* index : {"0", "1", "2"}) {
    expect_ended(run("export GTEST_TOTAL_SHARDS=3 GTEST_SHARD_INDEX=" + std::string(index) + "; " + test +
                     "--gtest_output=json:shard.json"),
                 0);
    tests += nlohmann::json::parse(file("shard.json"))["testcases"].size();
  }
  EXPECT_EQ(tests, all.size());
}

TEST_F(GtestOptionsTest, an_output_file_has_every_failure) {
  const std::string wrong =
      BINDPOSE_PROGRAM " test --subject defect:nlerp-instead-of-slerp --filter 'animation.slerp.*' ";
  EXPECT_EQ(run(wrong + "--gtest_output=xml:out.xml").exit_code, 1);
  EXPECT_TRUE(has(file("out.xml"), "<failure"));
  EXPECT_EQ(run(wrong + "--gtest_output=json:out.json").exit_code, 1);
  const auto json = nlohmann::json::parse(file("out.json"));
  EXPECT_GT(json["failures"], 0);
  EXPECT_EQ(
      std::ranges::count_if(json["testcases"], [](const auto& each) { return each.contains("failures"); }),
      json["failures"].get<int>());
}

TEST_F(GtestOptionsTest, other_options_and_formats_are_refused) {
  for (const char* option : {"--gtest_repeat=2", "--gtest_output=html:x"}) {
    expect_ended(run(test + option), 2, {"ARGUMENT at --gtest_"});
  }
}

// --caselist: names of tests and of cases, also as dEQP writes them.
struct CaseListTest : GtestOptionsTest {
  /// A run of the list's tests, and its results.
  Ran run_list(const std::string& list, const std::string& options = "") const {
    std::ofstream(folder_ / "list.txt") << list;
    return run(BINDPOSE_PROGRAM " test --subject reference-float --caselist list.txt --out out " + options);
  }
  std::set<std::string> tests() const {
    const auto run = nlohmann::json::parse(file("out/results.json"));
    std::set<std::string> names;
    for (const auto& entry : run["results"])
      names.insert(entry["name"]);
    return names;
  }
};

const std::string first_of_list = "skinning.stitching.bar.posed.direction.palette.f32";
const std::string second_of_list = "skinning.linear_blend.bar.posed.direction.palette.f32";

TEST_F(CaseListTest, a_list_takes_names_of_cases_and_of_tests) {
  const std::string test_name = second_of_list + "/reference-float/rows-3x4";
  std::string dotted = test_name;
  std::ranges::replace(dotted, '/', '.');
  for (const std::string& second : {test_name, dotted}) {
    expect_ended(run_list("# must pass\n" + first_of_list + "\n\n" + second + "\n"), 0);
    EXPECT_EQ(tests(), (std::set{first_of_list + "/reference-float/default", test_name}));
  }
}

TEST_F(CaseListTest, usual_selects_one_combination_of_a_case) {
  expect_ended(run_list(second_of_list + "\n"), 0);
  EXPECT_GT(tests().size(), 1U);
  expect_ended(run_list(second_of_list + "/usual\n"), 0);
  EXPECT_EQ(tests(), (std::set{second_of_list + "/reference-float/transform-then-blend"}));
}

TEST_F(CaseListTest, the_must_pass_list_is_found_by_its_name) {
  const std::string program = BINDPOSE_PROGRAM;
  expect_ended(run(program + " test --subject reference-float --caselist mustpass --out out --filter "
                             "'skinning.linear_blend.bar.posed.*'"),
               0);
  const auto chosen = tests();
  EXPECT_TRUE(chosen.contains(second_of_list + "/reference-float/transform-then-blend"));
  for (const std::string& name : chosen)
    EXPECT_TRUE(name.ends_with("/transform-then-blend")) << name;
  const Ran listed = run(program +
                         " deqp --subject reference-float --deqp-caselist-file mustpass "
                         "--deqp-runmode stdout-caselist");
  expect_ended(listed, 0, {"TEST: " + second_of_list + ".reference-float.transform-then-blend\n"});
  const std::string list = run(program + " list --must-pass").out;
  EXPECT_EQ(std::ranges::count(listed.out, '\n') + 1, std::ranges::count(list, '\n')) << "and a first line";
}

TEST_F(CaseListTest, an_unknown_name_is_a_missing_test) {
  const std::string lists[] = {"skinning.no.such.case", first_of_list + "/reference-float/no-variant",
                               first_of_list + ".pose"};
  for (const std::string& unknown : lists) {
    expect_ended(run_list(second_of_list + "\n" + unknown + "\n"), 1, {"an unknown test or case: missing"});
    EXPECT_TRUE(has(file("out/results.csv"), "Missing")) << file("out/results.csv");
  }
  expect_ended(run_list("skinning.no.such.case\n"), 3);
}

TEST_F(CaseListTest, a_listed_test_that_a_filter_excludes_is_not_missing) {
  const std::string filter = "--filter '" + second_of_list + "'";
  const std::string list =
      first_of_list + "\n" + first_of_list + "/reference-float/default\n" + second_of_list + "\n";
  expect_ended(run_list(list, filter), 0);
  EXPECT_EQ(tests().count(first_of_list + "/reference-float/default"), 0U);
  expect_ended(run_list(list + "skinning.no.such.case\n", filter), 1, {"skinning.no.such.case"});
}

TEST_F(CaseListTest, shards_share_the_list) {
  std::set<std::string> all;
  for (const char* index : {"0", "1"}) {
    ::setenv("GTEST_TOTAL_SHARDS", "2", 1);
    ::setenv("GTEST_SHARD_INDEX", index, 1);
    expect_ended(run_list(first_of_list + "\n" + second_of_list + "/reference-float/rows-3x4\n"), 0);
    const auto ours = tests();
    EXPECT_EQ(ours.size(), 1U);
    all.insert(ours.begin(), ours.end());
  }
  ::unsetenv("GTEST_TOTAL_SHARDS");
  ::unsetenv("GTEST_SHARD_INDEX");
  EXPECT_EQ(all.size(), 2U);
}

TEST_F(CaseListTest, a_file_that_is_not_a_list_ends_the_run) {
  expect_ended(run_list("two words\n"), 2, {"CASELIST_SYNTAX"});
  expect_ended(run(BINDPOSE_PROGRAM " test --subject reference-float --caselist absent.txt"), 2,
               {"FILE_READ"});
}

}  // namespace bindpose::conformance::runs_test
