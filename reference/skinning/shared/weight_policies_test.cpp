// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/weight_policies.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/model/rows.h"

namespace bindpose::skinning::weight_policies_test {

/// One vertex at 1 on every axis, joint j moves by 10^j along x.
Array::Reals position(const Array::Reals& weights, const Options& options) {
  ArraySet question;
  const std::size_t K = weights.size();
  Array::Integers joints;
  Array::Reals palette;
  double step = 1;
  for (std::size_t j = 0; j < K; ++j, step *= 10) {
    joints.push_back(static_cast<std::int32_t>(j));
    palette.insert(palette.end(), {1, 0, 0, step, 0, 1, 0, 0, 0, 0, 1, 0});
  }
  question.add("positions", {1, 3}, Array::Reals{1, 1, 1}).add("joints", {1, K}, joints);
  question.add("weights", {1, K}, weights).add("palette", {K, 3, 4}, palette);
  return find_algorithm("lbs")->implementation.in_double(question, options)->find("positions")->values;
}

using Row = Array::Reals;

TEST(weight_policies, policies_treat_sums_other_than_1) {
  EXPECT_EQ(position({0.25, 0.25}, {}), (Row{0.5 + 2.75, 0.5, 0.5}));
  EXPECT_EQ(position({0.25, 0.25}, {{"weight_sum", "renormalised"}}), (Row{1 + 5.5, 1, 1}));
}

TEST(weight_policies, policies_treat_vertices_without_weight) {
  EXPECT_EQ(position({0, 0}, {}), (Row{0, 0, 0}));
  EXPECT_EQ(position({0, 0}, {{"zero_sum", "first-joint"}}), (Row{2, 1, 1}));
  EXPECT_EQ(position({0, 0}, {{"zero_sum", "rest"}}), (Row{1, 1, 1}));
  EXPECT_EQ(position({0, 0}, {{"zero_sum", "rest"}, {"weight_sum", "renormalised"}}), (Row{1, 1, 1}));
  EXPECT_EQ(position({0, 0.5}, {{"zero_sum", "rest"}}), (Row{5.5, 0.5, 0.5})) << "one weight is enough";
}

TEST(weight_policies, policies_keep_four_influences) {
  const Row w = {0.125, 0.0625, 0.25, 0.125, 0.25, 0.0625};
  EXPECT_EQ(position(w, {{"influences_kept", "first-four"}}),
            (Row{0.5625 + 0.125 * 1 + 0.0625 * 10 + 0.25 * 100 + 0.125 * 1000, 0.5625, 0.5625}));
  EXPECT_EQ(position(w, {{"influences_kept", "four-largest"}}),
            (Row{0.75 + 0.125 * 1 + 0.25 * 100 + 0.125 * 1000 + 0.25 * 10000, 0.75, 0.75}));
  EXPECT_NEAR(position(w, {{"influences_kept", "first-four"}, {"weight_sum", "renormalised"}})[1], 1, 1e-15);
}

TEST(weight_policies, ambiguous_four_largest_weights_are_detected) {
  const std::vector<std::uint32_t> apart = {0, 1, 2, 3, 4, 5}, one = {0, 1, 1, 1, 1, 2};
  const auto is_said = [](Row w, const std::vector<std::uint32_t>& joints) {
    std::size_t last = 0;
    return keep_four(std::span(w), std::span(joints), InfluencesKept::four_largest, last);
  };
  EXPECT_FALSE(is_said({0.5, 0.125, 0.125, 0.125, 0.125, 0}, apart));
  EXPECT_TRUE(is_said({0.5, 0.125, 0.125, 0.125, 0.125, 0}, one)) << "the tied slots have one joint";
  EXPECT_TRUE(is_said({0.5, 0.125, 0.125, 0.25, 0, 0}, apart)) << "both equal weights are kept";
  EXPECT_TRUE(is_said({0.5, 0.5, 0, 0, 0, 0}, apart));
}

/// One vertex at (1, 1, 1) with these weights; joint j moves by 10^j along x, by dual quaternions.
Expected<Result<double>> by_motions(const Array::Reals& weights, const Options& options) {
  ArraySet question;
  const std::size_t K = weights.size();
  Array::Integers joints;
  Array::Reals rotations, translations;
  double step = 1;
  for (std::size_t j = 0; j < K; ++j, step *= 10) {
    joints.push_back(static_cast<std::int32_t>(j));
    rotations.insert(rotations.end(), {0, 0, 0, 1});
    translations.insert(translations.end(), {step, 0, 0});
  }
  question.add("positions", {1, 3}, Array::Reals{1, 1, 1}).add("joints", {1, K}, joints);
  question.add("weights", {1, K}, weights).add("palette_rotations", {K, 4}, rotations);
  question.add("palette_translations", {K, 3}, translations);
  return find_algorithm("dqs")->implementation.in_double(question, options);
}

TEST(weight_policies, blends_of_motions_follow_the_policies) {
  const auto position = [](const Array::Reals& weights, const Options& options) {
    return by_motions(weights, options)->find("positions")->values;
  };
  EXPECT_EQ(by_motions({0, 0}, {})->undefined.at(0).code, "NO_INFLUENCE");
  EXPECT_EQ(position({0, 0}, {{"zero_sum", "first-joint"}}), (Row{2, 1, 1}));
  EXPECT_EQ(position({0, 0}, {{"zero_sum", "rest"}}), (Row{1, 1, 1}));
  EXPECT_EQ(position({0.25, 0.25, 0.25, 0.25, 4}, {{"influences_kept", "first-four"}}),
            (Row{1 + 1111.0 / 4, 1, 1}));
}

/// The outputs are computed once, from the weights of all vertices.
TEST(weight_policies, policies_apply_before_moments_and_centres) {
  for (const char* id : {"ddm.omegas", "cor.centres"}) {
    SCOPED_TRACE(id);
    const Implementation& computed = find_algorithm(id)->implementation;
    Random random("weight_policies.once");
    const ArraySet question = computed.sample(20, random);
    ArraySet halved = question;
    for (double& w : *reals_of(halved, "weights"))
      w /= 2;
    const auto values = [&](const ArraySet& asked, const Options& options) {
      return computed.in_double(asked, options)->arrays.front().values;
    };
    EXPECT_NE(values(question, {}), values(halved, {}));
    const Options renormalised = {{"weight_sum", "renormalised"}};
    EXPECT_EQ(values(question, renormalised), values(halved, renormalised));

    ArraySet tied = question;
    const std::size_t V = question.find("positions")->shape[0];
    Array::Integers joints;
    for (std::size_t i = 0; i < 5 * V; ++i)
      joints.push_back(static_cast<std::int32_t>(i % 2));
    tied.put({"joints", {V, 5}, joints});
    tied.put({"weights", {V, 5}, Array::Reals(5 * V, 0.25)});
    const auto answer = computed.in_double(tied, {{"influences_kept", "four-largest"}});
    ASSERT_FALSE(answer.has_value());
    EXPECT_EQ(answer.error().code + " " + answer.error().where, "NOT_APPLICABLE weights[0]");
  }
}

}  // namespace bindpose::skinning::weight_policies_test
