// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/gate.h"

#include "conformance/cases/cases.h"
#include "conformance/report/report.h"
#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::gate_test {

/// Gives zeros, or crashes; its outputs are right from number `right_from` on.
class Toy : public Subject {
 public:
  explicit Toy(int right_from, bool crashes = false) : right_from_(right_from), crashes_(crashes) {}
  std::string name() const override { return "toy"; }
  SubjectInfo info() const override { return {{"renderer", "toy renderer"}}; }
  std::vector<Options> variants(const Algorithm&, Level) const override { return {Options{}}; }
  Expected<Answer> run(const Question& question, const Options& variant) override {
    if (++asked >= right_from_) return right_->run(question, variant);
    if (crashes_) return fail("CRASH", "", "as told");
    Answer answer;
    for (const char* array : {"positions", "normals", "tangents"})
      if (const Array* given = question.arrays.find(array))
        answer.arrays.add(array, given->shape, Array::Reals(given->reals().size(), 0.0));
    return answer;
  }
  int asked = 0;

 private:
  int right_from_;
  bool crashes_;
  std::unique_ptr<Subject> right_ = std::move(*open_subject(*parse_subject("reference-float")));
};

constexpr int never = 1000;

/// One test under a gate.
struct GateTest : testing::Test {
  /// Judges; the gate's files are given as text.
  const Verdict& judge(std::unique_ptr<Toy> toy, const std::string& baseline = "",
                       const std::string& skips = "", const std::string& flakes = "",
                       const std::string& waivers = "") {
    toy_ = toy.get();
    gate_ = std::make_shared<Gate>(
        *Baseline::parse(baseline, "b"), *PatternList::parse(skips, "s"), *PatternList::parse(flakes, "f"),
        waivers.empty() ? Waivers() : *Waivers::parse(waivers, "w"), *parse_date("2027-01-01"));
    suite_.set_hooks(hooks_of(gate_, suite_));
    suite_.add_cases(built_in_cases(), {case_name()});
    suite_.add_subject(std::move(toy));
    suite_.make_records();
    return Executor(suite_).run(0);
  }
  /// A small case; the name of its record is record_name().
  static const std::string& case_name() {
    static const std::string name = [] {
      for (const Case& c : built_in_cases())
        if (matches_glob(c.name, "skinning.linear_blend.bar.posed.*.palette.f32")) return c.name;
      return std::string();
    }();
    return name;
  }
  static std::string record_name() { return case_name() + "/toy/default"; }

  Suite suite_;
  Toy* toy_ = nullptr;
  std::shared_ptr<Gate> gate_;
};

TEST_F(GateTest, without_files_nothing_changes) {
  EXPECT_EQ(judge(std::make_unique<Toy>(never)).outcome, Outcome::fail);
  EXPECT_FALSE(suite_.records()[0].verdict.judged);
  EXPECT_EQ(toy_->asked, 1);
  EXPECT_EQ(exit_code(suite_), 1);
}

TEST_F(GateTest, a_known_failure_is_expected) {
  EXPECT_EQ(judge(std::make_unique<Toy>(never), record_name() + ",Fail\n").outcome, Outcome::expected_fail);
  EXPECT_EQ(exit_code(suite_), 0);
  EXPECT_EQ(deqp_status(suite_.records()[0].verdict), "ExpectedFail");
}

TEST_F(GateTest, a_failure_instead_of_a_crash_is_an_improvement) {
  EXPECT_EQ(judge(std::make_unique<Toy>(never), record_name() + ",Crash\n").outcome,
            Outcome::unexpected_improvement);
  EXPECT_EQ(exit_code(suite_), 1);
  EXPECT_EQ(csv(verdicts_of(suite_), {}, true), record_name() + ",UnexpectedImprovement(Fail)\n");
}

TEST_F(GateTest, a_crash_instead_of_a_failure_is_a_crash) {
  EXPECT_EQ(judge(std::make_unique<Toy>(never, true), record_name() + ",Fail\n").outcome, Outcome::crash);
}

