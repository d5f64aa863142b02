// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_matrix.h"

#include <limits>

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/hierarchy/shared/world.h"
#include "reference/model/algorithm.h"
#include "reference/testing/agreement.h"

namespace bindpose::hierarchy {

using namespace test;

namespace fk_matrix_test {

using Local = LocalTransform<double>;

TEST(fk_matrix, errors) {
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
  bad.is_matrix = true;  // the other half is not meant and not looked at
  EXPECT_EQ(code(fk_matrix<double>({-1, 0}, {good, bad})), "");
  bad.matrix.linear(0, 0) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(where(fk_matrix<double>({-1, 0}, {good, bad})), "local_matrices[1]");
  EXPECT_TRUE(fk_matrix<double>({}, {}));
}

TEST(fk_matrix, bound_says_something_after_300_joints) {
  Implementation chain = find_algorithm("fk_matrix")->implementation;
  chain.sample = &joints_in_a_row;
  const Agreement agreement = measure_agreement("fk_matrix, 300 joints in a row", chain, 300, 20);
  EXPECT_LE(agreement.fraction, 1);
  EXPECT_LT(agreement.bound, 0.02);
}

}  // namespace fk_matrix_test
}  // namespace bindpose::hierarchy
