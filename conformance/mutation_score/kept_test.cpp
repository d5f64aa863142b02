// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutation_score/kept.h"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

#include "conformance/defects/shaders.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::kept_test {

std::string ids_of_shader_defects() {
  std::string ids;
  for (const ShaderDefect& defect : shader_defects())
    ids += (ids.empty() ? "" : ", ") + std::string(defect.id);
  return ids;
}

TEST(KeptTest, missing_measurements_are_listed_as_not_measured) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "mutants");
  std::ofstream(folder.path() / "mutants" / "score.json")
      << R"({"kernels": {"a.h": {"mutants": 7, "killed": 3, "equivalent": 2, "within": 1, "open": 1}}})";
  EXPECT_EQ(
      kept_text(folder.path()),
      "generated mutants (ci/mutants): 7 of 1 kernels, 3 killed, 2 equivalent (28.6 %), 1 within the bound "
      "(14.3 %), 1 open: 75.0 % of the others\n"
      "generated mutants of shaders (ci/mutants --glsl): not measured\n"
      "detected defects in shaders (ci/shader_defects): not measured\n"
      "defects that no golden file detects: " +
          ids_of_shader_defects() +
          ": GLSL defects, which no file contains\n"
          "false alarms (ci/false_alarms): not measured\n");
  std::ofstream(folder.path() / "mutants" / "score_glsl.json")
      << R"({"kernels": {"a.glsl": {"mutants": 2, "killed": 2}}})";
  EXPECT_NE(
      kept_text(folder.path()).find("(ci/mutants --glsl): 2 of 1 files, 2 killed, 0 equivalent (0.0 %)"),
      std::string::npos)
      << kept_text(folder.path());
  std::ofstream(folder.path() / "shaders.json")
      << R"({"osmesa": {"a": {"failing": 2}, "b": {"failing": 0}}})";
  EXPECT_NE(kept_text(folder.path()).find("1 of 2 on 1 OpenGL drivers"), std::string::npos);
  std::ofstream(folder.path() / "fractions.json")
      << R"({"gcc": {"lbs": {"numbers": 2000000, "alarms": 1}}, "clang": {"lbs": {"numbers": 1500000, "alarms": 0}}})";
  EXPECT_NE(kept_text(folder.path()).find("1 in 3 million numbers of 2 conforming"), std::string::npos);
}

TEST(KeptTest, committed_results_are_found) {
  EXPECT_EQ(kept_text().find("(ci/mutants): not measured"), std::string::npos) << kept_text();
  EXPECT_EQ(kept_text().find("(ci/mutants --glsl): not measured"), std::string::npos) << kept_text();
  EXPECT_TRUE(std::ranges::any_of(kept_sights("ibm-ignored").shows, [](const std::string& place) {
    return place.starts_with("lbs at level pose: ");
  }));
}

TEST(KeptTest, cases_that_hide_a_defect_are_named) {
  const std::string header =
      "algorithm,level,defect,killed_by,golden,smoke,hidden_by,cheapest_killers,hiding_cases\n";
  const Sights sights = sights_of(
      "a", header + "lbs,pose,a,1,1,1,2,x,y z\nlbs,pose,b,1,1,1,0,x,\nstitching,pose,a,1,1,1,0,w,\n");
  EXPECT_EQ(sights.shows, (std::vector<std::string>{"lbs at level pose: 1 cases fail, 2 hide it",
                                                    "stitching at level pose: 1 cases fail, 0 hide it"}));
  EXPECT_EQ(sights.hiding, (std::vector<std::string>{"y", "z"}));
  EXPECT_TRUE(sights_of("c", header).shows.empty());
  EXPECT_TRUE(sights_of("c", "").shows.empty());
}

}  // namespace bindpose::conformance::kept_test