TEST_F(GateTest, a_pass_instead_of_a_failure_is_an_improvement) {
  EXPECT_EQ(judge(std::make_unique<Toy>(0), record_name() + ",Fail\n").outcome,
            Outcome::unexpected_improvement);
  EXPECT_EQ(csv(verdicts_of(suite_), {}, true), record_name() + ",UnexpectedImprovement(Pass)\n");
  EXPECT_EQ(Baseline::parse(csv(verdicts_of(suite_), {}, true), "b")->find(record_name()), Expectancy::pass)
      << "failures.csv is the new baseline";
}

TEST_F(GateTest, a_skipped_test_does_not_run_and_does_not_pass) {
  EXPECT_EQ(judge(std::make_unique<Toy>(0), "", "^skinning").outcome, Outcome::skipped);
  EXPECT_EQ(toy_->asked, 0);
  EXPECT_EQ(exit_code(suite_), 3) << "nothing ran";
  EXPECT_EQ(csv(verdicts_of(suite_), {}, false).substr(0, record_name().size() + 5), record_name() + ",Skip");
}

TEST_F(GateTest, a_known_flake_runs_again) {
  EXPECT_EQ(judge(std::make_unique<Toy>(2), "", "", "linear_blend").outcome, Outcome::flake);
  EXPECT_EQ(toy_->asked, 2);
  EXPECT_EQ(exit_code(suite_), 0);
  EXPECT_TRUE(has(suite_.records()[0].verdict.detail, "at first fail: "));
}

TEST_F(GateTest, a_known_flake_runs_again_on_another_worker) {
  const auto gate =
      std::make_shared<Gate>(Baseline(), PatternList(), *PatternList::parse("linear_blend", "f"), Waivers(),
                             *parse_date("2027-01-01"));
  suite_.set_hooks(hooks_of(gate, suite_));
  suite_.add_cases(built_in_cases(), {case_name()});
  suite_.add_subject(std::make_unique<Toy>(never),
                     []() -> Expected<std::unique_ptr<Subject>> { return std::make_unique<Toy>(0); });
  suite_.make_records();
  Executor executor(suite_);
  executor.run_ahead({0}, 1);
  EXPECT_EQ(executor.run(0).outcome, Outcome::flake) << "another instance of the subject ran it";
}

TEST_F(GateTest, an_unknown_flake_is_a_failure) {
  EXPECT_EQ(judge(std::make_unique<Toy>(2), "", "", "^pose").outcome, Outcome::fail);
  EXPECT_EQ(toy_->asked, 1);
}

TEST_F(GateTest, a_flake_that_always_fails_is_a_failure) {
  EXPECT_EQ(judge(std::make_unique<Toy>(never), "", "", "linear_blend").outcome, Outcome::fail);
  EXPECT_EQ(toy_->asked, 2);
}

TEST_F(GateTest, a_waiver_decides_before_the_baseline) {
  const std::string waiver =
      R"({"format": "bindpose-waivers-1", "waivers": [{"cases": ["skinning.*"], "subjects": ["toy rend*"],
          "reason": "known", "expires": "2027-01-01"}]})";
  EXPECT_EQ(judge(std::make_unique<Toy>(never), record_name() + ",Crash\n", "", "", waiver).outcome,
            Outcome::waived);
  EXPECT_EQ(exit_code(suite_), 0);
  EXPECT_TRUE(gate_->idle_waivers(suite_).empty());
}

