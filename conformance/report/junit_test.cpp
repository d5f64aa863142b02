// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/junit.h"

#include <array>
#include <cstdio>
#include <fstream>

#include <gtest/gtest.h>

#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::junit_test {

JunitRun every_outcome() {
  JunitRun run;
  run.seconds = 2.5;
  run.timestamp = "2026-11-22T05:00:00";
  JunitSuite suite{"gpu:surfaceless", {{"renderer", "llvm<pipe> & \"co\"\x01"}}, {}};
  for (std::size_t o = 0; o < outcome_count; ++o) {
    Verdict verdict;
    verdict.outcome = static_cast<Outcome>(o);
    verdict.detail = "first <line> ]]> \x1b[31m\nsecond \xff & \"line\"";
    verdict.subject_seconds = 0.5;
    suite.cases.push_back(junit_case("skinning.linear_blend.bar." + std::string(to_string(verdict.outcome)) +
                                         "/gpu_surfaceless/unrolled.ssbo",
                                     verdict, {"noted"}));
  }
  Verdict plain;
  plain.outcome = Outcome::pass;
  suite.cases.push_back(
      junit_case("skinning.linear_blend.bar.plain/gpu_surfaceless/unrolled.ssbo", plain, {}));
  run.suites.push_back(suite);
  return run;
}

/// The output of a shell's command.
std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  std::array<char, 4096> buffer{};
  while (pipe != nullptr && std::fgets(buffer.data(), buffer.size(), pipe) != nullptr)
    text += buffer.data();
  if (pipe != nullptr) ::pclose(pipe);
  return text;
}

struct JunitTest : testing::Test {
  JunitTest() { std::ofstream(path_) << junit_xml(every_outcome()); }
  const TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_ / "junit.xml";
};

TEST_F(JunitTest, junit_xml_obeys_the_schema_of_its_consumers) {
  const std::string schema = BINDPOSE_CONFORMANCE "/report/junit.xsd";
  EXPECT_EQ(output_of("xmllint --noout --schema " + schema + " " + path_.string()),
            path_.string() + " validates\n");
  std::ofstream(path_) << R"(<testsuites><testsuite name="a"><testcase name="b"/></testsuite></testsuites>)";
  EXPECT_TRUE(
      has(output_of("xmllint --noout --schema " + schema + " " + path_.string()), "fails to validate"));
}

TEST_F(JunitTest, junitparser_reads_the_file) {
  const std::string script =
      "import sys, junitparser as j\n"
      "x = j.JUnitXml.fromfile(sys.argv[1])\n"
      "kinds = {}\n"
      "for s in x:\n"
      "  for c in s:\n"
      "    for r in c.result or [None]:\n"
      "      k = type(r).__name__\n"
      "      kinds[k] = kinds.get(k, 0) + 1\n"
      "      assert c.classname == \"skinning.linear_blend.gpu_surfaceless\", c.classname\n"
      "      if isinstance(r, j.Error): assert r.type in (\"Crash\", \"Timeout\", \"Missing\", "
      "\"InternalError\"), r.type\n"
      "print(x.tests, x.failures, x.errors, x.skipped, sorted(kinds.items()))\n";
  EXPECT_EQ(output_of("/usr/bin/python3 -c '" + script + "' " + path_.string()),
            "15 4 4 4 [('Error', 4), ('Failure', 4), ('NoneType', 3), ('Skipped', 4)]\n");
}

TEST_F(JunitTest, a_plain_pass_is_an_empty_test_case) {
  EXPECT_TRUE(
      has(junit_xml(every_outcome()),
          R"(<testcase classname="skinning.linear_blend.gpu_surfaceless" name="bar.plain/unrolled.ssbo" )"
          R"(time="0.000000" />)"))
      << junit_xml(every_outcome());
}

TEST_F(JunitTest, bidirectional_control_characters_are_escaped) {
  const std::string mark = "\xE2\x80\xAE";
  Verdict verdict;
  verdict.outcome = Outcome::fail;
  verdict.detail = "told " + mark;
  JunitRun run;
  run.suites.push_back({"suite " + mark, {{"renderer", mark}}, {}});
  run.suites[0].cases.push_back(junit_case("asset." + mark + ".rest/s/v", verdict, {mark}));
  add_invalid_assets(run, {{"file " + mark, "wrong " + mark}});
  const std::string xml = junit_xml(run);
  EXPECT_FALSE(has(xml, mark));
  EXPECT_TRUE(has(xml, {"suite [U+202E]", "asset.[U+202E]", "told [U+202E]", "file [U+202E]"}));
}

TEST_F(JunitTest, unusual_test_names_are_not_split) {
  JunitRun run;
  run.suites.push_back({"s", {}, {}});
  for (const char* name : {"a", "a.b", "a.b/s/v", "a/s/v", "a.b.c", ""})
    run.suites[0].cases.push_back(junit_case(name, {}, {}));
  EXPECT_TRUE(has(junit_xml(run), R"(name="a.b/s/v")"));
}

}  // namespace bindpose::conformance::junit_test
