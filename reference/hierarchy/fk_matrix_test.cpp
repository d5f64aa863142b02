// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_matrix.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/hierarchy/shared/world.h"
#include "reference/samples/parts.h"
#include "reference/testing/agreement.h"

namespace bindpose::hierarchy {

using namespace test;

namespace fk_matrix_test {

using Local = LocalTransform<double>;

std::vector<Local> random_locals(std::size_t count, Random& random) {
  std::vector<Local> locals(count);
  for (Local& local : locals) {
    local.trs = samples::sample_trs(random);
    local.is_matrix = random.below(4) == 0;
    local.matrix = samples::sample_affine(random);
  }
  return locals;
}

/// Transforms a point step by step from a joint up to its root, so the order of the joints does not matter.
Vec3<double> climb(const std::vector<int>& parents, const std::vector<Local>& locals, int joint,
                   Vec3<double> x) {
  for (int j = joint; j >= 0; j = parents[static_cast<std::size_t>(j)]) {
    const Local& local = locals[static_cast<std::size_t>(j)];
    if (local.is_matrix)
      x = local.matrix.linear * x + local.matrix.translation;
    else
      x = local.trs.rotation.normalized() * Vec3<double>(local.trs.scale.cwiseProduct(x)) +
          local.trs.translation;
  }
  return x;
}

TEST(fk_matrix, a_forest_agrees_with_climbing_to_the_root) {
  Random random("fk_matrix.forest");
  std::size_t roots = 0, child_first = 0;
  for (int round = 0; round < 50; ++round) {
    const std::vector<int> parents = samples::sample_parents(30, random);
    std::vector<Local> locals = random_locals(30, random);
    for (Local& local : locals)
      local.trs.rotation.normalize();
    const auto W = fk_matrix<double>(parents, locals);
    ASSERT_TRUE(W);
    for (std::size_t j = 0; j < 30; ++j) {
      roots += parents[j] < 0 ? 1 : 0;
      child_first += parents[j] > static_cast<int>(j) ? 1 : 0;
      const Vec3<double> x = random.point(1);
      const Vec3<double> expected = climb(parents, locals, static_cast<int>(j), x);
      EXPECT_LT(((*W)[j] * x - expected).norm(), 1e-12 * (1 + expected.norm()));
    }
  }
  EXPECT_GT(roots, 100u);
  EXPECT_GT(child_first, 300u);
}

TEST(fk_matrix, invalid_inputs_are_refused) {
  const Local good;
  const auto code = [](const auto& answer) { return answer ? std::string() : answer.error().code; };
  const auto where = [](const auto& answer) { return answer ? std::string() : answer.error().where; };
  EXPECT_EQ(code(fk_matrix<double>({-1, 0}, {good})), "COUNT_MISMATCH");
  EXPECT_EQ(code(fk_matrix<double>({1, 2, 0}, {good, good, good})), "CYCLE");
  EXPECT_EQ(code(fk_matrix<double>({-1, 2}, {good, good})), "INDEX_RANGE");
  EXPECT_EQ(code(fk_matrix<double>({-2}, {good})), "INDEX_RANGE");
  Local bad;
  bad.trs.rotation = quaternion_xyzw<double>(0, 0, 0, 1.03);
  EXPECT_EQ(code(fk_matrix<double>({-1, 0}, {good, bad})), "NOT_UNIT");
  EXPECT_EQ(where(fk_matrix<double>({-1, 0}, {good, bad})), "local_rotations[1]");
  bad = {};
  bad.trs.scale[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(code(fk_matrix<double>({-1, 0}, {good, bad})), "NOT_FINITE");
  bad.is_matrix = true;  // translation, rotation and scale are not read then
  EXPECT_EQ(code(fk_matrix<double>({-1, 0}, {good, bad})), "");
  bad.matrix.linear(0, 0) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(where(fk_matrix<double>({-1, 0}, {good, bad})), "local_matrices[1]");
  EXPECT_TRUE(fk_matrix<double>({}, {}));
}

TEST(fk_matrix, the_bound_is_small_after_300_joints) {
  Implementation chain = find_algorithm("fk_matrix")->implementation;
  chain.sample = &joints_in_a_row;
  const Agreement agreement = measure_agreement("fk_matrix, 300 joints in a row", chain, 300, 20);
  EXPECT_LE(agreement.fraction, 1);
  EXPECT_LT(agreement.bound, 0.02);
}

}  // namespace fk_matrix_test
}  // namespace bindpose::hierarchy
