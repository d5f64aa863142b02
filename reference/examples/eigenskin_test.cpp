// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/eigenskin.h"

#include <Eigen/SVD>
#include <gtest/gtest.h>

#include "reference/testing/agreement.h"
#include "reference/testing/eigenskin_questions.h"

namespace bindpose::examples::eigenskin_test {

using namespace test::eigenskin;

DynamicMatrix<double> random_columns(Eigen::Index rows, Eigen::Index columns, Random& random) {
  DynamicMatrix<double> D(rows, columns);
  for (Eigen::Index i = 0; i < D.size(); ++i)
    D(i % rows, i / rows) = random.uniform(-1, 1);
  return D;
}

TEST(EigenSkin, truncation_cuts_the_energy_of_small_singular_values) {
  Random random("eigenskin.truncated");
  for (const auto& [rows, columns] : {std::pair{12, 4}, std::pair{3, 5}, std::pair{9, 1}}) {
    const DynamicMatrix<double> D = random_columns(rows, columns, random);
    const Eigen::JacobiSVD<DynamicMatrix<double>, Eigen::FullPivHouseholderQRPreconditioner> svd(
        D, Eigen::ComputeFullU | Eigen::ComputeFullV);
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

TEST(EigenSkin, nothing_changes_at_rest) {
  const ArraySet question = bar_question({}, {0, 3, 1});
  expect_near(values("positions", question), question.find("positions")->reals(), 1e-6);
  expect_near(values("positions", question), values("positions", question, "linear_blend"), 1e-14);
  expect_near(values("normals", question), values("normals", question, "linear_blend"), 1e-14);
  expect_near(values("example_weights", question), Row(5, 0), 1e-14);
}

TEST(EigenSkin, all_displacements_together_reproduce_an_example) {
  for (std::size_t k = 0; k < turned.size(); ++k) {
    const ArraySet question = with_exact_palettes(bar_question({turned[k]}, {0, 3, 2}));
    const std::size_t numbers = question.find("positions")->reals().size();
    for (const auto& [met, example] :
         {std::pair{"positions", "example_positions"}, std::pair{"normals", "example_normals"}}) {
      Row expected(numbers);
      std::copy_n(question.find(example)->reals().begin() + static_cast<std::ptrdiff_t>(k * numbers), numbers,
                  expected.begin());
      // The examples' normals have unit length only within float32.
      expect_near(values(met, question), expected, std::string(met) == "normals" ? 1e-7 : 1e-13);
    }
    EXPECT_EQ(values("energies", question), Row(3, 1));
  }
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

}  // namespace bindpose::examples::eigenskin_test