TEST_F(GateTest, a_stale_waiver_is_not_as_expected) {
  const std::string waiver =
      R"({"format": "bindpose-waivers-1", "waivers": [{"cases": ["skinning.*"], "reason": "known"}]})";
  EXPECT_EQ(judge(std::make_unique<Toy>(0), "", "", "", waiver).outcome, Outcome::pass);
  EXPECT_TRUE(gate_->stale_waivers(suite_, false).empty()) << "a test that did not run may need the waiver";
  const auto stale = gate_->stale_waivers(suite_, true);
  ASSERT_EQ(stale.size(), 1U);
  EXPECT_EQ(stale.at(0).outcome, Outcome::stale_waiver);
  EXPECT_TRUE(has(stale.at(0).detail, "remove the waiver"));
  suite_.record(0).verdict = stale.at(0);
  EXPECT_EQ(exit_code(suite_), 1);
}

TEST_F(GateTest, a_waiver_that_one_of_its_tests_needs_is_not_stale) {
  const auto gate = std::make_shared<Gate>(
      Baseline(), PatternList(), PatternList(),
      *Waivers::parse(
          R"({"format": "bindpose-waivers-1", "waivers": [{"cases": ["skinning.*"], "reason": "known"}]})",
          "w"),
      *parse_date("2027-01-01"));
  suite_.set_hooks(hooks_of(gate, suite_));
  suite_.add_cases(built_in_cases(), {case_name(), "skinning.linear_blend.bar.far.*.palette.f32"});
  suite_.add_subject(std::make_unique<Toy>(2));
  suite_.make_records();
  ASSERT_GT(suite_.records().size(), 1U);
  std::size_t waived = 0;
  for (std::size_t i = 0; i < suite_.records().size(); ++i)
    waived += Executor(suite_).run(i).outcome == Outcome::waived ? 1 : 0;
  EXPECT_EQ(waived, 1U);
  EXPECT_TRUE(gate->stale_waivers(suite_, true).empty());
  EXPECT_EQ(exit_code(suite_), 0);
}

TEST_F(GateTest, unmatched_baseline_rows_and_waivers_are_reported) {
  judge(std::make_unique<Toy>(0),
        "old.case/toy/default,Fail\nother.case/gpu/default,Fail\nfine/toy/default,Pass\n", "", "",
        R"({"format": "bindpose-waivers-1", "waivers": [{"cases": ["old.*"], "reason": "known"}]})");
  EXPECT_EQ(gate_->lost(suite_), std::vector<std::string>{"old.case/toy/default"})
      << "other subjects may still have their tests";
  EXPECT_EQ(gate_->idle_waivers(suite_), std::vector<std::string>{"w#/waivers/0"});
}

struct GateProgramTest : testing::Test {
  Ran run(const std::string& command) const { return run_in(folder, command); }

  const std::string test =
      BINDPOSE_PROGRAM " test --subject reference-float --filter 'skinning.stitching.bar.*' ";
  const TemporaryFolder folder;
};

TEST_F(GateProgramTest, a_run_uses_baselines_and_skips_and_writes_reports) {
  expect_ended(run(test + "--out one"), 0);
  const Results results = *read_results(folder / "one");
  ASSERT_GT(results.entries.size(), 1U);
  const std::string name = results.entries.front().name;
  std::ofstream(folder / "fails.csv") << name << ",Fail\n"
                                      << "gone/reference-float/default,Fail\n";
  expect_ended(run(test + "--baseline fails.csv --out two"), 1, {"warning: the baseline has 'gone/"});
  EXPECT_EQ(slurp(folder / "two/failures.csv"), name + ",UnexpectedImprovement(Pass)\n");
  EXPECT_EQ(run(test + "--baseline two/failures.csv").exit_code, 0) << "the new baseline";
  std::ofstream(folder / "skips.txt") << "^" << name.substr(0, name.find('/')) << "/\n";
  const Ran skipped = run(test + "--skips skips.txt --out three");
  expect_ended(skipped, 0);
  EXPECT_EQ(read_results(folder / "three")->find(name)->verdict.outcome, Outcome::skipped);
  expect_ended(run(BINDPOSE_PROGRAM " compare one two"), 0,
               {"pass -> unexpected-improvement", "Nothing broke"});
  expect_ended(run(BINDPOSE_PROGRAM " compare one one --markdown"), 0);
  expect_ended(run(BINDPOSE_PROGRAM " compare one nowhere"), 2);
}

