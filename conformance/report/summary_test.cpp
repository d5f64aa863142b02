// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <regex>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/defects/together.h"
#include "conformance/judge/displacement.h"
#include "conformance/report/text.h"
#include "conformance/subjects/foreign_subject.h"
#include "conformance/testing/fakes.h"
#include "conformance/testing/judged_run.h"
#include "conformance/testing/results.h"
#include "conformance/testing/terminal.h"
#include "reference/io/lines.h"
#include "reference/model/rows.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::summary_test {

const SummaryStyle wide = {.columns = 1000}, verbose = {.columns = 1000, .is_verbose = true};

/// The printed lines of a subject.
std::string summary_of(Fake fake, const Globs& globs, const RunReport& run = {},
                       const SummaryStyle& style = wide) {
  Suite suite;
  suite.add_cases(built_in_cases(), globs);
  suite.add_subject(std::make_unique<Fake>(std::move(fake)));
  suite.make_records();
  Executor(suite).run_all();
  return summary(suite, run, style);
}
std::string summary_of(Fake::Change change, const Globs& globs, const RunReport& run = {},
                       const SummaryStyle& style = wide) {
  return summary_of(Fake(std::move(change)), globs, run, style);
}

std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

/// Declines every input, for one reason after another.
Fake::Change declines_in_as_many_words(std::size_t reasons) {
  return [reasons, asked = std::size_t{0}](const Question&, const Answer&) mutable -> Expected<Answer> {
    return fail("NOT_SUPPORTED", "", fmt::format("reason {}", ++asked % reasons));
  };
}

const Globs some = {"skinning.linear_blend.bar.[ps]*.direction.palette.f32", "animation.slerp.turn.*"};

TEST(SummaryEndingTest, the_last_line_of_a_pass_has_the_count) {
  const std::string line = last_line(summary_of(Fake(), some));
  EXPECT_EQ(line.find("PASS: every subject agrees with the double-precision reference"), 0U) << line;
  EXPECT_TRUE(has(line, " passed."));
}

TEST(SummaryEndingTest, a_failing_run_ends_with_the_counts_of_all_tests) {
  RunReport run;
  run.assets.push_back({"broken.glb", "broken", 0, {}, {}, "GLTF_FORMAT"});
  const auto only_slerp = [](const Question& question, Answer answer) -> Expected<Answer> {
    if (question.algorithm->id == "lbs") (*reals_of(answer.arrays, "positions"))[0] += 1;
    if (question.algorithm->id == "interp.slerp") return fail("NOT_SUPPORTED", "", "no slerp here");
    return answer;
  };
  const std::string text = summary_of(only_slerp, some, run), line = last_line(text);
  EXPECT_EQ(line.find("FAIL: 0 passed, "), 0U) << line;
  EXPECT_TRUE(has(line, {" failed, ", " not supported, ", ", 1 asset not judged."}));
  EXPECT_FALSE(has(text, "no slerp here")) << "only --verbose shows the reason";
  EXPECT_TRUE(has(summary_of(only_slerp, some, run, verbose), "no slerp here"));
}

TEST(SummaryTest, the_symptom_belongs_to_the_form_of_the_defect) {
  const Defect* second = nullptr;
  for (const Defect& defect : defects())
    if (defect.id == "joint-off-by-one") second = &defect;
  ASSERT_TRUE(second != nullptr && second->symptom != find_defect(second->id)->symptom);
  const auto text = summary_of(
      [second](const Question& question, Answer answer) -> Expected<Answer> {
        BINDPOSE_TRY(const auto right,
                     question.algorithm->implementation.in_double(question.arrays, question.options));
        answer.arrays = *answer_with(*second, question, judged_arrays(question, right));
        return answer;
      },
      {"skinning.linear_blend.bar.posed.direction.palette.f32"});
  EXPECT_TRUE(has(text, {"joint-off-by-one", second->symptom})) << text;
}

TEST(SummaryEndingTest, all_reasons_why_nothing_is_supported_are_shown) {
  const std::string short_text = summary_of(declines_in_as_many_words(5), some);
  EXPECT_EQ(last_line(short_text).find("NOTHING RAN"), 0U) << short_text;
  const std::string text = summary_of(declines_in_as_many_words(5), some, {}, verbose);
  for (const char* reason : {"reason 0", "reason 1", "reason 2", "reason 3", "reason 4"}) {
    EXPECT_TRUE(has(text, reason));
    EXPECT_TRUE(has(short_text, reason));
  }
}

