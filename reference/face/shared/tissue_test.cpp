// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/face/shared/tissue.h"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "reference/face/shared/tissue_bound.h"

namespace bindpose::face::tissue_test {

/// Every kind of element between points in general position; the last point is fixed.
struct Scene {
  Points<double> x;
  Tissue<double> tissue;

  explicit Scene(const char* name) {
    Random random(name);
    for (const Vec3<double>& corner :
         {Vec3<double>(0, 0, 0), Vec3<double>(1, 0, 0), Vec3<double>(0, 1, 0), Vec3<double>(0, 0, 1),
          Vec3<double>(1, 0, 1), Vec3<double>(0, 1, 1), Vec3<double>(0.25, 0.25, -1)}) {
      const Vec3<double> off = random.point(0.125);
      x.push_back(corner + off);
      tissue.place.push_back(x.size() < 7 ? 3 * static_cast<Eigen::Index>(x.size() - 1) : -1);
    }
    tissue.unknowns = 18;
    tissue.springs = {{0, 4, 1.5, 1.25}, {1, 6, 0.75, 1.5}, {6, 2, 1, 1}};
    tissue.fibres = {{0, 6, 0.25}, {3, 1, 0.125}};
    tissue.contacts = {{0, 6, 0.5, 1, 0.25}, {1, 6, 0.75, 1, 0.5}, {4, 6, 0.5, 0.125, 1}};
    tissue.prisms = {{{0, 1, 2, 3, 4, 5}, 2, 0.375}, {{3, 5, 4, 0, 2, 6}, 1, 0.25}};
    tissue.S = 1.5;
  }
};

double energy(const Tissue<double>& tissue, const Points<double>& x) {
  const auto apart = [&x](const auto& link) { return (x[link.i] - x[link.j]).norm(); };
  double sum = 0;
  for (const auto& s : tissue.springs)
    sum += s.k / 2 * std::pow(apart(s) - s.l, 2);
  for (const auto& f : tissue.fibres)
    sum += f.f * apart(f);
  for (const auto& c : tissue.contacts)
    sum += c.beta * std::pow(std::max(c.h - (apart(c) - c.r), 0.0), 3) / (apart(c) - c.r);
  for (const auto& p : tissue.prisms)
    sum += p.kappa / 2 * std::fabs(p.V_0) * std::pow(volume_of(p.nodes, x) / p.V_0 - 1, 2);
  return sum;
}

Points<double> stepped(const Scene& scene, Eigen::Index k, double step) {
  return moved<double>(scene.tissue, scene.x, step,
                       DynamicVector<double>(DynamicVector<double>::Unit(18, k)));
}

TEST(tissue, forces_and_stiffness_are_derivatives_of_the_energy) {
  constexpr double h = 0x1p-14;
  const Scene scene("tissue");
  const Balance<double> at = balance(scene.tissue, scene.x);
  for (Eigen::Index k = 0; k < 18; ++k) {
    const Points<double> before = stepped(scene, k, -h), after = stepped(scene, k, h);
    EXPECT_NEAR(at.g[k], (energy(scene.tissue, after) - energy(scene.tissue, before)) / (2 * h), 1e-6) << k;
    const DynamicVector<double> slope =
        (balance(scene.tissue, after).g - balance(scene.tissue, before).g) / (2 * h);
    EXPECT_LT((at.H.col(k) - slope).cwiseAbs().maxCoeff(), 1e-5) << k;
    EXPECT_LT((at.H.col(k) - at.H.row(k).transpose()).cwiseAbs().maxCoeff(), 1e-14) << k;
  }
}

/// The mean over a prism whose sides are cut along either diagonal.
TEST(tissue, the_volume_is_the_mean_over_both_cuts_of_the_sides) {
  const Scene scene("tissue, volume");
  const auto& n = scene.tissue.prisms[0].nodes;
  const auto of_corner = [&](std::size_t a, std::size_t b, std::size_t c) {
    return scene.x[n[a]].dot(scene.x[n[b]].cross(scene.x[n[c]])) / 6;
  };
  double sum = of_corner(0, 2, 1) + of_corner(3, 4, 5);
  for (std::size_t a = 0; a < 3; ++a) {
    const std::size_t b = (a + 1) % 3;
    sum += (of_corner(a, b, b + 3) + of_corner(a, b + 3, a + 3) + of_corner(a, b, a + 3) +
            of_corner(b, b + 3, a + 3)) /
           2;
  }
  EXPECT_NEAR(volume_of(n, scene.x), sum, 1e-15);
  Points<double> unit = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
  EXPECT_EQ(volume_of({0, 1, 2, 3, 4, 5}, unit), 0.5);
  EXPECT_EQ(volume_of({0, 2, 1, 3, 5, 4}, unit), -0.5);
}

TEST(tissue, contact_starts_at_the_clearance_and_grows_without_limit) {
  const Contact<double> contact{0, 1, 1, 0.5, 2};
  EXPECT_EQ(contact.at(1.5).first, 0);
  EXPECT_EQ(contact.at(1.5).second, 0);
  EXPECT_EQ(contact.at(2).first, 0);
  EXPECT_LT(contact.at(1.25).first, 0);
  EXPECT_GT(contact.at(1.25).second, 0);
  EXPECT_LT(contact.at(1 + 1e-6).first, -1e11);
}

/// For all movements of the points within their distances, blocks of H and volumes stay within the bounds and
/// come close to them.
TEST(tissue, changes_of_stiffness_and_volume_stay_within_the_bounds) {
  const Scene scene("tissue");
  Random random("tissue, change");
  const DynamicMatrix<double> H = balance(scene.tissue, scene.x).H;
  for (const double size : {0.001, 0.05}) {
    const std::vector<double> rho(7, size);
    const Eigen::MatrixXd bound = stiffness_change(scene.tissue, scene.x, rho);
    double nearest = 0;
    for (int i = 0; i < 400; ++i) {
      Points<double> y = scene.x;
      Points<Tracked> known;
      for (Vec3<double>& p : y)
        p += size * random.direction();
      const DynamicMatrix<double> change = balance(scene.tissue, y).H - H;
      for (Eigen::Index a = 0; a < 6; ++a)
        for (Eigen::Index b = 0; b < 6; ++b) {
          const double norm = change.block<3, 3>(3 * a, 3 * b).operatorNorm();
          EXPECT_LE(norm, bound(a, b) * (1 + 1e-12)) << a << " " << b;
          if (bound(a, b) > 0) nearest = std::max(nearest, norm / bound(a, b));
        }
      for (const Vec3<double>& p : scene.x)
        known.push_back(p.unaryExpr([&](double c) { return Tracked::uncertain(c, size); }));
      for (const auto& prism : scene.tissue.prisms) {
        const Tracked V = volume_of(prism.nodes, known);
        EXPECT_LE(std::fabs(volume_of(prism.nodes, y) - V.value()), V.error());
      }
    }
    EXPECT_GT(nearest, 0.15) << size;
  }
}

}  // namespace bindpose::face::tissue_test
