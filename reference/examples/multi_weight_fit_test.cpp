// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/multi_weight_fit.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/model/question.h"
#include "reference/model/rows.h"

namespace bindpose::examples {
namespace multi_weight_fit_test {

using Numbers = Array::Reals;

Result<double> fit(const ArraySet& question) {
  const auto result = find_algorithm("mwe.fit")->implementation.in_double(question, {});
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? *result : Result<double>{};
}

/// V vertices under two of three joints that turn any way in 12 to 16 examples.
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

/// What mwe makes of a question's mesh in example k.
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

TEST(multi_weight_fit, finds_the_weights_that_examples_come_of) {
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

TEST(multi_weight_fit, fitted_positions_are_those_of_mwe) {
  const ArraySet question = sample(4, "fit.enveloped");
  const std::size_t P = question.find("example_positions")->shape[0];
  const Result<double> found = fit(question);
  for (std::size_t k = 0; k < P; ++k)
    EXPECT_LT(farthest(enveloped(question, found.find("entry_weights")->values, k),
                       example(found.find("fitted_positions")->values, k, P)),
              1e-13);
}

/// rho of vertex 0's coordinate 0 by other weights.
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

TEST(multi_weight_fit, no_other_weights_are_nearer) {
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

TEST(multi_weight_fit, a_joint_listed_twice_shares_its_weights) {
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

TEST(multi_weight_fit, few_examples_are_met_by_the_shortest_weights) {
  // One example, one joint: w = D^T b / |D|^2.
  ArraySet question;
  question.add("positions", {1, 3}, Numbers{1, 2, 0});
  question.add("joints", {1, 1}, Array::Integers{0});
  question.add("example_positions", {1, 1, 3}, Numbers{6, 5, -3});
  question.add("example_palettes", {1, 1, 3, 4}, Numbers{1, 0, 0, 1, 0, 0.5, 0, 2, 0, 0, 1, 0});
  const Result<double> found = fit(question);
  EXPECT_LT(farthest(found.find("entry_weights")->values, {3, 0, 0, 3, 0, 1, 0, 2, 0, 0, 0, 0}), 1e-14);
  EXPECT_EQ(found.find("ranks")->values, (Numbers{1, 1, 0}));
  EXPECT_LT(farthest(found.find("residuals")->values, {0, 0, 3}), 1e-14);
  EXPECT_LT(farthest(found.find("fitted_positions")->values, {6, 5, 0}), 1e-14);
}

TEST(multi_weight_fit, a_larger_fraction_cuts_more) {
  ArraySet question = sample(3, "fit.cut");
  Numbers before = fit(question).find("residuals")->values;
  double rank = 8;
  for (const double fraction : {0.25, 0.5, 0.75, 1.0}) {
    question.put({"fraction", {1}, Numbers{fraction}});
    const Result<double> found = fit(question);
    const Numbers& now = found.find("residuals")->values;
    for (std::size_t i = 0; i < now.size(); ++i)
      EXPECT_GE(now[i], before[i] - 1e-13);
    EXPECT_LE(found.find("ranks")->values[0], rank);
    rank = found.find("ranks")->values[0];
    before = now;
  }
  EXPECT_EQ(rank, 1);
}

TEST(multi_weight_fit, the_unit_of_length_and_a_reflection_leave_the_weights) {
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

/// A ring of a limb about the line y = 1, z = 1.5, half way between a joint that stands still and one that twists.
struct Twist {
  std::vector<Vec3<double>> ring;
  static constexpr double radius = 0.25;

  Twist() {
    for (int v = 0; v < 8; ++v) {
      const double at = std::numbers::pi / 4 * v + 0.1;
      ring.emplace_back(2, 1 + radius * std::cos(at), 1.5 + radius * std::sin(at));
    }
  }
  static Affine<double> turn(double angle) {
    Affine<double> M;
    M.linear = Eigen::AngleAxis<double>(angle, Vec3<double>::UnitX()).toRotationMatrix();
    M.translation = Vec3<double>(0, 1, 1.5) - M.linear * Vec3<double>(0, 1, 1.5);
    return M;
  }
  static double radius_of(const Vec3<double>& x) { return std::hypot(x[1] - 1, x[2] - 1.5); }

  ArraySet question(const std::vector<double>& angles) const {
    const std::size_t P = angles.size(), V = ring.size();
    Numbers rest, examples, palettes(2 * P * 12);
    for (const auto& x : ring)
      rest.insert(rest.end(), x.begin(), x.end());
    for (std::size_t k = 0; k < P; ++k) {
      put_affine(&palettes[12 * k], {});
      put_affine(&palettes[12 * (P + k)], turn(angles[k]));
      for (const auto& x : ring)
        for (const double y : turn(angles[k] / 2) * x)
          examples.push_back(y);
    }
    Array::Integers joints;
    for (std::size_t v = 0; v < V; ++v)
      joints.insert(joints.end(), {0, 1});
    ArraySet question;
    question.add("positions", {V, 3}, rest);
    question.add("joints", {V, 2}, joints);
    question.add("example_positions", {P, V, 3}, examples);
    question.add("example_palettes", {2, P, 3, 4}, palettes);
    return question;
  }
};

TEST(multi_weight_fit, a_twisted_limb_keeps_its_width_where_linear_blending_loses_it) {
  const Twist twist;
  std::vector<double> trained, between;
  for (int k = 0; k <= 6; ++k)
    trained.push_back(std::numbers::pi / 6 * k);
  for (int k = 0; k <= 60; ++k)
    between.push_back(std::numbers::pi / 60 * k);
  const Numbers weights = fit(twist.question(trained)).find("entry_weights")->values;
  double blended = 1;
  for (const std::vector<double>& angles : {trained, between}) {
    double least = 2, most = 0;
    const ArraySet asked = twist.question(angles);
    for (std::size_t k = 0; k < angles.size(); ++k) {
      const Numbers x = enveloped(asked, weights, k);
      for (std::size_t v = 0; v < twist.ring.size(); ++v) {
        const double part = Twist::radius_of({x[3 * v], x[3 * v + 1], x[3 * v + 2]}) / Twist::radius;
        least = std::min(least, part);
        most = std::max(most, part);
        const Vec3<double> lbs = (twist.ring[v] + Twist::turn(angles[k]) * twist.ring[v]) / 2;
        blended = std::min(blended, Twist::radius_of(lbs) / Twist::radius);
      }
    }
    EXPECT_GT(least, 0.952);
    EXPECT_LT(most, 1.024);
  }
  EXPECT_LT(blended, 1e-15);
}

}  // namespace multi_weight_fit_test
}  // namespace bindpose::examples