/// The last line of a run with a subject that takes only inputs of these levels.
std::string ending_of_one_that_takes(const std::vector<Level>& levels, const RunReport& run) {
  Suite suite;
  suite.add_cases(built_in_cases(), some);
  auto subject = std::make_unique<Fake>();
  subject->called = "web:page.html";
  subject->offered = [levels](const Algorithm&, Level level) {
    return std::ranges::find(levels, level) != levels.end();
  };
  suite.add_subject(std::move(subject));
  suite.make_records();
  return last_line(summary(suite, run, wide));
}

TEST(SummaryEndingTest, subjects_for_assets_only_print_how_to_name_one) {
  const std::string words = " web:page.html is judged on assets only: name glTF files with --asset.";
  const std::string line = ending_of_one_that_takes({Level::asset}, {});
  EXPECT_EQ(line.find("NOTHING RAN"), 0U) << line;
  EXPECT_TRUE(line.ends_with(words)) << line;
  EXPECT_FALSE(has(ending_of_one_that_takes({}, {}), "--asset")) << "the subject takes no assets";
  RunReport with_asset;
  with_asset.assets.push_back({"broken.glb", "broken", 0, {}, {}, "GLTF_FORMAT"});
  EXPECT_FALSE(has(ending_of_one_that_takes({Level::asset}, with_asset), "--asset")) << "an asset was named";
}

TEST(SummaryFailuresTest, a_program_that_dies_is_one_failure_for_all_tests) {
  const std::string text = summary_of(
      [](const Question&, const Answer&) -> Expected<Answer> {
        return fail("CRASH", "", "Traceback: no module of that name");
      },
      some);
  EXPECT_EQ(times("no module of that name", text), 1U) << text;
  EXPECT_TRUE(has(text, "\n    where         fake; "));
}

TEST(SummaryFailuresTest, a_program_that_did_not_start_is_not_a_test) {
  Suite suite;
  suite.add_cases(built_in_cases(), some);
  suite.add_subject(broken_subject(*parse_subject("cmd:./mine"), {"CRASH", "", "exit code 127"}));
  suite.add_subject(std::make_unique<Fake>());
  suite.make_records();
  Executor(suite).run_all();
  const std::string text = summary(suite, {}, wide);
  EXPECT_TRUE(has(text, {"\n  did not start   cmd:./mine\n",
                         "\n    why           CRASH: the subject did not start: exit code 127\n",
                         "\n    next          bindpose subject check 'cmd:./mine'\n",
                         "\ncmd:./mine did not start\nfake  on"}));
  EXPECT_TRUE(last_line(text).ends_with(" passed, 1 subject did not start.")) << text;
  for (const char* word : {"subject.start", "crash", "nothing", "slowest: subject"})
    EXPECT_FALSE(has(text, word)) << word;
  const std::string page = html_page(page_content(suite, {}));
  EXPECT_TRUE(has(page, {"the subject did not start",
                         "Find the reason: <code>bindpose subject check &#39;cmd:./mine&#39;"}));
}

TEST(SummaryFailuresTest, nan_in_any_row_is_one_cause) {
  const std::string text = summary_of(
      [asked = std::size_t{0}](const Question&, Answer answer) mutable -> Expected<Answer> {
        change_rows(answer.arrays, "positions", 3, [&](double* row, std::size_t v) {
          if (v == asked) row[1] = std::nan("");
        });
        ++asked;
        return answer;
      },
      some);
  EXPECT_EQ(times(" is nan", text), 1U) << text;
}

TEST(SummaryFailuresTest, refusals_that_differ_in_numbers_are_one_cause) {
  const std::string refused = summary_of(
      [asked = 0](const Question&, const Answer&) mutable -> Expected<Answer> {
        ++asked;
        return fail("ANSWER_REFUSED", "",
                    fmt::format("{} numbers of world, -{:.2e} wide", 16 * asked, 1e-6 * asked));
      },
      some);
  EXPECT_EQ(times(" numbers of world", refused), 1U) << refused;
  const std::string missing = summary_of(
      [asked = 0](const Question&, const Answer&) mutable -> Expected<Answer> {
        return fail("MISSING", fmt::format("folder-{}/answer", ++asked), "expected an output here");
      },
      some);
  EXPECT_EQ(times("expected an output here", missing), 1U) << missing;
}

