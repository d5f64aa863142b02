// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_quaternion.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/hierarchy/shared/world.h"
#include "reference/samples/parts.h"
#include "reference/testing/agreement.h"

namespace bindpose::hierarchy {

using namespace test;

namespace fk_quaternion_test {

using Local = LocalTransform<double>;

std::vector<Local> random_rigid_locals(std::size_t count, Random& random) {
  std::vector<Local> locals(count);
  for (Local& local : locals) {
    local.trs = samples::sample_rigid(random);
    local.trs.rotation.normalize();
  }
  return locals;
}

TEST(fk_quaternion, a_forest_agrees_with_matrices) {
  Random random("fk_quaternion.forest");
  for (int round = 0; round < 50; ++round) {
    const std::vector<int> parents = samples::sample_parents(30, random);
    const std::vector<Local> locals = random_rigid_locals(30, random);
    const auto W = fk_matrix<double>(parents, locals);
    for (const RotationForm form : {RotationForm::cross_products, RotationForm::rotation_matrix}) {
      const auto world = fk_quaternion<double>(parents, locals, form);
      ASSERT_TRUE(W && world);
      for (std::size_t j = 0; j < 30; ++j) {
        EXPECT_LT((rotation_matrix((*world)[j].rotation) - (*W)[j].linear).norm(), 1e-13);
        EXPECT_LT(((*world)[j].translation - (*W)[j].translation).norm(), 1e-13);
      }
    }
  }
}

TEST(fk_quaternion, invalid_inputs_are_refused) {
  std::vector<Local> locals(2);
  locals[1].trs.scale = {1, 1, 2};
  auto answer = fk_quaternion<double>({-1, 0}, locals);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, "SCALE_NOT_ONE");
  EXPECT_EQ(answer.error().where, "local_scales[1]");
  locals[1] = {};
  locals[1].is_matrix = true;
  answer = fk_quaternion<double>({-1, 0}, locals);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, "MATRIX_LOCAL");
  answer = fk_quaternion<double>({1, 0}, locals);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, "CYCLE");
}

TEST(fk_quaternion, the_bound_is_small_after_300_joints) {
  Implementation chain = find_algorithm("fk_quaternion")->implementation;
  chain.sample = &joints_in_a_row;
  const Agreement agreement = measure_agreement("fk_quaternion, 300 joints in a row", chain, 300, 20);
  EXPECT_LE(agreement.fraction, 1);
  EXPECT_LT(agreement.bound, 0.02);
}

}  // namespace fk_quaternion_test
}  // namespace bindpose::hierarchy
