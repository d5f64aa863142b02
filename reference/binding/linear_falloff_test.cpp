// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/linear_falloff.h"

#include <gtest/gtest.h>

#include "reference/scenes/hose.h"
#include "reference/testing/answers.h"
#include "reference/testing/weights.h"

namespace bindpose::binding::linear_falloff_test {

ArraySet question(const std::vector<Vec3<double>>& x, const std::vector<Vec3<double>>& pivots) {
  ArraySet asked;
  asked.add("positions", {x.size(), 3}, numbers_of(x));
  asked.add("pivots", {pivots.size(), 3}, numbers_of(pivots));
  return asked;
}

const std::vector<Vec3<double>> three = {{0, 0, 0}, {0, 2, 0}, {0, 3, 0}};

TEST(LinearFalloff, the_hose_gets_its_own_weights) {
  const scenes::Scene hose = scenes::hose(0, 0);
  std::vector<Vec3<double>> pivots;
  for (std::size_t j = 0; j < hose.rig.skeleton.joint_count(); ++j)
    pivots.emplace_back(0, static_cast<double>(j), 0);
  const auto w = test::joint_weights("weights.linear-falloff", question(hose.rig.mesh.positions, pivots));
  const Influences& own = hose.rig.influences;
  for (std::size_t i = 0; i < own.joints.size(); ++i)
    if (own.weights[i] != 0) {
      EXPECT_NEAR(w[i / own.width][own.joints[i]], own.weights[i], 1e-6);
    }
  test::expect_weights(w);
}

TEST(LinearFalloff, invalid_inputs_are_refused) {
  const auto refused = [](const ArraySet& asked, const Options& options = {}) {
    return test::error_of("weights.linear-falloff", asked, options);
  };
  EXPECT_EQ(refused(question({{0, 0, 0}}, {{0, 0, 0}, {0, 4, 0}, {0, 3, 0}})), "PIVOT_ORDER pivots[2]");
  EXPECT_EQ(refused(question({{0, 0, 0}}, {{0, 1, 0}, {0, 1, 0}})), "PIVOT_ORDER pivots[1]");
  EXPECT_EQ(refused(question({{0, 0, 0}}, three), {{"form", "cylinder"}}), "ARRAY_MISSING falloff");
}

}  // namespace bindpose::binding::linear_falloff_test