TEST(SummaryFailuresTest, outputs_by_another_policy_are_reported_once) {
  const std::string text = summary_of(
      [](const Question& question, const Answer& answer) -> Expected<Answer> {
        Options options = question.options;
        if (options.contains("normal_rule")) options["normal_rule"] = "blend-of-inverse-transposes";
        const auto result = question.algorithm->implementation.in_float(question.arrays, options);
        return result ? as_answer(*result) : answer;
      },
      {"skinning.linear_blend.bar.scaled.direction.palette.f32",
       "skinning.linear_blend.bar.grown.direction.palette.f32",
       "skinning.linear_blend.bar.tiny.direction.palette.f32"});
  EXPECT_EQ(times("it computes normal_rule=blend-of-inverse-transposes", text), 1U) << text;
  EXPECT_TRUE(has(text, "; 3 tests\n"));
}

TEST(SummaryFailuresTest, tests_that_are_better_than_the_baseline_are_one_cause) {
  Suite suite;
  suite.add_cases(built_in_cases(), some);
  suite.add_subject(std::make_unique<Fake>());
  Hooks hooks;
  hooks.amend = [count = 0](Record& record, const Suite&) mutable {
    record.verdict.outcome = Outcome::unexpected_improvement;
    record.verdict.judged = Outcome::pass;
    record.verdict.detail = fmt::format("the baseline has Fail; within a class; {} numbers", ++count);
  };
  suite.set_hooks(hooks);
  suite.make_records();
  ASSERT_GT(suite.records().size(), 1U);
  Executor(suite).run_all();
  const std::string text = summary(suite, {}, wide);
  EXPECT_EQ(times("\n  unexpected-improvement ", text), 1U) << text;
  EXPECT_TRUE(has(text, {"; its verdict is now pass;", fmt::format("; {} tests ", suite.records().size())}))
      << text;
}

TEST(SummarySubjectTest, unsupported_tests_do_not_count_as_failures) {
  const std::string text = summary_of(
      [asked = 0](const Question&, Answer answer) mutable -> Expected<Answer> {
        if (++asked > 2) return fail("NOT_SUPPORTED", "", "no more");
        return answer;
      },
      {"skinning.linear_blend.bar.[ps]*.direction.palette.f32"}, {}, verbose);
  EXPECT_TRUE(has(text, {"    2 of     2 pass, worst ", " NOT_SUPPORTED: no more\n"}));
}

TEST(SummarySubjectTest, a_wrapped_name_is_always_indented) {
  Suite suite;
  suite.add_cases(built_in_cases(), some);
  auto fake = std::make_unique<Fake>(Fake::Change{});
  fake->called =
      std::string(78, 'x') + " PASS: every subject agrees. " + std::string(70, 'y') + " ::error::z";
  suite.add_subject(std::move(fake));
  suite.make_records();
  const std::string text = summary(suite, {}, {.columns = 80});
  EXPECT_TRUE(has(text, {"\n    PASS: every", "\\::error::z"})) << text;
  EXPECT_TRUE(lacks(text, {"\nPASS: every"})) << text;
}

TEST(SummarySubjectTest, names_cannot_move_the_cursor_or_reverse_text) {
  Suite suite;
  suite.add_cases(built_in_cases(), some);
  auto fake = std::make_unique<Fake>(Fake::Change{});
  fake->called =
      "mine\x1b[2J\n\xE2\x80\xAE"
      "evil";
  suite.add_subject(std::move(fake));
  suite.make_records();
  const std::string text = summary(suite, {}, wide);
  EXPECT_TRUE(lacks(text, {"\x1b", "\xE2\x80\xAE"}));
  EXPECT_TRUE(has(text, "mine\\x1b[2J\\n[U+202E]evil  on "));
}

/// A verdict's text comes from the subject, or from a file that others can write.
TEST(SummarySubjectTest, verdict_texts_cannot_move_the_cursor_or_reverse_text) {
  const std::string words =
      "red \x1b[31m \xE2\x80\xAE \x1b]0;title\x07 \xC2\x9B\r"
      "over";
  for (const char* code : {"CRASH", "NOT_SUPPORTED", "INVALID_OUTPUT"}) {
    const std::string text =
        summary_of([&](const Question&, const Answer&) -> Expected<Answer> { return fail(code, "", words); },
                   some, {}, verbose);
    EXPECT_EQ(moves_terminal(text), "") << code << text;
    EXPECT_TRUE(has(text, "red [31m [U+202E]"));
  }
}

