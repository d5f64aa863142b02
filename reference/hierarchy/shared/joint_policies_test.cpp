// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/shared/joint_policies.h"

#include <gtest/gtest.h>

#include "reference/hierarchy/shared/world.h"
#include "reference/samples/parts.h"

namespace bindpose::hierarchy::joint_policies_test {

std::vector<LocalTransform<double>> chain(const Vec3<double>& root_scale) {
  Random random("joint policies");
  std::vector<LocalTransform<double>> locals(3);
  for (auto& local : locals) {
    local.trs = samples::sample_rigid(random);
    local.trs.rotation.normalize();
  }
  locals[0].trs.scale = root_scale;
  return locals;
}

double distance(const Affine<double>& a, const Affine<double>& b) {
  return (a.linear - b.linear).norm() + (a.translation - b.translation).norm();
}

TEST(joint_policies, uniform_scale_is_the_same_with_and_without_shear) {
  const auto locals = chain({2, 2, 2});
  const auto with = *fk_matrix<double>({-1, 0, 1}, locals);
  const auto without = *fk_matrix<double>({-1, 0, 1}, locals, ScaleInheritance::without_shear);
  for (std::size_t j = 0; j < with.size(); ++j)
    EXPECT_LT(distance(with[j], without[j]), 1e-14);
}

TEST(joint_policies, axes_stay_orthogonal_without_shear) {
  const auto locals = chain({2, 0.5, 1});
  const auto with = *fk_matrix<double>({-1, 0, 1}, locals);
  const auto without = *fk_matrix<double>({-1, 0, 1}, locals, ScaleInheritance::without_shear);
  const auto shear = [](const Affine<double>& W) {
    const Mat3<double> G = W.linear.transpose() * W.linear;
    return std::fabs(G(0, 1)) + std::fabs(G(0, 2)) + std::fabs(G(1, 2));
  };
  EXPECT_LT(distance(with[0], without[0]), 1e-15);
  EXPECT_LT((with[1].translation - without[1].translation).norm(), 1e-14)
      << "a child sits where its parent carries it";
  EXPECT_GT(shear(with[1]), 0.1);
  for (const auto& W : without)
    EXPECT_LT(shear(W), 1e-14);
}

TEST(joint_policies, a_joint_given_as_a_matrix_is_refused_without_shear) {
  auto locals = chain({1, 1, 1});
  locals[1].is_matrix = true;
  const auto refused = fk_matrix<double>({-1, 0, 1}, locals, ScaleInheritance::without_shear);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "NOT_APPLICABLE");
  EXPECT_EQ(refused.error().where, "local_matrices[1]");
}

TEST(joint_policies, rotations_are_kept_at_unit_length) {
  const auto locals = chain({1, 1, 1});
  auto longer = locals;
  for (auto& local : longer)
    local.trs.rotation.coeffs() *= 1.01;
  const auto right = *fk_matrix<double>({-1, 0, 1}, locals);
  const auto as_given = *fk_matrix<double>({-1, 0, 1}, longer);
  const auto kept =
      *fk_matrix<double>({-1, 0, 1}, longer, ScaleInheritance::with_shear, RotationLength::kept_unit);
  for (std::size_t j = 0; j < right.size(); ++j) {
    EXPECT_GT(distance(right[j], as_given[j]), 1e-3);
    EXPECT_LT(distance(right[j], kept[j]), 1e-14);
  }
}

TEST(joint_policies, a_decomposed_matrix_can_be_recomposed) {
  Random random("decomposed");
  for (int n = 0; n < 200; ++n) {
    Trs<double> trs = samples::sample_trs(random);
    trs.rotation.normalize();
    if (n % 2 == 0) trs.scale[static_cast<Eigen::Index>(random.below(3))] *= -1;
    if (!(trs.scale.cwiseAbs().minCoeff() > 0.01)) continue;
    const Affine<double> M = affine_from_trs(trs);
    ASSERT_TRUE(is_decomposable(M));
    EXPECT_LT(distance(affine_from_trs(decomposed(M)), M), 1e-13 * (1 + M.translation.norm()));
  }
  // Half turns about each axis: the trace is -1.
  for (const Vec3<double>& axis : {Vec3<double>(1, 0, 0), Vec3<double>(0, 1, 0), Vec3<double>(0, 0, 1)}) {
    const Affine<double> M{Mat3<double>(2 * axis * axis.transpose() - Mat3<double>::Identity()),
                           Vec3<double>::Zero()};
    EXPECT_LT(distance(affine_from_trs(decomposed(M)), M), 1e-15);
  }
}

TEST(joint_policies, a_sheared_or_flat_matrix_is_not_decomposed) {
  for (const double flat : {0.0, 1.0}) {
    auto locals = chain({1, 1, 1});
    locals[2].is_matrix = true;
    locals[2].matrix.linear << 1, 0.5 * flat, 0, 0, 1, 0, 0, 0, flat;
    const auto refused = fk_matrix<double>({-1, 0, 1}, locals, ScaleInheritance::with_shear,
                                           RotationLength::as_given, MatrixJoints::decomposed);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().where, "local_matrices[2]");
  }
}

}  // namespace bindpose::hierarchy::joint_policies_test