TEST_F(GateProgramTest, a_subject_uses_its_given_name) {
  ASSERT_EQ(run(test + "--name mine --out mine").exit_code, 0);
  const std::string name = read_results(folder / "mine")->entries.front().name;
  EXPECT_TRUE(has(name, "/mine/"));

  const std::string warning = "all failures in the baseline belong to subjects that are not in this run";
  std::ofstream(folder / "fails.csv") << name << ",Fail\n";
  const Ran other = run(test + "--baseline fails.csv");
  expect_ended(other, 0, {warning});
  const Ran same = run(test + "--name mine --baseline fails.csv");
  EXPECT_EQ(same.exit_code, 1) << "better than the baseline";
  EXPECT_FALSE(has(same.out, warning));
  EXPECT_EQ(run(test + "--name mine --name other").exit_code, 2) << "there is one subject";
}

TEST_F(GateProgramTest, bad_files_end_the_run_before_it_begins) {
  std::ofstream(folder / "bad") << "a,Fail\na,Fail\n";
  for (const char* option :
       {"--baseline bad", "--waivers bad", "--skips nowhere", "--fraction 2 --fraction-start 3",
        "--fraction-start 1", "--shard-from-ci", "--fraction 2 --shard-from-ci"}) {
    const Ran ran = run("unset CI_NODE_TOTAL CI_NODE_INDEX; " + test + option);
    EXPECT_EQ(ran.exit_code, 2) << option << "\n" << ran.out;
  }
  EXPECT_TRUE(has(run(test + "--baseline bad").out, "bad:2"));
  for (const char* variables :
       {"GTEST_TOTAL_SHARDS=2", "GTEST_SHARD_INDEX=0", "GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=2",
        "GTEST_TOTAL_SHARDS=x GTEST_SHARD_INDEX=0", "GTEST_TOTAL_SHARDS=0 GTEST_SHARD_INDEX=0"}) {
    const Ran ran = run(std::string("export ") + variables + "; " + test);
    EXPECT_EQ(ran.exit_code, 2) << variables << "\n" << ran.out;
    EXPECT_TRUE(has(ran.out, "SHARD at GTEST_")) << variables;
  }
  expect_ended(run(test + "--time nan"), 2);
  expect_ended(run(test + ">/dev/full"), 2);
}

TEST_F(GateProgramTest, a_full_disk_loses_files_but_not_the_summary) {
  // Files have at most a kilobyte: larger ones cannot be written, but output can be printed.
  const auto run_limited = [&](const std::string& options) {
    const std::string limited = "ulimit -f 1; " + test + options + "; echo $? >code.txt";
    Ran ran = run("( " + limited + " ) 2>&1 | cat");
    ran.exit_code = std::stoi(slurp(folder / "code.txt"));
    return ran;
  };
  const Ran full = run_limited("--out small");
  expect_ended(full, 2);
  EXPECT_TRUE(has(full.out, "ERROR: not every file could be written: ")) << "the summary is printed\n"
                                                                         << full.out;
  EXPECT_FALSE(has(full.out, "PASS"));
  EXPECT_FALSE(has(full.out, "report     small"));
  EXPECT_TRUE(
      has(full.out, {"bindpose: FILE_WRITE at small/results.json: ", "small/report.html",
                     "warning: --resume would run the tests again: FILE_WRITE at small/journal.jsonl"}));
  EXPECT_FALSE(std::filesystem::exists(folder / "small/summary.md"))
      << "summary.md says PASS, but files are missing";
  for (const auto& entry : std::filesystem::directory_iterator(folder / "small")) {
    const std::string name = entry.path().filename().string();
    EXPECT_FALSE(has(name, ".partial"));
    EXPECT_NE(name, "results.json");
    EXPECT_NE(name, "report.html");
  }
  const std::string journal = slurp(folder / "small/journal.jsonl");
  EXPECT_TRUE(journal.ends_with("}\n")) << "whole lines: " << journal;
  expect_ended(run(test + "--out small --resume"), 0);
  const Ran quiet = run_limited("--quiet --out quiet");
  expect_ended(quiet, 2, {"FILE_WRITE at quiet/results.json"});
  EXPECT_EQ(run(test + "--out /dev/full").exit_code, 2)
      << "/dev/full is not a folder: the run does not begin";
}