TEST(SummaryColoursTest, right_results_are_green_and_wrong_results_are_red) {
  const auto change = [asked = 0](const Question&, Answer answer) mutable -> Expected<Answer> {
    if (++asked == 2) return fail("CRASH", "", "it says 3 fail\n  fail            here");
    return answer;
  };
  const Globs two = {"skinning.linear_blend.bar.[ps]*.direction.palette.f32"};
  std::string text = summary_of(Fake(change), two, {}, {.in_colours = true});
  for (const char* piece :
       {" pass\x1b[0m  0 fail  \x1b[31m1 crash\x1b[0m\n", "\n  \x1b[31mcrash\x1b[0m           skin"})
    EXPECT_EQ(times(piece, text), 1U) << piece << " is not in " << text;
  EXPECT_EQ(times("\x1b[32m", text), 1U) << text;
  EXPECT_EQ(times("\x1b[31m", text), 3U) << "also in the last line\n" << text;
  EXPECT_EQ(times("\x1b", summary_of(change, two)), 0U);
}

TEST(SummaryColoursTest, a_file_has_no_colours) {
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  EXPECT_FALSE(wants_colours(file));
  std::fclose(file);
}

TEST(SummarySubjectTest, without_passes_there_is_no_worst_pass) {
  const std::string text = summary_of(
      [](const Question&, Answer answer) -> Expected<Answer> {
        (*reals_of(answer.arrays, "positions"))[0] += 1;
        return answer;
      },
      {"skinning.linear_blend.bar.posed.direction.palette.f32"}, {}, verbose);
  EXPECT_TRUE(lacks(text, {" of the bound: ", "pass, worst"}));
  EXPECT_TRUE(has(text, "    0 of     1 pass, "));
  Suite suite;
  suite.add_cases(built_in_cases(), some);
  suite.add_subject(std::make_unique<Fake>());
  Hooks hooks;
  hooks.amend = [](Record& record, const Suite&) { record.verdict.outcome = Outcome::expected_fail; };
  suite.set_hooks(hooks);
  suite.make_records();
  Executor(suite).run_all();
  const std::string expected = summary(suite, {}, wide);
  EXPECT_TRUE(has(expected, "passed, worst error / bound\n") && lacks(expected, {", 0\n"})) << expected;
}

TEST(SummaryFailuresTest, one_test_without_a_known_cause_is_shown_with_its_numbers) {
  const JudgedRun judged(
      {"skinning.linear_blend.bar.[ps]*.direction.palette.f32"},
      std::make_unique<Fake>([asked = 0](const Question&, Answer answer) mutable -> Expected<Answer> {
        (*reals_of(answer.arrays, "positions"))[4] += 0.01 * ++asked;
        return answer;
      }));
  const auto kept = judged.first_finding();
  ASSERT_TRUE(kept && kept->displacement);
  const std::string text = summary(judged.suite, judged.run, wide);
  EXPECT_EQ(times("\n  fail ", text), 1U) << text;
  EXPECT_EQ(page_groups(page_content(judged.suite, judged.run)).size(), 1U);
  EXPECT_TRUE(has(text, {fmt::format("\n  fail            {}\n", parts_of(kept->test).case_name),
                         length_words(kept->displacement->metres) + " at most",
                         fmt::format("; {} tests\n", judged.suite.records().size())}));
}

TEST(SummaryFailuresTest, a_displacement_is_printed_with_joint_stage_and_count) {
  const JudgedRun judged({"skinning.linear_blend.cylinder.bend-60.direction.pose.f32"}, "defect:ibm-ignored");
  const auto finding = judged.first_finding();
  const Suite& suite = judged.suite;
  ASSERT_EQ(suite.records()[0].verdict.outcome, Outcome::fail);
  ASSERT_TRUE(finding && finding->displacement && finding->mesh);
  const Displacement& most = *finding->displacement;
  const std::string text = summary(suite, judged.run, wide);
  const std::string where = place_words(most.is_joint, most.vertex, most.joint);
  EXPECT_TRUE(has(text, {fmt::format("\n    where         {}; 1 test\n", where),
                         fmt::format("\n    how much      {} at most, {} of the mesh; ",
                                     length_words(most.metres), percent_words(most.share())),
                         fmt::format(" of {} vertices; ", finding->mesh->vertices),
                         "\n    why           ibm-ignored; first wrong stage: palette"}));
  EXPECT_FALSE(has(summary(suite, {}, wide), " vertices; ")) << "the run saved no mesh";
}

