// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The command that runs a test again has the subject's options.
#include <string>

#include <gtest/gtest.h>

#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace again_test {

/// The page of a run with one failure, a mistake that is made on purpose.
std::string page_of(const std::string& options) {
  const TemporaryFolder folder;
  expect_ended(
      run_in(folder.path(), BINDPOSE_PROGRAM " test --subject defect:ibm-ignored --filter "
                                             "'*.linear_blend.bar.posed.direction.pose.f32' --out out " +
                                options),
      1);
  return slurp(folder.path() / "out/report.html");
}

TEST(AgainTest, options_that_are_not_as_usual_are_in_it) {
  const std::string page = page_of(
      "--env A=b --time 7 --memory 1000 --processes 99 --disk 100 --see /usr --folder /usr --no-sandbox "
      "--times 2");
  EXPECT_NE(
      page.find(
          "--time 7 --memory 1000 --processes 99 --disk 100 --folder &#39;/usr&#39; --see &#39;/usr&#39; "
          "--env &#39;A=b&#39; --no-sandbox --times 2 --filter"),
      std::string::npos);
}

TEST(AgainTest, options_as_usual_are_not) {
  // --time 10 is not as usual: without it a device has 120 s.
  EXPECT_NE(page_of("--memory 2048 --times 1")
                .find("bindpose test --subject &#39;defect:ibm-ignored&#39; --filter"),
            std::string::npos);
}

}  // namespace again_test
}  // namespace bindpose::conformance
