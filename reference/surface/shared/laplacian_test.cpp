// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/shared/laplacian.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "reference/numeric/random.h"
#include "reference/scenes/tube.h"
#include "reference/testing/assert.h"

namespace bindpose::surface::laplacian_test {

constexpr LaplacianWeights both[] = {LaplacianWeights::uniform, LaplacianWeights::cotangent};
using Rows = std::vector<Eigen::Matrix<double, 3, 1>>;

/// A hexagon in the plane z = 1 around vertex 0; its corners have random distances, no angle is
/// obtuse.
struct Hexagon {
  std::vector<Vec3<double>> x = {{0, 0, 1}};
  std::vector<Triangle> triangles;

  explicit Hexagon(Random& random) {
    for (std::uint32_t i = 0; i < 6; ++i) {
      const double r = random.uniform(0.9, 1.1), phi = i * 1.0471975511965976;
      x.emplace_back(to_float32(r * std::cos(phi)), to_float32(r * std::sin(phi)), 1);
      triangles.push_back({0, 1 + i, 1 + (i + 1) % 6});
    }
  }
};

Rows smoothed(const std::vector<Vec3<double>>& x, const std::vector<Triangle>& triangles,
              LaplacianWeights weights, std::size_t iterations, double step) {
  Rows rows = x;
  smooth<double, 3>(*laplacian<double>(x, triangles, weights), {iterations, step}, rows);
  return rows;
}

TEST(Laplacian, neighbours_and_triangles_match_a_list_by_hand) {
  const std::vector<Triangle> triangles = {{3, 1, 0}, {1, 3, 2}, {2, 2, 0}};
  const auto neighbours = neighbours_of(triangles, 5);
  EXPECT_EQ(neighbours[0], (std::vector<std::uint32_t>{1, 3}))
      << "a triangle that names a vertex twice adds no neighbours";
  EXPECT_EQ(neighbours[1], (std::vector<std::uint32_t>{0, 2, 3}));
  EXPECT_EQ(neighbours[3], (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_TRUE(neighbours[4].empty());
  const auto around = triangles_around(triangles, 5);
  EXPECT_EQ(around[1], (std::vector<Triangle>{{1, 0, 3}, {1, 3, 2}}));
  EXPECT_EQ(around[2], (std::vector<Triangle>{{2, 1, 3}}));
}

TEST(Laplacian, cotangents_match_a_hand_calculation) {
  // A 3-4-5 triangle, and an obtuse triangle on its long side.
  const std::vector<Vec3<double>> x = {{0, 0, 0}, {3, 0, 0}, {0, 4, 0}, {2, 3, 0}};
  BINDPOSE_ASSERT(const auto L, laplacian<double>(x, {{0, 1, 2}, {1, 3, 2}}, LaplacianWeights::cotangent));
  EXPECT_NEAR(L.c[0][0], 4.0 / 3, 1e-15) << "0 - 1: the angle at 2";
  EXPECT_NEAR(L.c[0][1], 3.0 / 4, 1e-15) << "0 - 2: the angle at 1";
  EXPECT_NEAR(L.c[1][1], 0, 1e-15) << "1 - 2: a right angle, and an obtuse one that is clamped";
  const Vec3<double> a = x[1] - x[2], b = x[3] - x[2];
  EXPECT_NEAR(L.c[1][2], a.dot(b) / a.cross(b).norm(), 1e-15) << "1 - 3: the angle at 2";
  EXPECT_EQ(L.c[3][0], L.c[1][2]) << "symmetric";
}

TEST(Laplacian, constants_are_kept_and_averages_stay_inside) {
  Random random("laplacian.constants");
  scenes::TubeShape shape;
  shape.uneven = true;
  const Mesh mesh = scenes::tube(0, 0, shape).rig.mesh;
  for (const LaplacianWeights weights : both) {
    BINDPOSE_ASSERT(const auto L, laplacian<double>(mesh.positions, mesh.triangles, weights));
    for (const double step : {0.25, 0.5, 1.0}) {
      Rows constant(mesh.vertex_count(), Vec3<double>(1, -2, 3)), noise;
      for (std::size_t v = 0; v < mesh.vertex_count(); ++v)
        noise.push_back(random.point(1));
      const Rows before = noise;
      smooth<double, 3>(L, {5, step}, constant);
      smooth<double, 3>(L, {1, step}, noise);
      for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
        EXPECT_LT((constant[v] - Vec3<double>(1, -2, 3)).norm(), 1e-14) << "rows sum to 1";
        Vec3<double> low = before[v], high = before[v];
        for (const std::uint32_t u : L.neighbours[v]) {
          low = low.cwiseMin(before[u]);
          high = high.cwiseMax(before[u]);
        }
        EXPECT_TRUE((noise[v].array() >= low.array() - 1e-15).all());
        EXPECT_TRUE((noise[v].array() <= high.array() + 1e-15).all());
      }
    }
  }
}

TEST(Laplacian, cotangent_smoothing_keeps_plane_coordinates) {
  Random random("laplacian.plane");
  for (int i = 0; i < 50; ++i) {
    const Hexagon hexagon(random);
    EXPECT_LT(
        (smoothed(hexagon.x, hexagon.triangles, LaplacianWeights::cotangent, 1, 1)[0] - hexagon.x[0]).norm(),
        1e-14);
    EXPECT_GT(
        (smoothed(hexagon.x, hexagon.triangles, LaplacianWeights::uniform, 1, 1)[0] - hexagon.x[0]).norm(),
        1e-4);
  }
}

TEST(Laplacian, one_iteration_moves_all_vertices_at_once) {
  const std::vector<Vec3<double>> x = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {9, 9, 9}};
  const Rows rows = smoothed(x, {{0, 1, 2}}, LaplacianWeights::uniform, 1, 0.5);
  EXPECT_EQ(rows[0], Vec3<double>(1, 1, 0));
  EXPECT_EQ(rows[1], Vec3<double>(2, 1, 0)) << "computed from vertex 0's old position";
  EXPECT_EQ(rows[3], x[3]) << "a vertex without neighbours does not move";
}

TEST(Laplacian, the_bound_covers_both_forms_and_grows_slowly) {
  Random random("laplacian.bound");
  double worst = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::size_t n = 1 + random.below(8);
    const double step = random.below(3) == 0 ? 1 : random.uniform(0.1, 1);
    const auto number = [&] { return random.uniform(-1, 1) * (random.below(2) == 0 ? 1 : 64); };
    std::vector<double> c, x_u;
    std::vector<float> cf, xf;
    std::vector<Tracked> ct, xt;
    for (std::size_t u = 0; u < n; ++u) {
      c.push_back(random.uniform(0.01, 2));
      x_u.push_back(to_float32(number()));
    }
    for (std::size_t u = 0; u < n; ++u) {
      cf.push_back(static_cast<float>(c[u]));
      xf.push_back(static_cast<float>(x_u[u]));
      ct.emplace_back(c[u]);
      xt.emplace_back(x_u[u]);
    }
    const double x = to_float32(number());
    const auto l = static_cast<float>(step);
    const Tracked bound = smoothed_number(step, Tracked(x), ct, xt);
    float sum = 0, total = 0;
    for (std::size_t u = 0; u < n; ++u) {
      sum += cf[u] * xf[u];
      total += cf[u];
    }
    float divided_first = 0;
    for (std::size_t u = 0; u < n; ++u)
      divided_first += cf[u] / total * xf[u];
    const auto own = static_cast<float>(x);
    for (const float answer : {smoothed_number<float>(step, own, cf, xf), own + l * (sum / total - own),
                               (1 - l) * own + l * divided_first})
      worst = std::max(worst, std::fabs(static_cast<double>(answer) - bound.value()) / bound.error());
    EXPECT_LT(bound.error(), 1e-5 * 64);
  }
  fmt::print("a smoothed number: {:.3f} of the bound\n", worst);
  EXPECT_LE(worst, 1);
  EXPECT_GT(worst, 0.02);