/// Alone, a test of such a subject passes.
TEST(SummaryFailuresTest, all_tests_of_an_algorithm_run_again_for_a_stateful_subject) {
  JudgedRun judged({"skinning.linear_blend.bar.posed.direction.pose.f32"}, "defect:all-zeros");
  judged.run.commands = {"bindpose test --subject mine"};
  judged.run.diagnoses = {
      {Diagnosis{1, 1, {}, {}, {{std::string(right_alone), ""}}, {}, {"skinning/linear_blend"}}}};
  const std::string filter = " --filter 'skinning.linear_blend.*'";
  EXPECT_TRUE(has(summary(judged.suite, judged.run, wide),
                  "\n  next\n    bindpose explain all-zeros\n    bindpose test --subject mine" + filter));
  judged.run.commands.clear();
  EXPECT_TRUE(has(judged.page(), "--filter &#39;skinning.linear_blend.*&#39;"));
}

/// A run with several causes, and subjects with long names.
/// The tests of lines print these runs in several widths, so one process judges each run once.
const JudgedRun& failing_run() {
  static const auto kept = [] {
    std::vector<std::unique_ptr<Subject>> subjects;
    for (const char* defect : {"defect:ibm-ignored", "defect:weights-ignored", "defect:quat-wxyz"})
      subjects.push_back(subject_named(defect));
    subjects.push_back(std::make_unique<Fake>([](const Question&, const Answer&) -> Expected<Answer> {
      return fail("CRASH", "cmd:python3 subject.py",
                  "it ended with 1\nTraceback (most recent call last):\n  File \"subject.py\", line 12\n"
                  "ModuleNotFoundError: No module named 'a_module_with_quite_a_long_name_that_is_missing'");
    }));
    auto judged = std::make_unique<JudgedRun>(
        Globs{"skinning.linear_blend.[bc]*", "animation.slerp.*", "hierarchy.*"}, std::move(subjects));
    for (const char* name : {"one", "two", "three", "four"}) {
      judged->run.looks.push_back(
          fmt::format(" --subject 'cmd:python3 /home/student/with/a/long/path/{}.py --fast' "
                      "--accept half-palette",
                      name));
      judged->run.commands.push_back("bindpose test" + judged->run.looks.back());
    }
    for (std::size_t s = 0; s < judged->suite.subjects().size(); ++s)
      judged->run.diagnoses.push_back(diagnose(judged->executor, s));
    return judged;
  }();
  return *kept;
}

const Suite& passing_run() {
  static const auto kept = [] {
    auto suite = std::make_unique<Suite>();
    suite->add_cases(built_in_cases(), {"*.bar.posed.*", "*.turn.*", "*.[a-d]*.f32"});
    for (const char* name : {"one", "two", "three"}) {
      auto fake = std::make_unique<Fake>();
      fake->called = name;
      fake->described["renderer"] = "llvmpipe (LLVM 15.0.6, 256 bits)";
      fake->described["version"] = "4.5 (Core Profile) Mesa 22.3.6, the version of a driver with a long name";
      suite->add_subject(std::move(fake));
    }
    suite->make_records();
    Executor(*suite).run_all();
    return suite;
  }();
  return *kept;
}

struct SummaryLinesTest : ::testing::TestWithParam<std::size_t> {
  static std::string failing(const SummaryStyle& style) {
    return summary(failing_run().suite, failing_run().run, style);
  }
};

