// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/spherical_blend_bound.h"

#include <algorithm>

#include <Eigen/SVD>
#include <fmt/core.h>
#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::skinning::spherical_blend_bound_test {

Quat<double> turn(const Vec3<double>& axis, double angle) {
  return Quat<double>(Eigen::AngleAxisd(angle, axis.normalized()));
}

/// M x = C (x - c) + c + offset
Rigid<double> about(const Vec3<double>& c, const Quat<double>& q, const Vec3<double>& offset = {0, 0, 0}) {
  return {q, c - bindpose::rotate(q, c) + offset};
}

template <class T>
std::vector<Rigid<T>> in_float32(const std::vector<Rigid<double>>& motions) {
  std::vector<Rigid<T>> rounded(motions.size());
  for (std::size_t j = 0; j < motions.size(); ++j) {
    for (int i = 0; i < 4; ++i)
      rounded[j].rotation.coeffs()[i] = static_cast<T>(to_float32(motions[j].rotation.coeffs()[i]));
    for (int i = 0; i < 3; ++i)
      rounded[j].translation[i] = static_cast<T>(to_float32(motions[j].translation[i]));
  }
  return rounded;
}

JointPlaces places_at(const std::vector<Vec3<double>>& positions) {
  JointPlaces places;
  places.bind_positions = positions;
  places.parents.assign(positions.size(), -1);
  return places;
}

TEST(RotationCentre, the_centre_equals_the_least_norm_svd_solution) {
  Random random("rotation_centre.svd");
  for (int round = 0; round < 200; ++round) {
    std::vector<Rigid<double>> motions;
    std::vector<Vec3<double>> positions;
    const std::size_t count = 2 + random.below(3);
    for (std::size_t j = 0; j < count; ++j) {
      motions.push_back({random.rotation().normalized(), random.point(3)});
      positions.push_back(random.point(3));
    }
    JointList joints;
    Vec3<double> m = Vec3<double>::Zero();
    for (std::size_t j = 0; j < count; ++j) {
      joints.push_back(static_cast<std::uint32_t>(j));
      m += positions[j] / static_cast<double>(count);
    }
    const auto pairs = static_cast<Eigen::Index>(count * (count - 1) / 2);
    Eigen::MatrixXd A(3 * pairs, 3);
    Eigen::VectorXd b(3 * pairs);
    Eigen::Index row = 0;
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = i + 1; j < count; ++j, row += 3) {
        A.middleRows<3>(row) = rotation_matrix(motions[i].rotation) - rotation_matrix(motions[j].rotation);
        b.segment<3>(row) = carried(motions[j], m) - carried(motions[i], m);
      }
    Eigen::JacobiSVD<Eigen::MatrixXd, Eigen::FullPivHouseholderQRPreconditioner> svd(
        A, Eigen::ComputeFullU | Eigen::ComputeFullV);
    svd.setThreshold(singular_fraction);
    const Vec3<double> r = m + Vec3<double>(svd.solve(b));
    EXPECT_LT((rotation_centre(joints, motions, places_at(positions)) - r).norm(), 1e-10 * (1 + r.norm()));
  }
}

TEST(RotationCentre, joints_with_equal_rotations_have_their_mean_as_centre) {
  const JointPlaces places = places_at({{0, 0, 4}, {0, 2, 6}});
  const Vec3<double> mean(0, 1, 5);
  std::vector<Rigid<double>> motions = {{turn({1, 2, 3}, 1), {3, 0, 0}}, {turn({1, 2, 3}, 1), {0, 4, 0}}};
  EXPECT_EQ((rotation_centre({0, 1}, motions, places) - mean).norm(), 0);
  motions[1].rotation = turn({1, 2, 3}, 1.002);
  EXPECT_EQ((rotation_centre({0, 1}, motions, places) - mean).norm(), 0) << "below the cut";
  motions[1].rotation = turn({1, 2, 3}, 1.01);
  EXPECT_GT((rotation_centre({0, 1}, motions, places) - mean).norm(), 100) << "above";
  EXPECT_EQ((rotation_centre({1}, motions, places) - Vec3<double>(0, 2, 6)).norm(), 0) << "one joint";
}

TEST(RotationCentre, an_undecided_cut_is_counted_and_evaluated_both_ways) {
  std::vector<Rigid<double>> motions(2);
  const double angle = 2 * std::asin(0x1p-9 / std::sqrt(1.0));  // singular value 2 sin(angle / 2) = 2^-8
  motions[1] = about({3, 0, 0}, turn({0, 0, 1}, angle));
  const JointPlaces places = places_at({{0, 0, 0}, {1, 0, 0}});
  const auto tracked = in_float32<Tracked>(motions);
  double x[2] = {0, 0};
  for (const bool other : {false, true}) {
    Branches::current() = {0, other};
    x[other ? 1 : 0] = rotation_centre({0, 1}, tracked, places).r[0];
    EXPECT_EQ(Branches::current().undecided, 1U);
  }
  Branches::current() = {};
  EXPECT_NEAR(std::min(x[0], x[1]), 0.5, 1e-6);
  EXPECT_NEAR(std::max(x[0], x[1]), 3, 1e-3);
}

TEST(RotationCentre, float_stays_within_the_bound) {
  Random random("rotation_centre.float");
  double greatest = 0;
  int bounded = 0, open = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::size_t count = 2 + random.below(3);
    std::vector<Rigid<double>> motions;
    std::vector<Vec3<double>> positions;
    JointList joints;
    const Vec3<double> c = random.point(2);
    const double spread = std::ldexp(1.5, -static_cast<int>(random.below(9)));
    for (std::size_t j = 0; j < count; ++j) {
      const Vec3<double> apart = round % 2 == 0 ? Vec3<double>::Zero() : random.point(spread);
      motions.push_back(about(c, turn(random.direction(), random.uniform(0, spread)), apart));
      positions.push_back(random.point(2));
      joints.push_back(static_cast<std::uint32_t>(j));
    }
    const JointPlaces places = places_at(positions);
    Branches::current() = {};
    const auto bound = rotation_centre(joints, in_float32<Tracked>(motions), places);
    if (Branches::current().undecided > 0) {
      ++open;
      continue;
    }
    const auto got = rotation_centre(joints, in_float32<float>(motions), places);
    for (int k = 0; k < 3; ++k) {
      double along = 0;
      for (int i = 0; i < 3; ++i)
        along += bound.axes(i, k) * (static_cast<double>(got[i]) - bound.r[i]);
      if (!std::isfinite(bound.error[k])) continue;
      ++bounded;
      greatest = std::max(greatest, std::fabs(along) / bound.error[k]);
    }
  }
  fmt::print("rotation_centre: {} numbers, float32 within {:.3f} of the bound, {} open\n", bounded, greatest,
             open);
  EXPECT_LE(greatest, 1);
  EXPECT_GT(greatest, 0.02);
  EXPECT_GT(bounded, 10000);
}

}  // namespace bindpose::skinning::spherical_blend_bound_test
