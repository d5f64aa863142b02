// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/eigenskin.h"

#include <cmath>
#include <string>
#include <utility>

#include <Eigen/SVD>
#include <gtest/gtest.h>

#include "reference/testing/agreement.h"
#include "reference/testing/eigenskin_questions.h"

namespace bindpose::examples {
namespace eigenskin_test {

using namespace test::eigenskin;

DynamicMatrix<double> random_columns(Eigen::Index rows, Eigen::Index columns, Random& random) {
  DynamicMatrix<double> D(rows, columns);
  for (Eigen::Index i = 0; i < D.size(); ++i)
    D(i % rows, i / rows) = random.uniform(-1, 1);
  return D;
}

TEST(EigenSkin, what_is_cut_is_the_energy_of_the_small_singular_values) {
  Random random("eigenskin.truncated");
  for (const auto& [rows, columns] : {std::pair{12, 4}, std::pair{3, 5}, std::pair{9, 1}}) {
    const DynamicMatrix<double> D = random_columns(rows, columns, random);
    const Eigen::JacobiSVD<DynamicMatrix<double>> svd(D, Eigen::ComputeThinU | Eigen::ComputeThinV);
    double before = 0;
    for (int r = 0; r <= columns; ++r) {
      const Truncated<double> left = truncated(D, static_cast<std::size_t>(r));
      const auto known = std::min<Eigen::Index>(r, svd.singularValues().size());
      const DynamicMatrix<double> nearest = svd.matrixU().leftCols(known) *
                                            svd.singularValues().head(known).asDiagonal() *
                                            svd.matrixV().leftCols(known).transpose();
      EXPECT_LT((left.D_r - nearest).norm(), 1e-14);
      EXPECT_NEAR((D - left.D_r).squaredNorm(), (1 - left.eta) * D.squaredNorm(), 1e-13);
      EXPECT_GE(left.eta, before);
      before = left.eta;
      EXPECT_TRUE(std::is_sorted(left.s.rbegin(), left.s.rend()));
      for (Eigen::Index b = 0; b < svd.singularValues().size(); ++b)
        EXPECT_NEAR(left.s[static_cast<std::size_t>(b)], svd.singularValues()[b], 1e-14);
    }
    EXPECT_EQ(before, 1);
  }
  EXPECT_EQ(truncated<double>(DynamicMatrix<double>::Zero(6, 2), 1).eta, 1);
}

TEST(EigenSkin, at_rest_nothing_changes) {
  const ArraySet question = bar_question({}, {0, 3, 1});
  expect_near(values("positions", question), question.find("positions")->reals(), 1e-6);
  expect_near(values("positions", question), values("positions", question, "linear_blend"), 1e-14);
  expect_near(values("normals", question), values("normals", question, "linear_blend"), 1e-14);
  expect_near(values("example_weights", question), Row(5, 0), 1e-14);
}

TEST(EigenSkin, with_all_displacements_an_example_is_met) {
  for (std::size_t k = 0; k < turned.size(); ++k) {
    const ArraySet question = with_exact_palettes(bar_question({turned[k]}, {0, 3, 2}));
    const std::size_t numbers = question.find("positions")->reals().size();
    for (const auto& [met, example] :
         {std::pair{"positions", "example_positions"}, std::pair{"normals", "example_normals"}}) {
      Row expected(numbers);
      std::copy_n(question.find(example)->reals().begin() + static_cast<std::ptrdiff_t>(k * numbers), numbers,
                  expected.begin());
      // Examples' normals are unit within float32.
      expect_near(values(met, question), expected, std::string(met) == "normals" ? 1e-7 : 1e-13);
    }
    EXPECT_EQ(values("energies", question), Row(3, 1));
  }
}

TEST(EigenSkin, in_all_examples_together_what_is_cut_is_unmet) {
  for (const int rank : {0, 1, 2}) {
    double unmet = 0;
    Row s, eta;
    for (const std::size_t k : {0U, 2U, 3U}) {
      const ArraySet cut = with_exact_palettes(bar_question({turned[k]}, {0, rank, 0}));
      const ArraySet whole = with_exact_palettes(bar_question({turned[k]}, {0, 3, 0}));
      const Row a = values("corrected_positions", cut), b = values("corrected_positions", whole);
      for (std::size_t i = 0; i < a.size(); ++i)
        unmet += (a[i] - b[i]) * (a[i] - b[i]);
      s = values("singular_values", cut);
      eta = values("energies", cut);
    }
    const double all = s[0] * s[0] + s[2] * s[2] + s[3] * s[3];
    EXPECT_NEAR(unmet, (1 - eta[1]) * all, 1e-13);
    EXPECT_GE(s[0], s[2]);
    EXPECT_GE(s[2], s[3]);
    EXPECT_EQ(eta[0], 1);
  }
}

/// Displacements by columns, of a joint's examples.
DynamicMatrix<double> displacements_of(const ArraySet& question, const std::vector<std::size_t>& own,
                                       bool of_normals) {
  const std::size_t V = question.find("positions")->shape[0], P = turned.size();
  const Influences slots = *read_influences(question, V);
  const char* name = of_normals ? "example_normals" : "example_positions";
  DynamicMatrix<double> D(3 * V, own.size());
  for (std::size_t k = 0; k < own.size(); ++k)
    for (std::size_t v = 0; v < V; ++v) {
      Affine<double> B{Mat3<double>::Zero(), Vec3<double>::Zero()};
      for (std::size_t i = v * slots.width; i < (v + 1) * slots.width; ++i) {
        const Affine<double> M = affine_at(question.find("example_palettes")->reals().data() +
                                           12 * (slots.joints[i] * P + own[k]));
        B.linear += slots.weights[i] * M.linear;
        B.translation += slots.weights[i] * M.translation;
      }
      const Vec3<double> posed = read_row<double, 3>(*question.find(name), own[k] * V + v);
      const Vec3<double> rest = read_row<double, 3>(*question.find(of_normals ? "normals" : "positions"), v);
      const Vec3<double> moved = of_normals ? posed : Vec3<double>(posed - B.translation);
      D.block<3, 1>(static_cast<Eigen::Index>(3 * v), static_cast<Eigen::Index>(k)) =
          B.linear.inverse() * moved - rest;
    }
  return D;
}

/// A basis by another decomposition, with its coefficients, is the same skin at level palette.
TEST(EigenSkin, any_basis_and_its_coefficients_give_the_same) {
  const Integers ranks = {0, 2, 1};
  const ArraySet posed = bar_question(between, ranks);
  const Row a = values("example_weights", posed);
  ArraySet given;
  for (const char* name : {"positions", "normals", "tangents", "joints", "weights"})
    given.put(*posed.find(name));
  given.add("palette", {3, 3, 4}, values("palette", posed));
  const std::size_t V = given.find("positions")->shape[0];
  for (const bool of_normals : {false, true}) {
    Row basis, coefficients;
    for (const std::size_t j : {1U, 2U}) {
      std::vector<std::size_t> own;
      for (std::size_t k = 0; k < turned.size(); ++k)
        if (turned[k].joint == j) own.push_back(k);
      const DynamicMatrix<double> D = displacements_of(posed, own, of_normals);
      const Eigen::JacobiSVD<DynamicMatrix<double>> svd(D, Eigen::ComputeThinU | Eigen::ComputeThinV);
      for (Eigen::Index b = 0; b < ranks[j]; ++b) {
        const Eigen::VectorXd u = (b == 0 ? -1.0 : 1.0) * svd.matrixU().col(b);
        basis.insert(basis.end(), u.begin(), u.end());
        coefficients.push_back(0);
        for (std::size_t k = 0; k < own.size(); ++k)
          coefficients.back() += a[own[k]] * u.dot(D.col(static_cast<Eigen::Index>(k)));
      }
    }
    given.add(of_normals ? "eigennormals" : "eigendisplacements", {coefficients.size(), V, 3}, basis);
    given.add(of_normals ? "normal_coefficients" : "coefficients", {coefficients.size()}, coefficients);
  }
  for (const char* name : {"corrected_positions", "positions", "normals", "tangents"})
    expect_near(values(name, given), values(name, posed), 1e-13);
}

/// At level pose.
ArraySet sample_from_examples(std::size_t, Random& random) {
  Turned pose, examples;
  for (const std::size_t j : {0U, 1U, 2U})
    pose.push_back({j, random.direction(), random.uniform(-60, 60)});
  const double angles[] = {70, -70, 110};
  for (const std::size_t j : {1U, 2U})
    for (std::size_t k = 0; k < 1 + j; ++k)
      examples.push_back({j, random.direction(), angles[k % 3]});
  const Integers ranks = {0, 1 + static_cast<std::int32_t>(random.below(2)),
                          static_cast<std::int32_t>(random.below(4))};
  return *samples::eigenskin_from_examples({scenes::bar({}, true), pose, examples, {1, 0.5, 0.25}, 1.25},
                                           ranks, random);
}

TEST(EigenSkin, float_stays_within_the_bound_and_double_near_quad) {
  const test::Agreement given = test::measure_agreement(stem, 24, 100);
  EXPECT_LE(given.fraction, 1);
  EXPECT_GT(given.fraction, 0.01);
  EXPECT_LT(given.quad, 1e-14);
  Implementation implementation = find_algorithm(stem)->implementation;
  implementation.sample = &sample_from_examples;
  const test::Agreement from_examples = test::measure_agreement("eigenskin at pose", implementation, 36, 60);
  EXPECT_LE(from_examples.fraction, 1);
  EXPECT_LT(from_examples.bound, 0.1);
  EXPECT_LT(from_examples.quad, 1e-12);
}

}  // namespace eigenskin_test
}  // namespace bindpose::examples
