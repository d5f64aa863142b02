// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/skinning_decomposition.h"

#include <gtest/gtest.h>

namespace bindpose::examples::skinning_decomposition_test {

using Decomposition = SkinningDecomposition<double>;
using Mesh = AnimatedMesh<double>;

/// A limb along x in P poses. Bones of 1 metre are blended linearly between their middles; each rotates about its own end.
struct Limb {
  Mesh mesh;
  Array::Integers clusters;
  DynamicMatrix<double> w;
  Palettes<double> M;

  Limb(std::size_t J, std::size_t V, std::size_t P, const char* name) {
    Random random(name);
    w = DynamicMatrix<double>::Zero(static_cast<Eigen::Index>(V), static_cast<Eigen::Index>(J));
    for (std::size_t v = 0; v < V; ++v) {
      const double along = (static_cast<double>(v) + 0.5) * static_cast<double>(J) / static_cast<double>(V);
      const double y = random.uniform(0.25, 0.5), z = random.uniform(0.25, 0.5);
      mesh.p.emplace_back(along, v % 2 == 0 ? y : -y, v / 2 % 2 == 0 ? z : -z);
      clusters.push_back(static_cast<std::int32_t>(along));
      const double between = std::clamp(along - 0.5, 0.0, static_cast<double>(J - 1));
      const auto first = std::min(static_cast<Eigen::Index>(between), static_cast<Eigen::Index>(J) - 2);
      const double part = std::clamp(2 * (between - static_cast<double>(first)) - 0.5, 0.0, 1.0);
      w(static_cast<Eigen::Index>(v), first) = 1 - part;
      w(static_cast<Eigen::Index>(v), first + 1) = part;
    }
    for (std::size_t k = 0; k < P; ++k) {
      M.emplace_back();
      for (std::size_t j = 0; j < J; ++j) {
        const Quat<double> turn = random.rotation().normalized();
        const Mat3<double> R = turn.toRotationMatrix();
        const Vec3<double> end(static_cast<double>(j), 0, 0), to = end + random.point(0.25);
        M.back().push_back({R, to - R * end});
      }
    }
    mesh.y.assign(P, mesh.p);
    Decomposition planted{w, M};
    fit(mesh, planted);
    mesh.y = planted.x;
  }
};

double farthest(const Palettes<double>& a, const Palettes<double>& b) {
  double apart = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    for (std::size_t j = 0; j < a[k].size(); ++j)
      apart = std::max({apart, (a[k][j].linear - b[k][j].linear).norm(),
                        (a[k][j].translation - b[k][j].translation).norm()});
  return apart;
}

TEST(skinning_decomposition, rigid_parts_are_found_without_iteration) {
  Limb limb(3, 12, 4, "ssdr.rigid");
  for (Eigen::Index v = 0; v < 12; ++v)
    for (Eigen::Index j = 0; j < 3; ++j)
      limb.w(v, j) = limb.clusters[static_cast<std::size_t>(v)] == j ? 1 : 0;
  Decomposition rigid{limb.w, limb.M};
  fit(limb.mesh, rigid);
  limb.mesh.y = rigid.x;
  for (const std::size_t N : {0U, 1U, 3U}) {
    const Decomposition found = decomposed(limb.mesh, limb.clusters, {3, 2, N});
    EXPECT_LT(farthest(found.M, limb.M), 1e-13);
    EXPECT_LT((found.w - limb.w).norm(), 1e-13);
    EXPECT_LT(found.rho, 1e-14);
  }
}

TEST(skinning_decomposition, no_half_round_increases_the_residual) {
  Limb limb(3, 18, 5, "ssdr.halves");
  Random random("ssdr.noise");
  for (Points<double>& example : limb.mesh.y)
    for (Vec3<double>& y : example)
      y += random.point(0.125);
  Decomposition found = decomposed(limb.mesh, limb.clusters, {3, 3, 0});
  for (int half = 0; half < 12; ++half) {
    const double before = found.rho;
    for (std::size_t v = 0; v < 18 && half % 2 == 0; ++v)
      found.w.row(static_cast<Eigen::Index>(v)) =
          vertex_weights<double>(moved(found.M, limb.mesh.p[v]), targets(limb.mesh, v), 3).transpose();
    for (std::size_t j = 0; j < 3 && half % 2 == 1; ++j)
      update_bone(limb.mesh, j, found);
    fit(limb.mesh, found);
    EXPECT_LE(found.rho, before + 1e-15);
  }
  EXPECT_LT((found.M[0][0].linear - decomposed(limb.mesh, limb.clusters, {3, 3, 6}).M[0][0].linear).norm(),
            1e-12);
}

TEST(skinning_decomposition, at_most_K_weights_are_positive_and_all_sum_to_1) {
  Limb limb(4, 20, 3, "ssdr.weights");
  Random random("ssdr.any");
  for (Points<double>& example : limb.mesh.y)
    for (Vec3<double>& y : example)
      y += random.point(0.5);
  for (const std::size_t K : {1U, 2U, 3U, 9U}) {
    const Decomposition found = decomposed(limb.mesh, limb.clusters, {4, K, 2});
    for (Eigen::Index v = 0; v < 20; ++v) {
      EXPECT_NEAR(found.w.row(v).sum(), 1, 1e-14);
      EXPECT_GE(found.w.row(v).minCoeff(), 0);
      EXPECT_LE((found.w.row(v).array() > 0).count(), static_cast<Eigen::Index>(K));
      EXPECT_TRUE(K > 1 || found.w.row(v).maxCoeff() == 1);
    }
    for (const auto& bones : found.M)
      for (const Affine<double>& M_j : bones) {
        EXPECT_LT((M_j.linear.transpose() * M_j.linear - Mat3<double>::Identity()).norm(), 1e-13);
        EXPECT_GT(determinant(M_j.linear), 0);
      }
  }
}

TEST(skinning_decomposition, a_rigid_motion_of_the_examples_also_moves_the_bones) {
  Limb limb(3, 14, 3, "ssdr.moved");
  Random random("ssdr.motion");
  const Affine<double> G{random.rotation().normalized().toRotationMatrix(), {1, -2, 0.5}};
  const Decomposition before = decomposed(limb.mesh, limb.clusters, {3, 3, 2});
  for (Points<double>& example : limb.mesh.y)
    for (Vec3<double>& y : example)
      y = G * y;
  const Decomposition after = decomposed(limb.mesh, limb.clusters, {3, 3, 2});
  Palettes<double> expected = before.M;
  for (auto& bones : expected)
    for (Affine<double>& M_j : bones)
      M_j = G * M_j;
  EXPECT_LT(farthest(after.M, expected), 1e-12);
  EXPECT_LT((after.w - before.w).norm(), 1e-12);
}

TEST(skinning_decomposition, no_other_rigid_motion_fits_better_than_a_bone) {
  Random random("ssdr.bone");
  for (int trial = 0; trial < 50; ++trial) {
    Points<double> p, q;
    DynamicVector<double> w(6);
    for (Eigen::Index v = 0; v < 6; ++v) {
      p.push_back(random.point(1));
      q.push_back(random.point(1));
      w[v] = random.uniform(0.25, 1);
    }
    const auto off = [&](const Affine<double>& M) {
      double squares = 0;
      for (std::size_t v = 0; v < 6; ++v)
        squares += (w[static_cast<Eigen::Index>(v)] * (M * p[v]) - q[v]).squaredNorm();
      return squares;
    };
    const Affine<double> M = fitted_bone<double>(p, w, q, {});
    EXPECT_NEAR(determinant(M.linear), 1, 1e-13);
    for (int other = 0; other < 20; ++other) {
      const Vec3<double> axis = random.direction().normalized();
      const double angle = std::pow(4.0, -other);
      const Mat3<double> turn = Eigen::AngleAxis<double>(angle, axis).toRotationMatrix();
      const Vec3<double> shift = random.point(angle);
      EXPECT_GE(off({turn * M.linear, M.translation + shift}), off(M) - 1e-13);
    }
  }
}

TEST(skinning_decomposition, undetermined_motions_stay_as_before) {
  const Affine<double> before{Eigen::AngleAxis<double>(1, Vec3<double>::UnitY()).toRotationMatrix(),
                              {1, 2, 3}};
  const Points<double> line = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}}, plane = {{0, 0, 0}, {1, 0, 0}, {3, 1, 0}};
  const DynamicVector<double> ones = DynamicVector<double>::Ones(3);
  const auto shifted = [](Points<double> points) {
    for (Vec3<double>& x : points)
      x += Vec3<double>(0, 5, 0);
    return points;
  };
  const Affine<double> of_line = fitted_bone<double>(line, ones, shifted(line), before);
  EXPECT_EQ(of_line.linear, before.linear);
  EXPECT_LT((of_line * Vec3<double>(4.0 / 3, 0, 0) - Vec3<double>(4.0 / 3, 5, 0)).norm(), 1e-14);
  const Affine<double> of_plane = fitted_bone<double>(plane, ones, shifted(plane), before);
  EXPECT_LT((of_plane.linear - Mat3<double>::Identity()).norm(), 1e-14);
  const Affine<double> light = fitted_bone<double>(plane, ones * 0x1p-6, shifted(plane), before);
  EXPECT_EQ(light.linear, before.linear);
  EXPECT_EQ(light.translation, before.translation);
  const Affine<double> of_point = fitted_bone<double>({{1, 2, 3}}, ones.head(1), {{0, 1, 0}}, before);
  EXPECT_EQ(of_point.linear, before.linear);
}

TEST(skinning_decomposition, the_first_of_equal_effects_are_kept) {
  using Which = std::vector<bool>;
  EXPECT_EQ(strongest<double>({1, 2, 2, 0}, 2), (Which{false, true, true, false}));
  EXPECT_EQ(strongest<double>({2, 1, 2, 2}, 2), (Which{true, false, true, false}));
  EXPECT_EQ(strongest<double>({0, 0, 0}, 1), (Which{true, false, false}));
  EXPECT_EQ(strongest<double>({0, 1}, 7), (Which{true, true}));
}

}  // namespace bindpose::examples::skinning_decomposition_test
