// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A run that ends with an error leaves no verdict of an earlier run in its folder.
#include <array>
#include <fstream>

#include <gtest/gtest.h>

#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace stale_results_test {

TEST(StaleResultsTest, no_error_leaves_the_verdict_of_an_earlier_run) {
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

TEST(StaleResultsTest, no_error_leaves_the_sheet_of_an_earlier_submission) {
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

}  // namespace stale_results_test
}  // namespace bindpose::conformance
