// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/deqp.h"

#include <regex>

#include "conformance/testing/results.h"
#include "reference/testing/printable_line.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::deqp_test {

using Names = std::vector<std::string>;

TEST(DeqpTest, tries_are_read) {
  EXPECT_EQ(*parse_case_trie("{A{b{c,d},e}}", "t"), (Names{"A.b.c", "A.b.d", "A.e"}));
  EXPECT_EQ(*parse_case_trie(" { dEQP-GLES2 {\n info { vendor ,renderer } } , B }\n", "t"),
            (Names{"dEQP-GLES2.info.vendor", "dEQP-GLES2.info.renderer", "B"}));
  for (const char* bad : {"", "{", "{}", "{A", "{A{b}", "{A,}", "{A}}", "A", "{A b}", "{A{b}c}"}) {
    const auto names = parse_case_trie(bad, "t");
    ASSERT_FALSE(names) << bad;
    EXPECT_EQ(names.error().code, "CASELIST_SYNTAX") << bad;
  }
  EXPECT_FALSE(parse_case_trie(std::string(100000, '{'), "t")) << "and does not overflow the stack";
  std::string deep;
  for (int i = 0; i < 100000; ++i)
    deep += "{A";
  EXPECT_FALSE(parse_case_trie(deep, "t"));
}

std::string refusal_of(const std::string& text) {
  const auto names = parse_case_list(text, "t");
  return names ? "" : to_string(names.error());
}

/// Leaves repeat their groups' names: a file of 16 MiB could make terabytes of them.
TEST(DeqpTest, lists_and_tries_have_limits) {
  std::string lines, leaves;
  for (std::size_t i = 0; i < limits::listed_cases.most; ++i) {
    lines += "a\n";
    leaves += "a,";
  }
  EXPECT_EQ(refusal_of(lines), "");
  EXPECT_EQ(refusal_of(lines + "b\n"), "CASELIST_LIMIT at t:200001: more than 200,000 names");
  EXPECT_EQ(refusal_of("{" + leaves + "b}").find("CASELIST_LIMIT at t, byte "), 0U);
  const std::string longest(limits::listed_name.most, 'a');
  EXPECT_EQ(refusal_of(longest), "");
  EXPECT_EQ(refusal_of(longest + "a"), "CASELIST_LIMIT at t:1: a name of more than 1,000 bytes");
  EXPECT_EQ(refusal_of("{" + longest.substr(2) + "{b}}"), "");
  EXPECT_EQ(refusal_of("{" + longest + "{b}}").find("CASELIST_LIMIT at t, byte "), 0U);
}

TEST(DeqpTest, lists_are_read) {
  EXPECT_EQ(*parse_case_list("# mine\na.b\n\nGROUP: a\nTEST: a.c\r\n", "l"), (Names{"a.b", "a.c"}));
  EXPECT_EQ(*parse_case_list("{a{b}}", "l"), (Names{"a.b"}));
  const auto bad = parse_case_list("a.b\na c\n", "l");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().where, "l:2");
}

TEST(DeqpTest, options_select_cases) {
  const Names all = {"a.x", "a.y", "b.x", "b.y"};
  const auto chosen = [&all](const DeqpSelection& selection, Names* unknown = nullptr) {
    Names ignored;
    return *select_cases(all, selection, unknown == nullptr ? ignored : *unknown);
  };
  using Indices = std::vector<std::size_t>;
  EXPECT_EQ(chosen({}), (Indices{0, 1, 2, 3}));
  DeqpSelection globs, list, fraction;
  globs.patterns = {"a.*", "*.x"};
  EXPECT_EQ(chosen(globs), (Indices{0, 1, 2}));
  Names unknown;
  list.names = Names{"b.y", "no", "a.x"};
  EXPECT_EQ(chosen(list, &unknown), (Indices{0, 3}));
  EXPECT_EQ(unknown, Names{"no"});
  DeqpSelection former_glob, former_list;
  const Names renamed = {"hierarchy.fk_dof.a.g.d", "ik.ik_ccd.a.g.d", "skinning.linear_blend.a.g.d"};
  former_glob.patterns = {"pose.*"};
  former_list.names = Names{"pose.ik_ccd.a.g.d"};
  EXPECT_EQ(*select_cases(renamed, former_glob, unknown), (Indices{0, 1}));
  EXPECT_EQ(*select_cases(renamed, former_list, unknown), Indices{1});
  ASSERT_TRUE(parse_case_fraction("1,2", fraction));
  EXPECT_EQ(chosen(fraction), (Indices{1, 3}));
  for (const char* bad : {"", "1", "2,2", "0,0", "a,2", "0,2x", "-1,2"})
    EXPECT_FALSE(parse_case_fraction(bad, fraction)) << bad;
  Names ignored;
  EXPECT_EQ(select_cases({"a", "a"}, {}, ignored).error().code, "CASE_DOUBLE");
}

/// Reads a module's output like a runner: a result belongs to the case announced before.
std::map<std::string, std::string> parse_output(const std::string& text) {
  static const std::regex announced("^Test case '(.*)'\\.\\.$"), result("^  (\\S+) \\((.*)\\)$");
  std::map<std::string, std::string> results;
  std::string current;
  std::istringstream lines(text);
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, match, announced)) {
      current = match[1];
    } else if (!current.empty() && std::regex_match(line, match, result)) {
      results[current] = match[1];
      current.clear();
    }
  }
  return results;
}

