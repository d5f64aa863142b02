// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/shared/triangle_tree.h"

#include <set>

#include <gtest/gtest.h>

#include "reference/numeric/crossing.h"
#include "reference/numeric/random.h"

namespace bindpose::binding::triangle_tree_test {

using Point = Vec3<double>;

struct Triangles {
  std::vector<Point> x;
  std::vector<Triangle> triangles;
};

/// Small triangles at random positions, or all in one plane.
Triangles scattered(Random& random, std::size_t count, bool is_flat) {
  Triangles made;
  for (std::uint32_t t = 0; t < count; ++t) {
    const Point middle = random.point(1);
    for (int corner = 0; corner < 3; ++corner) {
      made.x.push_back(middle + random.point(0.2));
      if (is_flat) made.x.back().z() = 0.5;
    }
    made.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  return made;
}

TEST(TriangleTree, the_tree_finds_every_triangle_in_the_way) {
  Random random("triangle tree");
  for (const bool is_flat : {false, true}) {
    const Triangles of = scattered(random, 500, is_flat);
    const TriangleTree tree(of.x, of.triangles);
    std::size_t looked_at = 0, in_way = 0;
    for (int i = 0; i < 500; ++i) {
      const Point from = random.point(1.5);
      // Also parallel to a side of the boxes: the whole segment is then between two planes, or none of it.
      const Point to = i % 3 == 0 ? Point(from.x(), from.y(), -from.z()) : random.point(1.5);
      const auto found = tree.along(from, to);
      const std::set<std::uint32_t> among(found.begin(), found.end());
      EXPECT_EQ(among.size(), found.size()) << "each once";
      looked_at += among.size();
      for (std::uint32_t t = 0; t < of.triangles.size(); ++t) {
        const auto& [a, b, c] = of.triangles[t];
        if (!in_the_way(from, to, of.x[a], of.x[b], of.x[c]).is) continue;
        ++in_way;
        EXPECT_TRUE(among.contains(t)) << "segment " << i << ", triangle " << t;
      }
    }
    EXPECT_GT(in_way, 100U);
    EXPECT_LT(looked_at, 500U * 500U / 8);
  }
}

TEST(TriangleTree, an_empty_tree_finds_nothing) {
  const TriangleTree tree({}, {});
  EXPECT_TRUE(tree.along({0, 0, 0}, {1, 1, 1}).empty());
  EXPECT_TRUE(tree.all().empty());
}

TEST(TriangleTree, triangles_at_one_position_are_all_found) {
  const std::vector<Point> x = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const TriangleTree tree(x, std::vector<Triangle>(50, Triangle{0, 1, 2}));
  EXPECT_EQ(tree.along({0.25, 0.25, -1}, {0.25, 0.25, 1}).size(), 50U);
  EXPECT_EQ(tree.all().size(), 50U);
}

}  // namespace bindpose::binding::triangle_tree_test