  const Mesh mesh = scenes::tube(0, 0).rig.mesh;
  for (const LaplacianWeights weights : both) {
    std::vector<Eigen::Matrix<Tracked, 3, 1>> rows;
    for (const Vec3<double>& x : mesh.positions)
      rows.push_back(x.cast<Tracked>());
    smooth<Tracked, 3>(*laplacian<Tracked>(mesh.positions, mesh.triangles, weights), {100, 1}, rows);
    double greatest = 0;
    for (const auto& row : rows)
      for (int i = 0; i < 3; ++i)
        greatest = std::max(greatest, row[i].error());
    EXPECT_LT(greatest, 4e-3) << "a hundred iterations of a tube 4 m long";
  }
}

TEST(Laplacian, wrong_inputs_are_refused_with_a_reason) {
  const std::vector<Vec3<double>> x = {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}, {0, 1, 0}};
  const auto L = laplacian<double>(x, {{0, 1, 3}, {0, 1, 2}}, LaplacianWeights::cotangent);
  ASSERT_FALSE(L);
  EXPECT_EQ(to_string(L.error()),
            "DEGENERATE_TRIANGLE at triangles[1]: a triangle without area has no cotangents");
  EXPECT_TRUE(laplacian<double>(x, {{0, 1, 2}}, LaplacianWeights::uniform)) << "neighbours need no area";
  const auto code = [](std::int32_t iterations, double step) {
    ArraySet question;
    question.add("iterations", {1}, Array::Integers{iterations});
    question.add("step", {1}, Array::Reals{step});
    return test::refusal_of(check(Declaration{smoothing_arrays(), {}, {}, {}}, question));
  };
  EXPECT_EQ(code(0, 1), "");
  EXPECT_EQ(code(1000, 0.5), "");
  EXPECT_EQ(code(-1, 0.5), "PARAMETER_RANGE iterations");
  EXPECT_EQ(code(1001, 0.5), "PARAMETER_RANGE iterations");
  EXPECT_EQ(code(1, 0), "PARAMETER_RANGE step");
  EXPECT_EQ(code(1, 1.5), "PARAMETER_RANGE step");
  EXPECT_EQ(code(1, std::nan("")), "PARAMETER_RANGE step");
  EXPECT_EQ(check(Declaration{smoothing_arrays(), {}, {}, {}}, ArraySet()).error().code, "ARRAY_MISSING");
}

}  // namespace bindpose::surface::laplacian_test
