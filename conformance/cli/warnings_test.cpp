// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What is declared or asked for and comes to nothing is said.
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/testing/results.h"
#include "conformance/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace warnings_test {

const std::string program = BINDPOSE_PROGRAM;

/// Runs the program's verbs, and a subject that declares what it is told and answers nothing.
class WarningsTest : public testing::Test {
 protected:
  Ran run(const std::string& words) const { return run_in(folder_.path(), program + " " + words); }

  std::string declaring(const std::string& capabilities) const {
    std::ofstream(folder_.path() / "subject.py") << fmt::format(
        R"(import sys, json
for line in sys.stdin:
    m = json.loads(line)
    if m["cmd"] == "stop": break
    if m["cmd"] == "start": r = {{"protocol": 1, "implementation": {{"name": "c"}}, "capabilities": {}}}
    else: r = {{"seq": m["seq"], "ok": False, "message": "not yet"}}
    print(json.dumps(r), flush=True)
)",
        capabilities);
    return fmt::format("'cmd:python3 {}' --no-sandbox ", (folder_.path() / "subject.py").string());
  }

  const TemporaryFolder folder_;
};

TEST_F(WarningsTest, what_is_declared_and_matches_nothing) {
  const std::string subject = declaring(
      R"([{"algorithm": "lbs", "levels": ["palette"], "options": {"normal_rules": ["direction"]}}])");
  const Ran checked = run("subject check " + subject);
  EXPECT_EQ(checked.exit_code, 1) << checked.out;
  EXPECT_NE(checked.out.find("WRONG  it declares what no question matches: lbs has no option normal_rules"),
            std::string::npos)
      << checked.out;
  const Ran tested = run("test --filter '*.linear_blend.bar.posed.*.palette.*' --subject " + subject);
  EXPECT_NE(tested.out.find("declares what no question matches: lbs has no option normal_rules"),
            std::string::npos)
      << tested.out;
}

}  // namespace warnings_test
}  // namespace bindpose::conformance
