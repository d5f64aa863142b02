// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "reference/hierarchy/fk_product.h"
#include "reference/hierarchy/fk_quaternion.h"
#include "reference/samples/parts.h"

namespace bindpose::hierarchy {

/// The largest bound in W after `depth` turns of about a radian each.
double bound_after(int depth) {
  Trs<double> trs;
  trs.rotation = quaternion_xyzw<double>(0.3, 0.4, 0.1, std::sqrt(1 - 0.26));
  const Affine<Tracked> L = affine_from_trs(trs.cast<Tracked>());
  std::vector<int> parents;
  for (int j = 0; j < depth; ++j)
    parents.push_back(j - 1);
  const Affine<Tracked> W = world_transforms(parents, std::vector<Affine<Tracked>>(parents.size(), L)).back();
  double largest = 0;
  for (int i = 0; i < 9; ++i)
    largest = std::max(largest, W.linear(i).error());
  return largest;
}

TEST(Chain, bounds_of_rotations_do_not_grow_exponentially) {
  const double ten = bound_after(10), hundred = bound_after(100);
  EXPECT_GT(hundred, ten);
  EXPECT_LT(hundred, 100 * ten) << "sqrt(3)^90 would be 3e21";
  EXPECT_LT(hundred, 1e-3);
}

TEST(Chain, the_uncertainty_of_a_root_reaches_its_children) {
  const double turn = 1e-3, reach = 2;
  Rigid<Tracked> root{Quat<Tracked>::Identity(), Vec3<Tracked>::Zero()};
  root.rotation.z() = Tracked::uncertain(0, turn);
  const Rigid<Tracked> child{Quat<Tracked>::Identity(), {reach, 0, 0}};
  const auto W = world_transforms<Tracked>({-1, 0, 1}, {root, child, child}, RotationForm::cross_products);
  for (std::size_t j = 1; j < 3; ++j) {
    EXPECT_GE(W[j].rotation.z().error(), turn);
    EXPECT_GE(W[j].translation[1].error(), static_cast<double>(j) * reach * std::sin(2 * turn));
  }
}

TEST(Chain, bounds_of_inverse_chains_do_not_grow_exponentially) {
  Trs<double> trs;
  trs.rotation = quaternion_xyzw<double>(0.3, 0.4, 0.1, std::sqrt(1 - 0.26));
  trs.translation = {0.5, -0.25, 1};
  const Affine<Tracked> A = affine_from_trs(trs.cast<Tracked>());
  const auto bound_after_joints = [&](std::size_t count) {
    std::vector<int> parents;
    for (std::size_t j = 0; j < count; ++j)
      parents.push_back(static_cast<int>(j) - 1);
    const Affine<Tracked> V = inverse_chain(parents, std::vector<Affine<Tracked>>(count, A)).back();
    return V.linear(1, 2).error();
  };
  const double ten = bound_after_joints(10), hundred = bound_after_joints(100);
  EXPECT_GT(hundred, ten);
  EXPECT_LT(hundred, 100 * ten);
  EXPECT_LT(hundred, 1e-3);
}

TEST(Chain, an_inverse_chain_inverts_the_chain) {
  Random random("chain.inverse");
  const std::vector<int> parents = samples::sample_parents(30, random);
  std::vector<Affine<double>> L, A;
  for (std::size_t j = 0; j < parents.size(); ++j) {
    L.push_back(affine_from_trs(samples::sample_rigid(random)));
    const Mat3<double> inverse = L.back().linear.inverse();
    A.push_back({inverse, -(inverse * L.back().translation)});
  }
  const std::vector<Affine<double>> W = world_transforms(parents, L), V = inverse_chain(parents, A);
  for (std::size_t j = 0; j < parents.size(); ++j) {
    const Affine<double> product = V[j] * W[j];
    EXPECT_LT((product.linear - Mat3<double>::Identity()).norm(), 1e-13);
    EXPECT_LT(product.translation.norm(), 1e-12);
  }
}

TEST(Chain, other_scalars_only_multiply) {
  Random random("chain");
  const Affine<double> a = samples::sample_affine(random), b = samples::sample_affine(random);
  const std::vector<Affine<double>> W = world_transforms<double>({-1, 0}, {a, b});
  EXPECT_EQ(W[1].linear, (a * b).linear);
  EXPECT_EQ(W[0].translation, a.translation);
}

}  // namespace bindpose::hierarchy
