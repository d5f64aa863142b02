// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/baseline.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "reference/io/document_limits.h"
#include "reference/testing/assert.h"
#include "reference/testing/printable_line.h"

namespace bindpose::conformance::baseline_test {

std::string code_of(std::string_view text) {
  return test::refusal_of(Baseline::parse(text, "fails.csv"));
}

TEST(BaselineTest, reads_what_deqp_runner_writes) {
  BINDPOSE_ASSERT(const auto baseline,
                  Baseline::parse("# known\n\na,Fail\nb,Crash,1.5\r\n c , Timeout "
                                  "\nd,UnexpectedImprovement(Pass)\ne,ExpectedFail\nf,Missing\n"
                                  "g,Pass\nh,UnexpectedImprovement(Fail)\ni,KnownFlake",
                                  "fails.csv"));
  EXPECT_EQ(baseline.size(), 9U);
  EXPECT_EQ(baseline.find("a"), Expectancy::fail);
  EXPECT_EQ(baseline.find("b"), Expectancy::crash);
  EXPECT_EQ(baseline.find("c"), Expectancy::timeout);
  EXPECT_EQ(baseline.find("d"), Expectancy::pass) << "an improvement is the new state";
  EXPECT_EQ(baseline.find("e"), Expectancy::fail);
  EXPECT_EQ(baseline.find("f"), Expectancy::missing);
  EXPECT_EQ(baseline.find("h"), Expectancy::fail);
  EXPECT_EQ(baseline.find("i"), Expectancy::pass);
  EXPECT_EQ(baseline.find("z"), std::nullopt);
  EXPECT_EQ(baseline.failures_not_in({"e", "b"}), (std::vector<std::string>{"a", "c", "h"}));
}

TEST(BaselineTest, bad_lines_are_refused_with_their_place) {
  EXPECT_EQ(code_of("a,Fail\nb\n"), "BASELINE_SYNTAX fails.csv:2");
  EXPECT_EQ(code_of(",Fail\n"), "BASELINE_SYNTAX fails.csv:1");
  EXPECT_EQ(code_of("#\na,Fails\n"), "BASELINE_STATUS fails.csv:2");
  EXPECT_EQ(code_of("a,\n"), "BASELINE_STATUS fails.csv:1");
  EXPECT_EQ(code_of("a,fail\n"), "BASELINE_STATUS fails.csv:1") << "case matters";
  EXPECT_EQ(code_of("a,UnexpectedImprovement(Fine)\n"), "BASELINE_STATUS fails.csv:1");
  EXPECT_EQ(code_of("a,UnexpectedImprovement(UnexpectedImprovement(Pass))\n"), "BASELINE_STATUS fails.csv:1");
  EXPECT_EQ(code_of("a,Fail\nb,Fail\n\na,Crash\n"), "BASELINE_DUPLICATE fails.csv:4");
  EXPECT_EQ(Baseline::read("/no/such/file").error().code, "FILE_READ");
}

TEST(BaselineTest, outcomes_are_compared_with_the_baseline) {
  using enum Outcome;
  using E = Expectancy;
  const struct {
    Outcome outcome;
    E expected;
    Outcome gated;
  } rows[] = {
      {fail, E::fail, expected_fail},
      {invalid_output, E::fail, expected_fail},
      {fail, E::crash, unexpected_improvement},
      {fail, E::timeout, unexpected_improvement},
      {crash, E::fail, crash},
      {crash, E::crash, expected_fail},
      {crash, E::timeout, crash},
      {timeout, E::timeout, expected_fail},
      {timeout, E::fail, timeout},
      {pass, E::fail, unexpected_improvement},
      {pass, E::crash, unexpected_improvement},
      {pass, E::missing, unexpected_improvement},
      {not_supported, E::fail, unexpected_improvement},
      {not_supported, E::pass, not_supported},
      {pass, E::pass, pass},
      {fail, E::pass, fail},
      {internal_error, E::crash, internal_error},
      {missing, E::fail, missing},
      {missing, E::missing, expected_fail},
  };
  for (const auto& row : rows)
    EXPECT_EQ(to_string(against_baseline(row.outcome, row.expected)), to_string(row.gated))
        << to_string(row.outcome) << " against " << to_string(row.expected);
}

TEST(BaselineTest, former_names_count_as_current_names) {
  BINDPOSE_ASSERT(
      const auto baseline,
      Baseline::parse(
          "pose.fk_matrix.a/g/d,Fail\nskinning.delta_mush.a/g/d,Crash\npose.fk_matrix.b/g/d,Fail\n", "b"));
  EXPECT_EQ(baseline.find("hierarchy.fk_matrix.a/g/d"), Expectancy::fail);
  EXPECT_EQ(baseline.find("surface.delta_mush.a/g/d"), Expectancy::crash);
  EXPECT_EQ(baseline.failures_not_in({"hierarchy.fk_matrix.a/g/d", "surface.delta_mush.a/g/d"}),
            std::vector<std::string>{"hierarchy.fk_matrix.b/g/d"});
  EXPECT_EQ(baseline.notes(),
            (std::vector<std::string>{"'pose.fk_matrix' is called 'hierarchy.fk_matrix' now",
                                      "'skinning.delta_mush' is called 'surface.delta_mush' now"}));
  EXPECT_EQ(code_of("pose.lerp.a,Fail\nanimation.lerp.a,Fail\n"), "BASELINE_DUPLICATE fails.csv:2");
}

TEST(PatternListTest, patterns_with_former_names_match) {
  BINDPOSE_ASSERT(
      const auto list,
      PatternList::parse("^pose\\.lerp\\..*width\nskinning\\.delta_mush\\.\n\\.pose\\.f32\n", "s"));
  EXPECT_TRUE(list.matches("animation.lerp.weights.width-7.a/g/d"));
  EXPECT_FALSE(list.matches("animation.lerp.translation.a/g/d"));
  EXPECT_FALSE(list.matches("animation.slerp.width.a/g/d"));
  EXPECT_TRUE(list.matches("surface.delta_mush.bar/g/d"));
  EXPECT_FALSE(list.matches("surface.direct_delta_mush.bar/g/d"));
  EXPECT_EQ(list.notes().size(), 2U);
}

TEST(PatternListTest, extreme_patterns_do_not_stop_the_judge) {
  for (const std::string& bad : {std::string(100'000, '('), std::string(100'000, '[')}) {
    const auto list = PatternList::parse("fine\n" + bad + "\n", "skips.txt");
    ASSERT_FALSE(list);
    EXPECT_EQ(list.error().code, "PATTERN_SYNTAX");
    EXPECT_EQ(list.error().where, "skips.txt:2");
    EXPECT_LT(list.error().message.size(), 1000U);
  }
  std::string many;
  for (std::size_t i = 0; i < limits::listed_patterns.most; ++i)
    many += "a\n";
  EXPECT_TRUE(PatternList::parse(many, "skips.txt"));
  const auto refused = PatternList::parse(many + "b\n", "skips.txt");
  ASSERT_FALSE(refused);
  EXPECT_EQ(
      to_string(refused.error()),
      "PATTERN_LIMIT at skips.txt:10001: more than 10,000 patterns; let one pattern name several tests");
  BINDPOSE_ASSERT(const auto nested,
                  PatternList::parse(std::string(900, '(') + "x" + std::string(900, ')'), "skips.txt"));
  EXPECT_TRUE(nested.matches("x"));
  // Back-tracking would take 2^100 steps.
  BINDPOSE_ASSERT(const auto slow, PatternList::parse("^(a+)+(a+)+$", "skips.txt"));
  EXPECT_FALSE(slow.matches(std::string(100, 'a') + "b"));
}

TEST(PatternListTest, lines_match_unanchored_and_bad_lines_are_refused) {
  BINDPOSE_ASSERT(const auto list,
                  PatternList::parse("# slow\n\nskinning\\..*crowd\n^pose\r\n", "skips.txt"));
  EXPECT_EQ(list.size(), 2U);
  EXPECT_TRUE(list.matches("skinning.linear_blend.crowd/gpu/default"));
  EXPECT_FALSE(list.matches("skinning.pose"));
  EXPECT_EQ(test::refusal_of(PatternList::parse("fine\n(open\n", "skips.txt")), "PATTERN_SYNTAX skips.txt:2");
}

TEST(BaselineTest, an_update_changes_only_the_rows_of_its_tests) {
  const std::string text =
      "# known\r\n\n a , Fail , why, really\r\nb,Crash\nc,Pass,0.5\n# of d\nd,Timeout\nother,Fail";
  const BaselineUpdate update = updated_baseline(text, {{"a", Expectancy::crash},
                                                        {"b", Expectancy::crash},
                                                        {"c", Expectancy::fail},
                                                        {"d", Expectancy::pass},
                                                        {"e", Expectancy::timeout},
                                                        {"f", Expectancy::pass}});
  EXPECT_EQ(update.text,
            "# known\r\n\n a , Crash , why, really\r\nb,Crash\nc,Fail,0.5\n# of d\nother,Fail\ne,Timeout\n");
  EXPECT_EQ(update.kept, 1U);
  std::string changes;
  for (const BaselineChange& change : update.changes)
    changes += fmt::format("{} {} {}\n", change.name, change.before ? to_string(*change.before) : "-",
                           change.after ? to_string(*change.after) : "-");
  EXPECT_EQ(changes, "a Fail Crash\nc Pass Fail\nd Timeout -\ne - Timeout\n");
  EXPECT_TRUE(Baseline::parse(update.text, "b.csv"));
  EXPECT_EQ(updated_baseline(text, {}).text, text);
  EXPECT_EQ(updated_baseline("", {{"a", Expectancy::fail}}).text, "a,Fail\n");
}

TEST(BaselineTest, names_in_errors_can_be_printed) {
  const std::string name = test::malicious_name();
  for (const std::string& text : {name, "a," + name, name + ",Pass\n" + name + ",Pass"}) {
    const auto refused = Baseline::parse(text, "b.csv");
    ASSERT_FALSE(refused);
    EXPECT_TRUE(test::is_printable_line(refused.error())) << refused.error().code;
  }
}

}  // namespace bindpose::conformance::baseline_test
