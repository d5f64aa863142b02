// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Declarations and options without effect give a warning.
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"

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
    return fmt::format("'cmd:python3 {}' ", (folder_.path() / "subject.py").string());
  }

  const TemporaryFolder folder_;
};

TEST_F(WarningsTest, what_is_declared_and_matches_nothing) {
  const std::string subject = declaring(
      R"([{"algorithm": "lbs", "levels": ["palette"], "options": {"normal_rules": ["direction"]}}])");
  expect_ended(run("subject check " + subject), 1,
               {"WRONG  it declares what no question matches: lbs has no option normal_rules"});
  const Ran tested = run("test --filter '*.linear_blend.bar.posed.*.palette.*' --subject " + subject);
  EXPECT_NE(tested.out.find("declares what no question matches: lbs has no option normal_rules"),
            std::string::npos)
      << tested.out;
}

TEST_F(WarningsTest, filters_that_match_nothing) {
  const std::string lbs = "skinning.linear_blend.bar.posed.direction.palette.f32";
  const Ran exported = run("export out --filter 'nothing.*' --filter " + lbs);
  expect_ended(exported, 0, {"warning: --filter 'nothing.*' matches no case"});
  EXPECT_EQ(exported.out.find(lbs + "' matches"), std::string::npos) << exported.out;
  const std::string idle = "' matches no case; see 'bindpose list --cases'; did you mean '";
  expect_ended(run("test --subject reference-float --filter 'animation.lrep.*' --filter " + lbs + ".f32"), 3,
               {"warning: --filter 'animation.lrep.*" + idle + "animation.lerp.*'?",
                "warning: --filter '" + lbs + ".f32" + idle + lbs + "'?"});
  expect_ended(run("deqp --subject reference-float --deqp-case='nothing.*," + lbs + ".*'"), 0,
               {"warning: --deqp-case 'nothing.*' matches no case"});
  expect_ended(run("power --filter 'nope*'"), 3, {"warning: --filter 'nope*' matches no case"});
  std::filesystem::create_directories(folder_.path() / "class/somebody");
  std::filesystem::create_directories(folder_.path() / "nobody");
  const std::string grade = "grade --rubric " BINDPOSE_CONFORMANCE
                            "/course/rubric.json --command 'cmd:python3 {}/s.py' --no-sandbox ";
  expect_ended(run(grade + "--class class --only 'zzz*' --out grades"), 3,
               {"warning: --only 'zzz*' matches no submission in class"});
  expect_ended(run(grade + "--class nobody --out none"), 3,
               {"warning: no submission is in nobody: each is a folder"});
}

TEST_F(WarningsTest, an_invalid_asset_costs_its_own_cases_only) {
  std::ofstream(folder_.path() / "broken.gltf") << R"({"asset": {"version": "2.0"}, "meshes": 5})";
  expect_ended(run("export out --asset broken.gltf --filter 'skinning.linear_blend.bar.posed.*.palette.*'"),
               1, {"questions in out", "broken.gltf"});
  EXPECT_EQ(slurp(folder_.path() / "out/questions.json").find("broken.gltf"), std::string::npos);
  expect_ended(run("subject check " + declaring(R"([{"algorithm": "lbs", "levels": ["palette"]}])") +
                   " --asset broken.gltf"),
               1, {"The plug works"});
}

TEST_F(WarningsTest, what_accept_cannot_mean_is_refused) {
  const std::string lbs = "skinning.linear_blend.bar.posed.direction.palette.f32";
  const auto refused = [this](const std::string& words, const std::string& why) {
    expect_ended(run(words), 2, {why});
  };
  const std::string exporting = "export out --filter " + lbs + " --accept ";
  refused(exporting + "half-palette", "changes no question");
  refused(exporting + "space=joint", "not a convention of engines");
  EXPECT_EQ(run(exporting + "weight_sum=renormalised").exit_code, 0);
  refused("judge out --accept normal_rule=direction", "export already chose");
  EXPECT_EQ(run("judge out --accept half-palette").exit_code, 1) << "there are no answers";
}

TEST_F(WarningsTest, deqp_accepts_what_test_accepts) {
  expect_ended(run("deqp --subject reference-float --accept normal_rule=inverse-transpose-of-blend "
                   "--deqp-case='skinning.linear_blend.cylinder.bend-0.direction.palette.*normal_rule-*'"),
               0, {"CompatibilityWarning"});
  EXPECT_EQ(run("deqp --subject reference-float --accept half").exit_code, 2);
}

}  // namespace warnings_test
}  // namespace bindpose::conformance
