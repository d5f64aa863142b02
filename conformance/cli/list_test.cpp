// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// `bindpose list` lists the files, levels and options of every algorithm correctly, as text and as JSON.
#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/cases.h"
#include "conformance/testing/fakes.h"
#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::list_test {

std::string listed(const std::string& options) {
  static const TemporaryFolder folder;
  const Ran ran = run_in(folder, BINDPOSE_PROGRAM " list" + options);
  expect_ended(ran, 0);
  return ran.out;
}

/// An entry for every algorithm, in the order of algorithms().
const nlohmann::json& entries() {
  static const nlohmann::json document = nlohmann::json::parse(listed(" --json"));
  return document.at("algorithms");
}

const nlohmann::json& entry_of(const std::string& id) {
  return *std::ranges::find_if(entries(), [&](const auto& each) { return each.at("id") == id; });
}

TEST(ListTest, every_algorithm_has_a_reference_cases_and_golden_data) {
  const std::filesystem::path root = std::filesystem::path(BINDPOSE_CONFORMANCE).parent_path();
  ASSERT_EQ(entries().size(), algorithms().size());
  for (const nlohmann::json& each : entries()) {
    const std::string id = each.at("id"), path = each.at("path");
    EXPECT_TRUE(std::filesystem::is_regular_file(root / std::string(each.at("reference")))) << id;
    EXPECT_EQ(each.at("reference"), "reference/" + path + ".md") << id;
    EXPECT_GT(each.at("golden"), 0) << id;
    EXPECT_GE(each.at("cases"), each.at("golden")) << id;
    EXPECT_EQ(each.at("glsl"), std::filesystem::exists(root / "gpu" / (path + ".glsl"))) << id;
  }
}

TEST(ListTest, every_algorithm_lists_its_benchmarked_subjects) {
  using Subjects = std::vector<std::string>;
  for (const nlohmann::json& each : entries()) {
    const Subjects subjects = each.at("measured_as");
    EXPECT_EQ(subjects.size() > 1 ? Subjects(subjects.begin(), subjects.begin() + 2) : subjects,
              (Subjects{"reference-double", "reference-float"}))
        << each.at("id");
    EXPECT_EQ(std::ranges::count(subjects, "gpu"), each.at("glsl") ? 1 : 0) << each.at("id");
  }
  const auto has = [](const std::string& id, const char* subject) {
    const Subjects subjects = entry_of(id).at("measured_as");
    return std::ranges::count(subjects, subject) == 1;
  };
  EXPECT_TRUE(has("lbs", "software"));
  EXPECT_TRUE(has("morph.dense", "software"));
  EXPECT_FALSE(has("fk.matrix", "software"));
  EXPECT_TRUE(entry_of("bind.heat").at("binder"));
  EXPECT_TRUE(entry_of("weights.smooth").at("binder"));
  EXPECT_FALSE(entry_of("pack.u8").at("binder"));
}

TEST(ListTest, the_table_agrees_with_the_json) {
  std::map<std::string, std::string> rows;
  std::istringstream table(listed(""));
  std::string line, id;
  while (std::getline(table, line)) {
    std::istringstream words(line);
    if (line.starts_with("  ") && line[2] != ' ' && words >> id) rows[id] = line.substr(2 + id.size());
  }
  for (const nlohmann::json& each : entries()) {
    id = each.at("id");
    ASSERT_TRUE(rows.contains(id)) << id;
    std::istringstream row(rows[id]);
    std::size_t cases = 0;
    std::string level;
    row >> cases >> level;
    EXPECT_EQ(cases, each.at("cases")) << id;
    EXPECT_EQ(level, each.at("levels")[0]) << id;
    EXPECT_EQ(rows[id].find(" yes ") != std::string::npos, each.at("glsl")) << rows[id];
  }
}