TEST_F(GateProgramTest, an_invalid_file_is_in_every_report) {
  std::ofstream(folder / "broken|<b>.glb") << "glTF";
  const std::string with_asset = test + "--asset 'broken|<b>.glb' ";
  expect_ended(run(with_asset + "--out whole"), 1);
  expect_ended(run(with_asset + "--fraction 2 --out s1"), 1);
  expect_ended(run(with_asset + "--fraction 2 --fraction-start 2 --out s2"), 1);
  const Ran merged = run(BINDPOSE_PROGRAM " merge merged s1 s2");
  EXPECT_EQ(merged.exit_code, 1) << "like the whole run: " << merged.out;
  for (const char* name : {"whole", "merged"}) {
    const auto sarif = nlohmann::json::parse(slurp(folder / name / "report.sarif"));
    EXPECT_TRUE(obeys("grade/formats/sarif.schema.json", sarif));
    const auto& results = sarif["runs"][0]["results"];
    ASSERT_EQ(results.size(), 1U) << name;
    EXPECT_EQ(results[0]["ruleId"], "asset/invalid");
    const std::string said = results[0]["message"]["text"];
    EXPECT_EQ(said.find("broken|<b>.glb is not judged: "), 0U) << said;
    const std::string summary = slurp(folder / name / "summary.md");
    EXPECT_TRUE(has(summary, "### Not valid, and not judged\n"));
    EXPECT_TRUE(has(summary, "broken\\|")) << "in one cell";
    EXPECT_FALSE(has(summary, "<b>"));
    EXPECT_TRUE(has(slurp(folder / name / "junit.xml"), "type=\"InvalidAsset\"")) << name;
    EXPECT_TRUE(has(slurp(folder / name / "report.html"), "is not judged: ")) << name;
  }
}

TEST_F(GateProgramTest, shards_merge_into_the_whole_run) {
  ASSERT_EQ(run(test + "--out whole").exit_code, 0);
  expect_ended(run("export CI_NODE_INDEX=1 CI_NODE_TOTAL=2; " + test + "--shard-from-ci --out s1"), 0);
  expect_ended(run("export GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=1 GTEST_SHARD_STATUS_FILE=seen; " + test +
                   "--out s2"),
               0);
  EXPECT_TRUE(std::filesystem::exists(folder / "seen"));
  expect_ended(run(test + "--fraction 2 --fraction-start 2 --out s2b"), 0);
  expect_ended(run(BINDPOSE_PROGRAM " merge all s1 s2"), 0);
  EXPECT_EQ(run(BINDPOSE_PROGRAM " compare whole all").out.substr(0, 13), "Nothing broke");
  EXPECT_EQ(run(BINDPOSE_PROGRAM " merge other s1 s2b").exit_code, 0) << "a fraction is a shard";
  const auto document = nlohmann::json::parse(slurp(folder / "all/results.json"));
  EXPECT_TRUE(obeys("report/results.schema.json", document));
  const Ran lost = run(BINDPOSE_PROGRAM " merge lost s1");
  expect_ended(lost, 2, {read_results(folder / "s2")->entries.front().name});
  EXPECT_FALSE(std::filesystem::exists(folder / "lost/results.json"));
  expect_ended(run(BINDPOSE_PROGRAM " merge twice s1 s2 s2b"), 2);
}

}  // namespace bindpose::conformance::gate_test
