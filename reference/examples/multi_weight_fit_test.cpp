// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/multi_weight_fit.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/model/rows.h"

namespace bindpose::examples::multi_weight_fit_test {

using Numbers = Array::Reals;

Result<double> fit(const ArraySet& question) {
  const auto result = find_algorithm("mwe.fit")->implementation.in_double(question, {});
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? *result : Result<double>{};
}

/// V vertices, each under two of three joints with random rotations, in 12 to 16 examples.
ArraySet sample(std::size_t V, const char* name) {
  Random random(name);
  return find_algorithm("mwe.fit")->implementation.sample(V, random);
}

double farthest(const Numbers& a, const Numbers& b) {
  EXPECT_EQ(a.size(), b.size());
  double apart = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    apart = std::max(apart, std::fabs(a[i] - b[i]));
  return apart;
}

/// The result of mwe for an input's mesh in example k.
Numbers enveloped(const ArraySet& question, const Numbers& entry_weights, std::size_t k) {
  const Array &joints = *question.find("joints"), &M = *question.find("example_palettes");
  const std::size_t J = M.shape[0], P = M.shape[1];
  ArraySet posed;
  posed.put(*question.find("positions"));
  posed.put(joints);
  posed.add("entry_weights", {joints.shape[0], joints.shape[1], 12}, entry_weights);
  Numbers palette;
  for (std::size_t j = 0; j < J; ++j)
    palette.insert(palette.end(), M.reals().begin() + static_cast<std::ptrdiff_t>(12 * (j * P + k)),
                   M.reals().begin() + static_cast<std::ptrdiff_t>(12 * (j * P + k + 1)));
  posed.add("palette", {J, 3, 4}, palette);
  const auto result = find_algorithm("mwe")->implementation.in_double(posed, {});
  EXPECT_TRUE(result) << to_string(result.error());
  return result->find("positions")->values;
}

Numbers example(const Numbers& examples, std::size_t k, std::size_t P) {
  const auto each = static_cast<std::ptrdiff_t>(examples.size() / P),
             first = static_cast<std::ptrdiff_t>(k) * each;
  return {examples.begin() + first, examples.begin() + first + each};
}

TEST(multi_weight_fit, the_weights_that_made_the_examples_are_found) {
  ArraySet question = sample(5, "fit.known");
  const std::size_t P = question.find("example_positions")->shape[0];
  Random random("fit.known.weights");
  Numbers weights(5 * 2 * 12), examples;
  for (double& w : weights)
    w = random.uniform(-1, 2);
  for (std::size_t k = 0; k < P; ++k)
    for (const double x : enveloped(question, weights, k))
      examples.push_back(x);
  question.put({"example_positions", {P, 5, 3}, examples});
  const Result<double> found = fit(question);
  EXPECT_LT(farthest(found.find("entry_weights")->values, weights), 1e-12);
  EXPECT_LT(farthest(found.find("fitted_positions")->values, examples), 1e-13);
  for (const double rho : found.find("residuals")->values)
    EXPECT_LT(rho, 1e-13);
  for (const double t : found.find("ranks")->values)
    EXPECT_EQ(t, 8);
}

/// rho of coordinate 0 of vertex 0, with other weights.
double residual_by(const ArraySet& question, const Numbers& weights) {
  const std::size_t P = question.find("example_positions")->shape[0];
  double squares = 0;
  for (std::size_t k = 0; k < P; ++k) {
    const double apart =
        enveloped(question, weights, k)[0] - example(question.find("example_positions")->reals(), k, P)[0];
    squares += apart * apart;
  }
  return std::sqrt(squares);
}

TEST(multi_weight_fit, no_other_weights_fit_better) {
  const ArraySet question = sample(1, "fit.least");
  const Result<double> found = fit(question);
  const Numbers& weights = found.find("entry_weights")->values;
  const double least = found.find("residuals")->values[0];
  EXPECT_NEAR(residual_by(question, weights), least, 1e-13);
  for (const std::size_t i : {0U, 1U, 2U, 3U, 12U, 13U, 14U, 15U})
    for (const double step : {-1e-3, 1e-3}) {
      Numbers other = weights;
      other[i] += step;
      EXPECT_GT(residual_by(question, other), least);
    }
}

TEST(multi_weight_fit, a_joint_listed_twice_splits_its_weights) {
  ArraySet question = sample(2, "fit.twice");
  question.put({"joints", {2, 1}, Array::Integers{0, 2}});
  const Result<double> once = fit(question);
  question.put({"joints", {2, 2}, Array::Integers{0, 0, 2, 2}});
  const Result<double> twice = fit(question);
  Numbers halves;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t e = 0; e < 12; ++e)
      halves.push_back(once.find("entry_weights")->values[12 * (i / 2) + e] / 2);
  EXPECT_LT(farthest(twice.find("entry_weights")->values, halves), 1e-13);
  EXPECT_EQ(twice.find("ranks")->values, once.find("ranks")->values);
  EXPECT_LT(farthest(twice.find("residuals")->values, once.find("residuals")->values), 1e-13);
}

TEST(multi_weight_fit, scaling_and_reflection_do_not_change_the_weights) {
  const ArraySet question = sample(3, "fit.unit");
  const Numbers weights = fit(question).find("entry_weights")->values;
  ArraySet other = question;
  for (const char* name : {"positions", "example_positions"})
    change_rows(other, name, 3, [](double* x, std::size_t) { x[0] *= -100, x[1] *= 100, x[2] *= 100; });
  change_rows(other, "example_palettes", 12, [](double* M, std::size_t) {
    M[1] = -M[1], M[2] = -M[2], M[4] = -M[4], M[8] = -M[8];
    M[3] *= -100, M[7] *= 100, M[11] *= 100;
  });
  EXPECT_LT(farthest(fit(other).find("entry_weights")->values, weights), 1e-12);
}

}  // namespace bindpose::examples::multi_weight_fit_test