TEST(DeqpTest, a_pass_by_an_accepted_deviation_is_a_warning) {
  Verdict verdict;
  verdict.outcome = Outcome::pass;
  EXPECT_EQ(deqp_result_code(verdict), "Pass");
  verdict.policy = "normal_rule=direction";
  EXPECT_EQ(deqp_result_code(verdict), "CompatibilityWarning");
  verdict.precision_class = "half-palette";
  EXPECT_EQ(deqp_result_code(verdict), "QualityWarning");
  EXPECT_EQ(deqp_status(verdict), "Warn");
  verdict.outcome = Outcome::fail;  // the detail has the cause
  EXPECT_EQ(deqp_result_code(verdict), "Fail");
  EXPECT_EQ(deqp_status(verdict), "Fail");
}

TEST(DeqpTest, the_log_has_every_state) {
  const TemporaryFolder folder;
  std::FILE* screen = std::fopen((folder / "screen").c_str(), "wb");
  std::FILE* log = std::fopen((folder / "log.qpa").c_str(), "wb");
  ASSERT_TRUE(screen != nullptr && log != nullptr);
  DeqpLog deqp(screen, log, "gpu", {{"renderer", "a \"toy\"\nwith lines"}});
  for (std::size_t o = 0; o < outcome_count; ++o) {
    Verdict verdict;
    verdict.outcome = static_cast<Outcome>(o);
    verdict.detail = "Test case 'x'..\n  Pass (no) <&\x1b[2J";
    deqp.begin(std::string("c.") + std::string(to_string(verdict.outcome)));
    deqp.end(std::string("c.") + std::string(to_string(verdict.outcome)), verdict);
  }
  deqp.finish();
  std::fclose(screen);
  std::fclose(log);
  const auto results = parse_output(slurp(folder / "screen"));
  EXPECT_EQ(results.size(), outcome_count) << "what a subject says cannot announce a case";
  EXPECT_EQ(results.at("c.pass"), "Pass");
  EXPECT_EQ(results.at("c.fail"), "Fail");
  EXPECT_EQ(results.at("c.not-supported"), "NotSupported");
  EXPECT_EQ(results.at("c.crash"), "Crash");
  EXPECT_EQ(results.at("c.timeout"), "Timeout");
  EXPECT_EQ(results.at("c.waived"), "Waiver");
  const std::string qpa = slurp(folder / "log.qpa");
  EXPECT_TRUE(has(qpa, {"#sessionInfo renderer \"a \"toy\" with lines\"\n", "\n#beginSession\n",
                        "\n#beginTestCaseResult c.pass\n", "<Result StatusCode=\"Pass\">",
                        "\n#endTestCaseResult\n", "\n#terminateTestCaseResult Crash\n",
                        "\n#terminateTestCaseResult Timeout\n", "\n#endSession\n"}));
}

/// The XML of one case of a .qpa.
std::string xml_of(const std::string& qpa, const std::string& name) {
  const std::string begin = "#beginTestCaseResult " + name + "\n", end = "#endTestCaseResult\n";
  const std::size_t from = qpa.find(begin);
  if (from == std::string::npos) return "";
  return qpa.substr(from + begin.size(), qpa.find(end, from) - from - begin.size());
}

TEST(DeqpTest, deqp_runs_lists_and_logs_cases) {
  const TemporaryFolder folder;
  const std::string deqp = BINDPOSE_PROGRAM " deqp --subject reference-float ";
  ASSERT_EQ(run_in(folder, deqp + "--deqp-runmode=txt-caselist").exit_code, 0);
  std::istringstream lines(slurp(folder / "bindpose-cases.txt"));
  Names names;
  for (std::string line; std::getline(lines, line);)
    names.push_back(line);
  ASSERT_GT(names.size(), 1000U);
  std::ofstream(folder / "list.txt") << names[3] << "\n"
                                     << names[7] << "\n"
                                     << "no.such.case\n";
  const Ran ran = run_in(folder, deqp +
                                     "--deqp-caselist-file=list.txt --deqp-log-filename=log.qpa "
                                     "--deqp-shadercache-filename=x --deqp-base-seed=7");
  expect_ended(ran, 1);  // an unknown name counts as a failure
  EXPECT_EQ(parse_output(ran.out),
            (std::map<std::string, std::string>{{names[3], "Pass"}, {names[7], "Pass"}}));
  EXPECT_TRUE(has(ran.out, "no.such.case"));
  const std::string qpa = slurp(folder / "log.qpa");
  EXPECT_TRUE(has(qpa, "#endSession"));
  std::ofstream(folder / "one.xml") << xml_of(qpa, names[7]);
  EXPECT_EQ(run_in(folder, "xmllint --noout one.xml").exit_code, 0) << xml_of(qpa, names[7]);
  const Ran glob = run_in(folder, deqp + "'--deqp-case=skinning.stitching.bar.*' --deqp-fraction=0,2");
  expect_ended(glob, 0);
  EXPECT_FALSE(parse_output(glob.out).empty());
  EXPECT_EQ(run_in(folder, deqp + "--deqp-case=no.such.*").exit_code, 3) << "nothing ran";
  EXPECT_EQ(run_in(folder, deqp + "--deqp-fraction=2,2").exit_code, 2);
  EXPECT_EQ(run_in(folder, deqp + "--deqp-caselist={a").exit_code, 2);
  EXPECT_EQ(run_in(folder, deqp + "--surprise").exit_code, 2);
  EXPECT_EQ(run_in(folder, deqp + "--deqp-runmode=xml-caselist").exit_code, 2);
}

TEST(DeqpTest, names_in_errors_can_be_printed) {
  DeqpSelection selection;
  EXPECT_TRUE(test::is_printable_line(parse_case_list(test::malicious_name() + " x", "c.txt").error()));
  EXPECT_TRUE(test::is_printable_line(parse_case_fraction(test::malicious_name(), selection).error()));
}

}  // namespace bindpose::conformance::deqp_test
