// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/bounded_biharmonic.h"

#include <gtest/gtest.h>

#include "reference/testing/answers.h"
#include "reference/testing/weights.h"

namespace bindpose::binding::bounded_biharmonic_test {

using test::binding_question, test::Pivots, test::tube;

std::string error_of(const ArraySet& question) {
  return test::error_of("bind.bbw", question);
}

const Array::Integers row_of_four = {-1, 0, 1, 2};
const Pivots four_pivots = {{0, 0, 0}, {0.125, 1.375, 0}, {0, 2.75, 0.125}, {0, 3.875, 0}};

/// The kernel's input.
struct Problem {
  std::vector<Vec3<double>> x;
  Handles<double> handles;
  SparseMatrix<double> Q;

  Problem(const Mesh& mesh, const Array::Integers& parents, const Pivots& pivots) : x(mesh.positions) {
    handles = handles_of<double>(x, *bone_segments<double>(pivots, parents), 0.25);
    const auto L = surface::laplacian<double>(x, mesh.triangles, surface::LaplacianWeights::cotangent);
    Q = biharmonic<double>(*L, vertex_areas<double>(x, mesh.triangles));
  }
};

TEST(BoundedBiharmonic, weights_meet_the_conditions_of_the_minimum) {
  const Problem problem(tube(41, 24, true), row_of_four, four_pivots);
  double largest = 0, off = 0;
  for (Eigen::Index i = 0; i < problem.Q.outerSize(); ++i)
    largest = std::max(largest, std::fabs(problem.Q.coeff(i, i)));
  std::size_t at_0 = 0, inner = 0;
  for (Eigen::Index j = 0; j < 4; ++j) {
    const DynamicVector<double> b = bounded_weights<double>(problem.Q, problem.handles, j), z = problem.Q * b;
    for (Eigen::Index v = 0; v < b.size(); ++v) {
      if (problem.handles.is_fixed[static_cast<std::size_t>(v)]) continue;
      const double wrong = b[v] == 0 ? -z[v] : b[v] == 1 ? z[v] : std::fabs(z[v]);
      off = std::max(off, wrong / largest);
      (b[v] > 0 && b[v] < 1 ? inner : at_0) += 1;
    }
  }
  std::printf("conditions met to %.2g of the largest number; %zu weights at an end, %zu between\n", off, at_0,
              inner);
  EXPECT_LT(off, 1e-9);
  EXPECT_GT(at_0, 100U) << "no weight reached its limit";
  EXPECT_GT(inner, 100U);
}

TEST(BoundedBiharmonic, no_other_weights_have_less_energy) {
  const Problem problem(tube(7, 6, false), row_of_four, four_pivots);
  Random random("bbw.energy");
  for (Eigen::Index j = 0; j < 4; ++j) {
    const DynamicVector<double> b = bounded_weights<double>(problem.Q, problem.handles, j);
    const double energy = b.dot(problem.Q * b);
    for (int other = 0; other < 200; ++other) {
      DynamicVector<double> w = b;
      const double reach = std::pow(2.0, -other % 12);
      for (Eigen::Index v = 0; v < w.size(); ++v)
        if (!problem.handles.is_fixed[static_cast<std::size_t>(v)])
          w[v] = std::clamp(w[v] + reach * random.uniform(-1, 1), 0.0, 1.0);
      EXPECT_GE(w.dot(problem.Q * w), energy - 1e-9);
    }
  }
}

TEST(BoundedBiharmonic, an_island_without_a_handle_is_an_error) {
  Mesh mesh = tube(5, 6, false);
  EXPECT_EQ(error_of(binding_question(mesh, {}, {})), "NO_BONE parents");
  const auto first = static_cast<std::uint32_t>(mesh.vertex_count());
  for (const double x : {20, 21, 22})
    mesh.positions.emplace_back(x, x * x, 0);
  mesh.triangles.push_back({first, first + 1, first + 2});
  EXPECT_EQ(error_of(binding_question(mesh, {-1, 0}, {{0, 0, 0}, {0, 4, 0}})),
            "ISLAND_WITHOUT_BONE positions[" + std::to_string(first) + "]");
}

}  // namespace bindpose::binding::bounded_biharmonic_test
