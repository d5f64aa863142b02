// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The joints that heat a vertex, compared with brute force: every bone of every joint, every triangle, and another
// formula for a segment and a triangle.
#include <cstdio>
#include <numbers>

#include <gtest/gtest.h>

#include "reference/binding/heat.h"
#include "reference/binding/shared/mesh_areas.h"
#include "reference/numeric/random.h"
#include "reference/testing/assert.h"

namespace bindpose::binding::heat_visibility_test {

using Point = Vec3<double>;

constexpr std::uint32_t rows = 34, columns = 30, blobs = 2;

/// A closed surface whose points all have different distances from a centre.
void add_blob(Mesh& mesh, const Point& centre, Random& random) {
  const auto first = static_cast<std::uint32_t>(mesh.vertex_count());
  for (std::uint32_t r = 0; r < rows; ++r)
    for (std::uint32_t c = 0; c < columns; ++c) {
      const double down = std::numbers::pi * (r + 0.5) / rows, round = 2 * std::numbers::pi * c / columns;
      const Point direction(std::sin(down) * std::cos(round), std::cos(down),
                            std::sin(down) * std::sin(round));
      mesh.positions.push_back(centre + random.uniform(0.75, 1.25) * direction);
    }
  for (std::uint32_t r = 0; r + 1 < rows; ++r)
    for (std::uint32_t c = 0; c < columns; ++c) {
      const std::uint32_t a = first + r * columns + c, b = first + r * columns + (c + 1) % columns;
      mesh.triangles.push_back({a, b, a + columns});
      mesh.triangles.push_back({b, b + columns, a + columns});
    }
}

/// Intersecting blobs, and a tree of bones, some inside and some outside.
struct RandomCharacter {
  Mesh mesh;
  std::vector<int> parents;
  std::vector<Point> pivots;

