// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/inverse_bind.h"

#include <gtest/gtest.h>

#include "reference/hierarchy/shared/world.h"
#include "reference/samples/parts.h"
#include "reference/testing/assert.h"

namespace bindpose::hierarchy::inverse_bind_test {

double distance_to_identity(const Affine<double>& map) {
  return (map.linear - Mat3<double>::Identity()).norm() + map.translation.norm();
}

TEST(inverse_bind, the_product_is_the_identity_on_both_sides) {
  Random random("inverse_bind.product");
  std::vector<Affine<double>> bind(200);
  std::size_t mirrored = 0;
  for (Affine<double>& B : bind) {
    B = samples::sample_affine(random);
    mirrored += determinant(B.linear) < 0 ? 1 : 0;
  }
  EXPECT_GT(mirrored, 10u);
  for (const InverseOrder order : {InverseOrder::inverse_then_product, InverseOrder::adjugate_then_divide}) {
    BINDPOSE_ASSERT(const auto A, inverse_bind<double>(bind, order));
    for (std::size_t j = 0; j < bind.size(); ++j) {
      EXPECT_LT(distance_to_identity(A[j] * bind[j]), 1e-13);
      EXPECT_LT(distance_to_identity(bind[j] * A[j]), 1e-13);
    }
  }
}

TEST(inverse_bind, the_rigid_form_agrees_with_matrices) {
  Random random("inverse_bind.rigid");
  for (int round = 0; round < 100; ++round) {
    const Rigid<double> B{random.rotation().normalized(), random.point(2)};
    const Affine<double> rigid = affine_from_rigid(inverse_bind(B));
    BINDPOSE_ASSERT(const auto A, inverse_bind<double>({affine_from_rigid(B)}));
    EXPECT_LT((rigid.linear - A[0].linear).norm(), 1e-14);
    EXPECT_LT((rigid.translation - A[0].translation).norm(), 1e-14);
  }
}

TEST(inverse_bind, a_small_scale_is_not_singular) {
  Affine<double> B;
  B.linear *= 1e-9;
  EXPECT_TRUE(inverse_bind<double>({B}));
}

TEST(inverse_bind, invalid_inputs_are_refused) {
  const Affine<double> good;
  Affine<double> flat;
  flat.linear.col(2) = flat.linear.col(0) + flat.linear.col(1) / 3;
  auto answer = inverse_bind<double>({good, flat});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, "SINGULAR_BIND");
  EXPECT_EQ(answer.error().where, "bind[1]");
  flat.linear.setZero();
  EXPECT_FALSE(inverse_bind<double>({flat}));
  flat.translation[0] = std::numeric_limits<double>::quiet_NaN();
  answer = inverse_bind<double>({good, good, flat});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, "NOT_FINITE");
}

TEST(inverse_bind, every_scalar_type_refuses_singular_matrices) {
  Affine<double> flat;
  flat.linear.col(2) = flat.linear.col(0) + flat.linear.col(1) / 4;
  EXPECT_FALSE(inverse_bind<Quad>({flat.cast<Quad>()}));
  EXPECT_FALSE(inverse_bind<Tracked>({flat.cast<Tracked>()}));
  EXPECT_FALSE(inverse_bind<float>({flat.cast<float>()}));
}

}  // namespace bindpose::hierarchy::inverse_bind_test
