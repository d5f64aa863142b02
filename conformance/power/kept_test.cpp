// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/power/kept.h"

#include <fstream>

#include <gtest/gtest.h>

#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace kept_test {

TEST(KeptTest, a_line_of_each_and_what_is_not_there_was_not_measured) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "mutants");
  std::ofstream(folder.path() / "mutants" / "score.json")
      << R"({"kernels": {"a.h": {"mutants": 7, "killed": 3, "equivalent": 2, "within": 1, "open": 1}}})";
  std::ofstream(folder.path() / "named.json") << R"({"a": {"named": true}, "b": {"named": false}})";
  EXPECT_EQ(
      kept_text(folder.path()),
      "generated mutants (ci/mutants): 7 of 1 kernels, 3 killed, 2 equivalent, 1 within the bound, 1 open: "
      "75.0 %\n"
      "named rightly (ci/named): 1 of 2 mistakes that were made again in another language\n"
      "mistakes made in shaders that are seen (ci/shader_mistakes): not measured\n"
      "false alarms (ci/false_alarms): not measured\n");
  std::ofstream(folder.path() / "shaders.json")
      << R"({"osmesa": {"a": {"failing": 2}, "b": {"failing": 0}}})";
  EXPECT_NE(kept_text(folder.path()).find("1 of 2 on 1 OpenGL stacks"), std::string::npos);
  std::ofstream(folder.path() / "fractions.json")
      << R"({"gcc": {"lbs": {"numbers": 2000000, "alarms": 1}}, "clang": {"lbs": {"numbers": 1500000, "alarms": 0}}})";
  EXPECT_NE(kept_text(folder.path()).find("1 in 3 million numbers of 2 legal"), std::string::npos);
}

TEST(KeptTest, what_is_kept_in_the_tree_is_found) {
  EXPECT_EQ(kept_text().find("(ci/mutants): not measured"), std::string::npos) << kept_text();
}

}  // namespace kept_test
}  // namespace bindpose::conformance