TEST(ListTest, algorithms_cases_and_defects_can_be_chosen) {
  const auto lines = [](const std::string& options) { return std::ranges::count(listed(options), '\n'); };
  const std::string skinning = listed(" --family skinning");
  EXPECT_TRUE(has(skinning, "\n  lbs "));
  EXPECT_FALSE(has(skinning, "\n  fk.matrix "));
  EXPECT_EQ(listed(" --filter 'skin*'").substr(0, skinning.size() - 200),
            skinning.substr(0, skinning.size() - 200));
  const std::string one = listed(" --algorithm lbs");
  EXPECT_FALSE(has(one, "\n  dqs "));
  EXPECT_EQ(lines(" --cases --algorithm lbs"), entry_of("lbs").at("cases"));
  EXPECT_EQ(lines(" --cases --filter 'skinning.linear_blend.*'"), entry_of("lbs").at("cases"));
  EXPECT_EQ(lines(" --defects --filter ibm-ignored"), 1);
  EXPECT_EQ(lines(" --mistakes --filter ibm-ignored"), 1) << "the former name";
  const TemporaryFolder folder;
  std::ofstream(folder / "rubric.json") << small_rubric;
  EXPECT_TRUE(has(listed(" --rubric " + (folder / "rubric.json").string()), "animation.slerp.turn.120."));
  const std::string file = "/usr/share/assimp/models/glTF2/simple_skin/simple_skin.gltf";
  EXPECT_EQ(listed(" --asset " + file).find("asset.simple_skin."), 0U);
  for (const char* nothing : {" --family nothing", " --cases --filter nothing", " --json --family skinning",
                              " --asset nothing.glb"})
    EXPECT_EQ(run_in(folder, BINDPOSE_PROGRAM " list" + std::string(nothing)).exit_code, 2) << nothing;
}

TEST(ListTest, a_choice_without_a_match_suggests_a_name) {
  const TemporaryFolder folder;
  const auto refused = [&folder](const std::string& options, const char* similar) {
    expect_ended(run_in(folder, BINDPOSE_PROGRAM " list " + options), 2,
                 {std::string("; did you mean '") + similar + "'?\n"});
  };
  refused("lbz", "lbs");
  refused("linear_blent", "linear_blend");
  refused("--family skining", "skinning");
  refused("--cases --filter 'animation.lrep.*'", "animation.lerp");
  refused("--defects ibm-ignord", "ibm-ignored");
  EXPECT_TRUE(has(listed(" dual"), "dqs"));
}

TEST(ListTest, explain_prints_the_page_and_every_array) {
  const TemporaryFolder folder;
  for (const char* id : {"lbs", "bind.heat", "ik.ccd"}) {
    const std::string text = run_in(folder, BINDPOSE_PROGRAM " explain " + std::string(id)).out;
    EXPECT_TRUE(has(text, "## Formula"));
    for (const char* kind : {"inputs", "stages", "outputs"})
      for (const nlohmann::json& array : entry_of(id).at("arrays").at(kind))
        EXPECT_TRUE(has(text, "\n  " + array.at("name").get<std::string>() + " ")) << array.at("name");
  }
}

/// Uses a table with one row, for one case.
TEST(ListTest, the_defects_of_a_case_are_from_the_stored_table) {
  const TemporaryFolder data;
  std::filesystem::create_directories(data / "mutation_score");
  const std::string name = built_in_cases()[1].name;
  std::ofstream(data / "mutation_score/catches.csv") << "case,defects\n" << name << ",quat-wxyz time-zero\n";
  const auto run = [&](const std::string& verb) {
    return run_in(data, "BINDPOSE_DATA=. " BINDPOSE_PROGRAM " " + verb).out;
  };
  const auto cases = nlohmann::json::parse(run("list --json")).at("cases");
  EXPECT_EQ(cases[0].at("catches"), nlohmann::json::array());
  EXPECT_EQ(cases[1].at("catches"), nlohmann::json({"quat-wxyz", "time-zero"}));
  EXPECT_TRUE(has(run("explain " + name), "  catches    quat-wxyz, time-zero\n"));
  EXPECT_FALSE(has(run("explain " + built_in_cases()[0].name), "  catches "));
  EXPECT_TRUE(has(run("explain time-zero"), "  caught by  " + name + "\n"));
}

}  // namespace bindpose::conformance::list_test
