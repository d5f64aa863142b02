// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Users drive `test` with options and variables of GoogleTest.
#include <algorithm>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance {
namespace gtest_options_test {

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

class GtestOptionsTest : public testing::Test {
 protected:
  Ran run(const std::string& command) const { return run_in(folder_, command); }
  std::string file(const char* name) const { return slurp(folder_ / name); }

  const TemporaryFolder folder_;
};

TEST_F(GtestOptionsTest, a_filter_takes_some_tests_and_leaves_others_out) {
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

}  // namespace gtest_options_test
}  // namespace bindpose::conformance