TEST_P(SummaryLinesTest, lines_fit_the_width_and_a_cause_takes_at_most_four) {
  const std::string text = failing({.columns = GetParam(), .folder = "results"});
  std::size_t causes = 0, lines_of_cause = 0;
  for (const std::string_view line : lines_of(text)) {
    const bool is_name =
        std::regex_search(std::string(line), std::regex("^ *[a-z-]* ?'?[a-z]+\\.\\S+( .)?$"));
    EXPECT_TRUE(is_name || columns_of(line) <= GetParam()) << "a name has a line of its own: " << line;
    const bool begins = std::regex_search(std::string(line), std::regex("^  (fail|crash) +\\S+$"));
    causes += begins ? 1 : 0;
    if (line.empty()) break;
    lines_of_cause = begins ? 1 : lines_of_cause + 1;
    EXPECT_TRUE(causes == 0 || line.starts_with("  ... and ") || lines_of_cause <= 4) << text;
  }
  EXPECT_GT(causes, 3U) << text;
  EXPECT_EQ(text.find("not as expected\n"), 0U) << "causes come first";
  EXPECT_TRUE(has(text, {"ModuleNotFoundError", "\n  next\n    bindpose ", "\n    bindpose test ",
                         "\n  report     results/report.html\n"}));
  EXPECT_EQ(times("    bindpose test ", text), 1U) << "of the first cause only";
  EXPECT_TRUE(has(failing({.columns = GetParam(), .is_verbose = true}), "File \"subject.py\", line 12"));
}

/// A number is the same wherever it is printed.
TEST_P(SummaryLinesTest, passes_and_failures_are_counted_once) {
  const std::string text = failing({.columns = GetParam()});
  std::size_t passed = 0, failed = 0;
  const std::regex verdicts("  verdicts  ([0-9]+) pass  ([0-9]+) fail");
  for (std::sregex_iterator each(text.begin(), text.end(), verdicts), end; each != end; ++each) {
    passed += std::stoul((*each)[1]);
    failed += std::stoul((*each)[2]);
  }
  EXPECT_TRUE(has(text, fmt::format("FAIL: {} passed, {} failed, ", passed, failed)));
  EXPECT_FALSE(has(text, " \n")) << "no line ends with a blank";
}

TEST_P(SummaryLinesTest, a_passing_run_is_one_screen) {
  const std::string text = summary(passing_run(), {}, {.columns = GetParam(), .folder = "results"});
  EXPECT_LE(lines_of(text).size(), 24U) << text;
  for (const std::string_view line : lines_of(text))
    EXPECT_LE(columns_of(line), GetParam()) << line;
  EXPECT_TRUE(has(text, {"one  on llvmpipe", "\n  family ", "\n  skinning ", "slowest:", "\n  tightest   0.",
                         "\n  report     results/report.html\n", "\nPASS: "}));
}

INSTANTIATE_TEST_SUITE_P(Columns, SummaryLinesTest, ::testing::Values(80, 120));

/// The patterns of ci/problem-matcher.json, with which GitHub marks failures in the output of a
/// job.
std::vector<std::regex> matched_lines() {
  const auto file = std::filesystem::path(BINDPOSE_CONFORMANCE).parent_path() / "ci" / "problem-matcher.json";
  const auto matcher = nlohmann::json::parse(slurp(file)).at("problemMatcher").at(0);
  std::vector<std::regex> lines;
  for (const auto& pattern : matcher.at("pattern"))
    lines.emplace_back(pattern.at("regexp").get<std::string>());
  return lines;
}

TEST(ProblemMatcherTest, only_unexpected_outcomes_are_marked) {
  const std::vector<std::regex> lines = matched_lines();
  ASSERT_EQ(lines.size(), 2U);
  for (std::size_t o = 0; o < outcome_count; ++o) {
    const OutcomeFacts& outcome = facts(static_cast<Outcome>(o));
    const std::string line = fmt::format("  {:<15} case/subject/variant", outcome.name);
    EXPECT_EQ(std::regex_match(line, lines[0]), !outcome.expected) << line;
  }
}

TEST(ProblemMatcherTest, a_failure_is_marked_with_its_message) {
  const JudgedRun judged({"skinning.linear_blend.cylinder.bend-60.direction.pose.f32"}, "defect:ibm-ignored");
  const std::string text = summary(judged.suite, {}, wide);
  const std::vector<std::string_view> said = lines_of(text);
  const std::vector<std::regex> lines = matched_lines();
  const auto is_test = [&lines](std::string_view line) {
    return std::regex_match(std::string(line), lines[0]);
  };
  const auto test = std::ranges::find_if(said, is_test);
  ASSERT_TRUE(test != said.end() && test + 1 != said.end()) << text;
  std::smatch message;
  const std::string below(*(test + 1));
  ASSERT_TRUE(std::regex_match(below, message, lines[1])) << below;
  EXPECT_EQ(message[1].str().find(judged.suite.records()[0].verdict.defect + "; "), 0U) << below;
}

}  // namespace bindpose::conformance::summary_test
