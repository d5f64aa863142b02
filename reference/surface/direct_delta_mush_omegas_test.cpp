// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/direct_delta_mush_omegas.h"

#include <gtest/gtest.h>

#include "reference/surface/shared/omegas_question.h"
#include "reference/testing/mesh_checks.h"

namespace bindpose::surface::direct_delta_mush_omegas_test {

using namespace test;

constexpr const char* id = "ddm.omegas";
constexpr LaplacianWeights both[] = {LaplacianWeights::uniform, LaplacianWeights::cotangent};
const Rig& tube() {
  static const Rig rig = test_tube(0, 0).rig;
  return rig;
}

std::vector<std::vector<Moments<double>>> moments(const Smoothing& smoothing, LaplacianWeights weights) {
  const Mesh& mesh = tube().mesh;
  const auto L = laplacian<double>(mesh.positions, mesh.triangles, weights);
  return {direct_delta_mush_omegas(mesh.positions, tube().influences, tube().influences.weights, 0, *L,
                                   smoothing),
          direct_delta_mush_omegas(mesh.positions, tube().influences, tube().influences.weights, 1, *L,
                                   smoothing)};
}

ArraySet question(std::size_t iterations = 4, double step = 0.5) {
  ArraySet result;
  const ArraySet mesh = tube_question(0, 0);
  for (const char* name : {"positions", "joints", "weights", "triangles"})
    result.put(*mesh.find(name));
  result.add("joint_count", {1}, Array::Integers{2});
  add_smoothing(result, {iterations, step});
  return result;
}

TEST(DirectDeltaMushOmegas, first_moments_are_smoothed_positions) {
  for (const LaplacianWeights weights : both) {
    const auto omegas = moments({5, 0.5}, weights);
    std::vector<Eigen::Matrix<double, 3, 1>> s = tube().mesh.positions;
    smooth<double, 3>(*laplacian<double>(tube().mesh.positions, tube().mesh.triangles, weights), {5, 0.5}, s);
    for (std::size_t v = 0; v < s.size(); ++v) {
      const Moments<double> sum = omegas[0][v] + omegas[1][v];
      EXPECT_NEAR(sum[9], 1, 1e-14) << "weights and their averages sum to 1";
      EXPECT_LT((Vec3<double>(sum[3], sum[6], sum[8]) - s[v]).norm(), 1e-14);
    }
  }
}

TEST(DirectDeltaMushOmegas, moments_equal_those_of_the_paper_s_matrix) {
  // B as a dense matrix: (1 - l) I + l A, multiplied out.
  const Mesh& mesh = tube().mesh;
  const auto count = static_cast<Eigen::Index>(mesh.vertex_count());
  for (const LaplacianWeights weights : both) {
    const auto L = laplacian<double>(mesh.positions, mesh.triangles, weights);
    Eigen::MatrixXd step = Eigen::MatrixXd::Identity(count, count) * 0.25,
                    B = Eigen::MatrixXd::Identity(count, count);
    for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
      double total = 0;
      for (const double c : L->c[v])
        total += c;
      for (std::size_t u = 0; u < L->c[v].size(); ++u)
        step(static_cast<Eigen::Index>(v), L->neighbours[v][u]) += 0.75 * L->c[v][u] / total;
    }
    for (int i = 0; i < 3; ++i)
      B = step * B;
    const auto omegas = moments({3, 0.75}, weights);
    for (Eigen::Index v = 0; v < count; v += 5)
      for (std::uint32_t j = 0; j < 2; ++j) {
        Eigen::Matrix4d omega = Eigen::Matrix4d::Zero();
        for (Eigen::Index k = 0; k < count; ++k) {
          const auto vertex = static_cast<std::size_t>(k);
          Eigen::Vector4d u;
          u << mesh.positions[vertex], 1;
          omega += B(v, k) * tube().influences.weights[2 * vertex + j] * u * u.transpose();
        }
        const Moments<double>& m = omegas[j][static_cast<std::size_t>(v)];
        int n = 0;
        for (int r = 0; r < 4; ++r)
          for (int c = r; c < 4; ++c)
            EXPECT_NEAR(m[n++], omega(r, c), 1e-13) << "row by row, the upper triangle";
      }
  }
}

TEST(DirectDeltaMushOmegas, slots_hold_the_joints_with_moments) {
  const auto omegas = moments({1, 0.5}, LaplacianWeights::uniform);
  const OmegaSlots slots = omega_slots(omegas, 44);
  EXPECT_EQ(slots.width, 2u);
  EXPECT_EQ(slots.joints.size(), 88u);
  EXPECT_EQ(slots.omegas.size(), 880u);
  EXPECT_EQ(slots.joints[0], 0u);
  EXPECT_EQ(slots.omegas[19], 0) << "vertex 0 is far from joint 1";
  EXPECT_EQ(slots.joints[2 * 41], 1u) << "a vertex with only joint 1 has joint 1 in the first slot";
  EXPECT_EQ(omega_slots({}, 0).width, 0u);
}

TEST(DirectDeltaMushOmegas, wrong_inputs_are_refused_with_a_reason) {
  EXPECT_EQ(error_of(id, question(4, 0)), "PARAMETER_RANGE step");
  ArraySet few = question();
  std::get<Array::Integers>(few.find("joint_count")->data)[0] = 1;
  EXPECT_EQ(error_of(id, few).substr(0, 11), "INDEX_RANGE");
  std::get<Array::Integers>(few.find("joint_count")->data)[0] = -1;
  EXPECT_EQ(error_of(id, few), "PARAMETER_RANGE joint_count");
  ArraySet negative = question();
  std::get<Array::Reals>(negative.find("weights")->data)[5] = -0.5;
  EXPECT_EQ(error_of(id, negative), "NEGATIVE_WEIGHT weights[2][1]");
}

}  // namespace bindpose::surface::direct_delta_mush_omegas_test
