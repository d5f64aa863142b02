// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/shared/ik_chain.h"

#include <gtest/gtest.h>

#include "reference/samples/sample.h"

namespace bindpose::ik::ik_chain_test {

const Declaration asked{.inputs = chain_arrays(), .stages = {}, .outputs = solution_arrays(), .options = {}};
const Declaration asked_to_iterate{
    .inputs = chain_arrays() + iteration_arrays(), .stages = {}, .outputs = solution_arrays(), .options = {}};

std::string error_of(const ArraySet& question, const Declaration& declaration = asked) {
  const auto checked = check(declaration, question);
  return checked ? "" : checked.error().code + " at " + checked.error().where;
}

Chain<double> along_x(const std::vector<double>& bones) {
  Chain<double> chain = {{1, 2, 3}};
  for (const double l : bones)
    chain.push_back(chain.back() + Vec3<double>(l, 0, 0));
  return chain;
}

TEST(ik_chain, the_reach_is_a_shell) {
  const Chain<double> chain = along_x({1, 4, 1.5});
  for (const auto& [distance, too_near, too_far] :
       {std::tuple(1.25, true, false), {1.75, false, false}, {6.25, false, false}, {6.75, false, true}}) {
    const auto reach = reach_of<double>(chain, chain[0] + Vec3<double>(0, distance, 0));
    EXPECT_EQ(reach.distance, distance);
    EXPECT_EQ(reach.outer, 6.5);
    EXPECT_EQ(reach.inner, 1.5);
    EXPECT_EQ(reach.too_near, too_near) << distance;
    EXPECT_EQ(reach.too_far, too_far) << distance;
  }
  EXPECT_FALSE(reach_of<double>(along_x({2, 1, 1.5}), {1, 2, 3}).too_near);  // folds onto its root
}

TEST(ik_chain, reachability_is_undecided_only_at_full_reach) {
  const Chain<double> chain = along_x({1, 1});
  Branches::current() = {};
  EXPECT_TRUE(reach_of<Tracked>(chain, {1, 4.5, 3}).too_far);
  EXPECT_FALSE(reach_of<Tracked>(chain, {1, 3.5, 3}).too_far);
  EXPECT_EQ(Branches::current().undecided, 0u);
  reach_of<Tracked>(chain, {1, 4, 3});
  EXPECT_EQ(Branches::current().undecided, 1u);
  Branches::current() = {};
}

TEST(ik_chain, outputs_contain_the_nearest_point) {
  const Chain<double> chain = along_x({3, 1});
  const ArraySet arrays =
      ik_question(chain, {{1, 7, 3}, {1, 5, 3}, {1, 3, 3}, {1, 2, 3}});  // 5, 3, 1, 0 metres from the root
  const auto extents = check(asked, arrays);
  ASSERT_TRUE(extents);
  const auto answer = answer_ik<double>(
      {asked, arrays, {}, *extents}, [](const auto& rest, const auto&, std::size_t row, const auto&) {
        return row == 1 ? Solved<double>{{}, "NONE"} : Solved<double>{rest, nullptr};
      });
  EXPECT_EQ(answer.find("positions")->shape, (Shape{4, 3, 3}));
  EXPECT_EQ(answer.find("residual")->shape, Shape{4});
  EXPECT_EQ(answer.find("reachable")->values, (std::vector<double>{0, 1, 0, 0}));
  EXPECT_EQ(answer.find("nearest")->values, (std::vector<double>{1, 6, 3, 1, 5, 3, 1, 4, 3, 0, 0, 0}));
  EXPECT_DOUBLE_EQ(answer.find("residual")->values[0], std::sqrt(16.0 + 25));
  EXPECT_EQ(answer.find("residual")->values[1], 0);
  ASSERT_EQ(answer.undefined.size(), 3u);
  EXPECT_EQ(answer.undefined[0].code, "NONE");
  EXPECT_EQ(answer.undefined[0].row, 1u);
  EXPECT_EQ(answer.undefined[2].array, "nearest");
  EXPECT_EQ(answer.undefined[2].code, "GOAL_AT_ROOT");
}

TEST(ik_chain, invalid_inputs_are_refused) {
  EXPECT_EQ(error_of({}), "ARRAY_MISSING at rest");
  ArraySet question = ik_question(along_x({1, 1}), {{0, 0, 0}, {1, 1, 1}});
  EXPECT_EQ(error_of(question), "");
  question.put({"goals", {1, 3}, Array::Reals{0, 0, 0}});
  EXPECT_EQ(error_of(question), "ARRAY_SHAPE at goals");
  question.put({"goals", {2, 3}, Array::Reals{0, 0, 0, 0, std::numeric_limits<double>::quiet_NaN(), 0}});
  EXPECT_EQ(error_of(question), "NOT_FINITE at goals[1]");
  EXPECT_EQ(error_of(ik_question(along_x({1, 0, 1}), {{0, 0, 0}})), "ZERO_BONE at rest[0]");
  EXPECT_EQ(error_of(ik_question(along_x({}), {{0, 0, 0}})), "ARRAY_SHAPE at rest");
  EXPECT_EQ(error_of(ik_question(along_x({1}), {})), "");
  question = ik_question(along_x({1, 1}), {{0, 0, 0}});
  question.add("iterations", {1}, Array::Integers{-1});
  EXPECT_EQ(error_of(question, asked_to_iterate), "PARAMETER_RANGE at iterations");
  question.put({"iterations", {1}, Array::Integers{101}});
  EXPECT_EQ(error_of(question, asked_to_iterate), "PARAMETER_RANGE at iterations");
  question.put({"iterations", {1}, Array::Integers{100}});
  EXPECT_EQ(error_of(question, asked_to_iterate), "");
}

TEST(ik_chain, samples_have_goals_in_and_out_of_reach) {
  Random random("ik_chain.samples");
  const ArraySet arrays = samples::sample_chains(200, 5, random);
  ASSERT_TRUE(check(asked, arrays));
  int far = 0;
  for (std::size_t row = 0; row < 200; ++row) {
    const Vec3<double> goal = read_row<double, 3>(*arrays.find("goals"), row);
    far += reach_of<double>(rest_chain(arrays, row), goal).too_far ? 1 : 0;
  }
  EXPECT_GT(far, 25);
  EXPECT_LT(far, 80);
}

TEST(ik_chain, goals_for_the_bent_chain_have_the_right_distance) {
  const Chain<double> chain = bent_chain(7);
  EXPECT_EQ(chain.size(), 7u);
  for (const Vec3<double>& goal : goals_at(chain, 1.25))
    EXPECT_NEAR(norm_of<double>(goal - chain[0]), 1.25 * full_reach(chain), 1e-12);
  EXPECT_EQ(goals_around(chain).size(), 15u);
}

}  // namespace bindpose::ik::ik_chain_test
