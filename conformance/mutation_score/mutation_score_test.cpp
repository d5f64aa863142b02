// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutation_score/mutation_score.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/cases.h"
#include "conformance/testing/results.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::mutation_score_test {

std::vector<const Case*> cases_of(std::string_view id) {
  std::vector<const Case*> cases;
  for (const Case& c : built_in_cases())
    if (c.algorithm->id == id) cases.push_back(&c);
  return cases;
}

/// A made-up matrix of two algorithms, three cases and three defects.
MutationScoreMatrix made_up() {
  MutationScoreMatrix matrix;
  matrix.cases = {cases_of("lbs").front(), cases_of("lbs")[2], cases_of("stitching").front()};
  matrix.defects = {find_defect("all-zeros"), find_defect("ibm-ignored"), find_defect("quat-wxyz")};
  matrix.costs = {10, 100, 10};
  matrix.errors = {{{"positions", 1e-6}, {"normals", 3e-5}},
                   {{"positions", 3e-7}, {"normals", 2e-5}},
                   {{"positions", 1e-7}}};
  using enum Effect;
  matrix.effects = {killed, hidden, none,    //
                    killed, killed, cannot,  //
                    none,   none,   hidden};
  return matrix;
}

TEST(MutationScoreTest, a_defect_is_listed_where_it_changes_a_number) {
  const MutationScoreMatrix matrix = made_up();
  ASSERT_EQ(matrix.cases[0]->level, matrix.cases[1]->level);
  const auto sights = sights_of(matrix);
  ASSERT_EQ(sights.size(), 3U);
  EXPECT_EQ(sights[0].algorithm->id, "stitching");
  EXPECT_TRUE(sights[0].killers.empty());
  EXPECT_EQ(sights[1].killers, (std::vector<std::size_t>{0, 1})) << "the cheaper case first";
  EXPECT_EQ(sights[2].killers, std::vector<std::size_t>{1});
  EXPECT_EQ(sights[2].hiding, std::vector<std::size_t>{0});
  EXPECT_EQ(smoke_of(matrix, sights), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(idle_cases(matrix, sights), std::vector<std::size_t>{2});
  EXPECT_EQ(killed_by(sights, {true, false, true}), 1U);
  EXPECT_FALSE(is_whole(matrix, sights));
  EXPECT_GT(mutation_score_text(matrix).size(), mutation_score_text(matrix, true).size());
  EXPECT_TRUE(has(mutation_score_text(matrix),
                  {"not killed: skinning/stitching",
                   "lets 2.0e-05 pass: skinning/linear_blend at level palette: normals\n"}));
  EXPECT_EQ(smoke_text(matrix),
            fmt::format("    \"{}\",\n    \"{}\",\n", matrix.cases[0]->name, matrix.cases[1]->name));
  EXPECT_EQ(nlohmann::json::parse(mutation_score_json(matrix))["defects"].size(), 3U);
  EXPECT_EQ(nlohmann::json::parse(mutation_score_json(matrix))["defects"][2]["hidden_by"],
            nlohmann::json::array({matrix.cases[0]->name}));
  const std::string row = fmt::format("lbs,palette,{},2,", matrix.defects[0]->id);
  EXPECT_NE(mutation_score_csv(matrix).find(row), std::string::npos) << mutation_score_csv(matrix);
  EXPECT_NE(
      mutation_score_csv(matrix).find("," + matrix.cases[0]->name + " " + matrix.cases[1]->name + ",\n"),
      std::string::npos)
      << mutation_score_csv(matrix);
  EXPECT_TRUE(
      has(mutation_score_csv(matrix), "," + matrix.cases[1]->name + "," + matrix.cases[0]->name + "\n"));
}

TEST(MutationScoreTest, a_case_lists_its_five_rarest_defects) {
  MutationScoreMatrix matrix = made_up();
  // Both cases kill the first defect; only the second case kills the second defect.
  const std::string first = matrix.cases[0]->name, second = matrix.cases[1]->name;
  EXPECT_EQ(catches_csv(matrix),
            fmt::format("case,defects\n{},all-zeros\n{},ibm-ignored all-zeros\n", first, second));
  // Six defects. The first has two entries but is listed once; the last is not listed.
  const std::vector<const char*> ids = {"all-zeros",    "ibm-ignored",     "quat-wxyz",
                                        "joint-stride", "weights-ignored", "time-zero"};
  matrix.defects = {find_defect("all-zeros")};
  for (const char* each : ids)
    matrix.defects.push_back(find_defect(each));
  matrix.effects.assign(3 * 7, Effect::killed);
  EXPECT_NE(
      catches_csv(matrix).find(fmt::format("\n{},{}\n", second, fmt::join(ids.begin(), ids.end() - 1, " "))),
      std::string::npos)
      << catches_csv(matrix);
}

/// Only subjects that declare a convention get its cases. In a smoke run of any other subject,
/// these cases would detect nothing.
TEST(MutationScoreTest, smoke_prefers_cases_that_every_subject_gets) {
  MutationScoreMatrix matrix = made_up();
  const auto tracks = cases_of("anim.linear");
  const auto convention =
      std::ranges::find_if(tracks, [](const Case* c) { return !is_asked(*c, AcceptedDeviations{}); });
  const auto usual =
      std::ranges::find_if(tracks, [](const Case* c) { return is_asked(*c, AcceptedDeviations{}); });
  ASSERT_TRUE(convention != tracks.end() && usual != tracks.end());
  matrix.cases = {*convention, *usual, *usual};
  matrix.costs = {1, 100, 1};
  using enum Effect;
  matrix.effects = {killed, none, none,  //
                    killed, none, none,  //
                    none,   none, none};
  EXPECT_EQ(smoke_of(matrix, sights_of(matrix)), std::vector<std::size_t>{1})
      << "expensive, but runs for every subject";
  matrix.effects[1] = killed;
  EXPECT_EQ(smoke_of(matrix, sights_of(matrix)), (std::vector<std::size_t>{0, 1}))
      << "only a convention shows the defect";
}

TEST(MutationScoreTest, every_defect_of_a_small_algorithm_is_killed) {
  const auto cases = cases_of("skeleton.bones");
  std::size_t told = 0;
  const auto matrix = measure_power(cases, 1, [&told](std::size_t done) {
    told = done;
    return true;
  });
  ASSERT_TRUE(matrix) << to_string(matrix.error());
  EXPECT_EQ(told, cases.size());
  const auto sights = sights_of(*matrix);
  EXPECT_GT(sights.size(), 3U);
  EXPECT_EQ(killed_by(sights, std::vector<bool>(cases.size(), true)), sights.size())
      << mutation_score_text(*matrix);
  EXPECT_TRUE(is_whole(*matrix, sights)) << mutation_score_text(*matrix);
}

TEST(MutationScoreTest, errors_above_the_uniform_error_fail) {
  for (const char* id : {"interp.slerp", "skeleton.palette", "stitching"}) {
    const auto asked = asked_case(*cases_of(id).front());
    ASSERT_TRUE(asked);
    const UniformErrors errors = uniform_errors(asked->expectation);
    for (const ExpectedArray& expected : asked->expectation.arrays)
      for (const double part : {0.99, 1.01}) {
        if (!errors.contains(expected.name)) continue;
        Answer answer = as_answer(asked->expectation);
        auto& x = std::get<Array::Reals>(answer.arrays.find(expected.name)->data);
        for (std::size_t i = 0; i < x.size(); ++i)
          if (expected.branch.bounds[i] > 0) x[i] *= 1 + part * errors.at(expected.name);
        EXPECT_EQ(compare(asked->expectation, answer).outcome, part < 1 ? Outcome::pass : Outcome::fail)
            << id << ' ' << expected.name;
      }
  }
}

/// Vertices without influences are skipped, because the formulas of some defects read the first
/// influence.
TEST(MutationScoreTest, defects_apply_to_meshes_with_weightless_vertices) {
  std::vector<const Case*> weightless;
  for (const Case& c : built_in_cases())
    if (c.name.find(".bar.some-without-weight.") != std::string::npos) weightless.push_back(&c);
  ASSERT_GT(weightless.size(), 10U);
  const auto matrix = measure_power(weightless, 1, [](std::size_t) { return true; });
  ASSERT_TRUE(matrix) << to_string(matrix.error());
  EXPECT_GT(sights_of(*matrix).size(), weightless.size());
}

TEST(MutationScoreTest, at_least_two_cases_kill_every_defect) {
  std::istringstream rows(slurp(BINDPOSE_CONFORMANCE "/mutation_score/matrix.csv"));
  std::map<std::string, int> killers;
  std::string row;
  std::getline(rows, row);  // column names
  while (std::getline(rows, row)) {
    std::istringstream columns(row);
    std::string algorithm, level, defect, killed_by;
    for (std::string* column : {&algorithm, &level, &defect, &killed_by})
      std::getline(columns, *column, ',');
    killers[defect] += std::stoi(killed_by);
  }
  EXPECT_GT(killers.size(), 500U);
  for (const auto& [defect, count] : killers)
    EXPECT_GE(count, 2) << defect;
}

TEST(MutationScoreTest, threads_measure_the_same_and_can_be_stopped) {
  const auto cases = cases_of("interp.lerp");
  const auto go_on = [](std::size_t) { return true; };
  const auto one = measure_power(cases, 1, go_on), three = measure_power(cases, 3, go_on);
  ASSERT_TRUE(one && three);
  EXPECT_EQ(one->effects, three->effects);
  EXPECT_EQ(measure_power(cases, 2, [](std::size_t) { return false; }).error().code, "INTERRUPTED");
}

}  // namespace bindpose::conformance::mutation_score_test