  explicit RandomCharacter(const char* name) {
    Random random(name);
    for (std::uint32_t i = 0; i < blobs; ++i)
      add_blob(mesh, random.point(1), random);
    for (int j = 0; j < 9; ++j) {
      parents.push_back(j == 0 ? -1 : static_cast<int>(random.uniform(0, j)));
      pivots.push_back(random.point(1.75));
    }
  }
};

/// How far the intersection of the segment's line with the triangle's plane is inside both, as the smallest share of the
/// segment and of the triangle's heights; below 0 outside.
double depth_of_crossing(const Point& from, const Point& to, const Point& a, const Point& b, const Point& c) {
  const Point normal = (b - a).cross(c - a), along = to - from;
  const double share = normal.dot(a - from) / normal.dot(along);
  const Point meets = from + share * along;
  const auto height = [&](const Point& p, const Point& q) {
    return (q - p).cross(meets - p).dot(normal) / normal.squaredNorm();
  };
  return std::min({share, 1 - share, height(a, b), height(b, c), height(c, a)});
}

/// True if a vertex sees a point, and the margin of this result, in the shares of the function above.
struct Sight {
  bool is = true;
  double margin = 1;
};
Sight sight_of(const Mesh& mesh, std::uint32_t v, const Point& q) {
  const Point x = mesh.positions[v], step = (q - x) / 1024;
  double deepest = -1, certain = 1;
  for (const Triangle& t : mesh.triangles) {
    if (std::ranges::find(t, v) != t.end()) continue;
    const double depth = depth_of_crossing(x + step, q - step, mesh.positions[t[0]], mesh.positions[t[1]],
                                           mesh.positions[t[2]]);
    deepest = std::max(deepest, depth);
    certain = std::min(certain, std::fabs(depth));
  }
  const bool is_hidden = deepest >= 0;
  return {!is_hidden, is_hidden ? deepest : certain};
}

/// The point of a segment that is nearest to x, without a formula: repeatedly cuts off the farther third of the
/// remaining segment.
Point nearest_by_thirds(const Point& a, const Point& b, const Point& x) {
  double low = 0, high = 1;
  for (int i = 0; i < 120; ++i) {
    const double third = (high - low) / 3;
    const auto distance = [&](double share) { return (a + share * (b - a) - x).squaredNorm(); };
    if (distance(low + third) < distance(high - third))
      high -= third;
    else
      low += third;
  }
  return a + low * (b - a);
}

/// The nearest point of a joint, and its distance.
std::pair<Point, double> nearest_of_joint(const RandomCharacter& of, std::size_t j, const Point& x) {
  std::pair<Point, double> nearest{of.pivots[j], (of.pivots[j] - x).norm()};
  for (std::size_t child = 0; child < of.parents.size(); ++child) {
    if (of.parents[child] != static_cast<int>(j)) continue;
    const Point q = nearest_by_thirds(of.pivots[j], of.pivots[child], x);
    if ((q - x).norm() < nearest.second) nearest = {q, (q - x).norm()};
  }
  return nearest;
}

/// Counts of comparisons.
struct Counts {
  std::size_t seen = 0, hidden = 0, close = 0;
};

/// Compares every joint at vertex v. Results within rounding of the opposite result are counted but not compared.
void compare(const RandomCharacter& of, const Obstacles<double>& mesh, const Bones<double>& bones,
             std::uint32_t v, Counts& counts) {
  constexpr double close = 1e-7, on_bone = 1.0 / 1024;
  const std::vector<double> h = heat_of<double>(mesh, squared_size(mesh.x()), v, bones, 1.0);
  const Point x = of.mesh.positions[v];
  std::vector<std::pair<Point, double>> nearest;
  for (std::size_t j = 0; j < of.pivots.size(); ++j)
    nearest.push_back(nearest_of_joint(of, j, x));
  const double least = std::ranges::min_element(nearest, {}, &std::pair<Point, double>::second)->second;
  const double size = std::sqrt(squared_size(of.mesh.positions));
  for (std::size_t j = 0; j < nearest.size(); ++j) {
    const auto& [q, distance] = nearest[j];
    const double reach = least * (1 + 1.0 / 1024);
    if (distance > reach * (1 + close)) {
      EXPECT_EQ(h[j], 0) << "vertex " << v << ", joint " << j << " is not the nearest";
      continue;
    }
    const Sight sight = sight_of(of.mesh, v, q);
    const bool is_close = sight.margin < close || std::fabs(distance - reach) < close * reach ||
                          std::fabs(distance - on_bone * size) < close * size;
    counts.close += is_close ? 1 : 0;
    if (is_close) continue;
    const bool is_warm = sight.is || distance < on_bone * size;
    EXPECT_EQ(h[j] != 0, is_warm) << "vertex " << v << ", joint " << j;
    if (is_warm && distance > on_bone * size) {
      EXPECT_NEAR(h[j] * distance * distance, 1, 1e-9) << "vertex " << v << ", joint " << j;
    }
    ++(sight.is ? counts.seen : counts.hidden);
  }
}

TEST(HeatVisibility, visibility_agrees_with_brute_force) {
  for (const char* name : {"blobs of heat", "other blobs of heat"}) {
    const RandomCharacter of(name);
    const Array::Integers parents(of.parents.begin(), of.parents.end());
    BINDPOSE_ASSERT(const auto bones, bone_segments<double>(of.pivots, parents));
    const Obstacles<double> mesh(of.mesh.positions, of.mesh.triangles);
    Counts counts;
    for (std::uint32_t v = 0; v < of.mesh.vertex_count(); ++v)
      compare(of, mesh, bones, v, counts);
    std::printf("%zu vertices, %zu triangles: %zu see their bone, %zu do not, %zu are too close to tell\n",
                of.mesh.vertex_count(), of.mesh.triangles.size(), counts.seen, counts.hidden, counts.close);
    EXPECT_GT(of.mesh.vertex_count(), 2000U);
    EXPECT_GT(counts.seen, 500U);
    EXPECT_GT(counts.hidden, 500U);
    EXPECT_LT(counts.close, 20U);
  }
}

/// The control experiment: without triangles, all vertices see their bones.
TEST(HeatVisibility, every_vertex_is_heated_without_triangles) {
  RandomCharacter of("blobs of heat");
  of.mesh.triangles.clear();
  const Array::Integers parents(of.parents.begin(), of.parents.end());
  BINDPOSE_ASSERT(const auto bones, bone_segments<double>(of.pivots, parents));
  const Obstacles<double> mesh(of.mesh.positions, of.mesh.triangles);
  for (std::uint32_t v = 0; v < of.mesh.vertex_count(); ++v) {
    const std::vector<double> h = heat_of<double>(mesh, squared_size(mesh.x()), v, bones, 1.0);
    EXPECT_GT(*std::ranges::max_element(h), 0) << "vertex " << v;
  }
}

}  // namespace bindpose::binding::heat_visibility_test
