// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Questions that leave for another machine come back whole, or the judge says so.
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/testing/exported.h"
#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance {
namespace export_test {

namespace fs = std::filesystem;
using nlohmann::json;

class ExportTest : public testing::Test {
 protected:
  ExportTest() {
    said_ = run("export questions --record kept --filter 'animation.lerp.*'");
    expect_ended(said_, 0);
    fs::copy(folder_ / "questions", folder_ / "exported", fs::copy_options::recursive);
    const json list = index();
    for (const json& question : list["questions"])
      answer_exported(folder_ / "questions", question);
  }
  Ran run(const std::string& command) const { return run_in(folder_, BINDPOSE_PROGRAM " " + command); }
  json index() const { return json::parse(slurp(folder_ / "questions/questions.json")); }
  std::string fingerprint() const {
    const std::string text = slurp(folder_ / "kept");
    return text.substr(0, text.find('\n'));
  }
  void take_away_all_but_one() const {
    json list = index();
    list["questions"] = json::array({list["questions"].back()});
    std::ofstream(folder_ / "questions/questions.json") << list.dump();
  }

  const TemporaryFolder folder_;
  Ran said_;
};

TEST_F(ExportTest, judging_against_the_export_takes_a_folder_a_file_or_a_fingerprint) {
  EXPECT_TRUE(has(said_.out, "fingerprint " + fingerprint()));
  for (const std::string& exported : {std::string("exported"), std::string("kept"), fingerprint()}) {
    expect_ended(run("judge questions --against " + exported), 0,
                 {std::to_string(index()["questions"].size()) + " questions: as exported"});
  }
  EXPECT_EQ(run("judge questions --against nothing").exit_code, 2);
}

TEST_F(ExportTest, questions_that_the_answering_side_takes_away_are_missed) {
  take_away_all_but_one();
  for (const std::string& exported : {std::string("exported"), std::string("kept"), fingerprint()}) {
    expect_ended(run("judge questions --against " + exported), 2, {"EXPORT_CHANGED"});
  }
}

TEST_F(ExportTest, without_the_export_the_judge_says_that_it_cannot_tell) {
  take_away_all_but_one();
  expect_ended(run("judge questions"), 0, {"1 question: only the exporter can tell"});
  EXPECT_EQ(run("judge questions --quiet").out, "");
}

TEST_F(ExportTest, a_question_of_a_case_that_this_version_lacks_is_refused) {
  json changed = index();
  changed["questions"][0]["case"] = "hierarchy.no.such.case";
  std::ofstream(folder_ / "questions/questions.json") << changed.dump();
  expect_ended(run("judge questions"), 2, {"QUESTION_UNKNOWN at hierarchy.no.such.case"});
}

}  // namespace export_test
}  // namespace bindpose::conformance
