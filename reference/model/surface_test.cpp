// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/surface.h"

#include <gtest/gtest.h>

namespace bindpose {

TEST(Surface, normalize_returns_a_unit_vector) {
  Vec3<double> d(3, 0, -4);
  EXPECT_TRUE(normalize(d));
  EXPECT_LT((d - Vec3<double>(0.6, 0, -0.8)).norm(), 1e-15);
  Vec3<Quad> q(1, 1, 1);
  EXPECT_TRUE(normalize(q));
  EXPECT_LT(abs(Quad(q.dot(q) - 1)), Quad(1e-33));
}

TEST(Surface, normalize_returns_zero_without_a_direction) {
  Vec3<double> zero(0, 0, 0), tiny(1e-200, 0, 0), no_number(std::nan(""), 1, 0);
  EXPECT_FALSE(normalize(zero));
  EXPECT_FALSE(normalize(tiny)) << "the square underflows to zero";
  EXPECT_EQ(tiny, Vec3<double>(0, 0, 0));
  EXPECT_FALSE(normalize(no_number));
  EXPECT_EQ(no_number, Vec3<double>(0, 0, 0));
  Vec3<Tracked> cancelled(Tracked(1) - Tracked(1), Tracked(0), Tracked(0));
  EXPECT_FALSE(normalize(cancelled));
}

TEST(Surface, lengths_that_subnormals_may_change_are_undecided) {
  Vec3<Tracked> shortest(Tracked(0x1p-49), Tracked(0), Tracked(0)),
      shorter(Tracked(0x1p-50), Tracked(0), Tracked(0));
  EXPECT_TRUE(normalize(shortest) && normalize(shorter));
  EXPECT_TRUE(std::isfinite(shortest[0].error()));
  EXPECT_TRUE(std::isinf(shorter[0].error()) && std::isinf(shorter[2].error()));
}

TEST(Surface, the_unit_length_bound_sums_the_roundings_of_normalize) {
  const double roundings = 3.0 / 2 + Tracked::sqrt_ulp + Tracked::division_ulp + 3.0 / 32;
  EXPECT_NEAR(unit_length_bound(), roundings * 0x1p-23, 1e-4 * 0x1p-23);
}

TEST(Surface, normalize_row_records_undefined_directions) {
  std::vector<Undefined> undefined;
  Vec3<double> d(0, 2, 0), zero(0, 0, 0);
  normalize_row(d, "normals", 4, "ZERO_NORMAL", undefined);
  EXPECT_TRUE(undefined.empty());
  normalize_row(zero, "normals", 5, "ZERO_NORMAL", undefined);
  ASSERT_EQ(undefined.size(), 1u);
  EXPECT_EQ(undefined[0].array, "normals");
  EXPECT_EQ(undefined[0].row, 5u);
  EXPECT_EQ(undefined[0].code, "ZERO_NORMAL");
}

TEST(Surface, rows_become_row_major_arrays) {
  const auto points = to_result_array<double, 3>("positions", {{1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(points.name, "positions");
  EXPECT_EQ(points.shape, (Shape{2, 3}));
  EXPECT_EQ(points.values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  Affine<double> map;
  map.linear << 1, 2, 3, 5, 6, 7, 9, 10, 11;
  map.translation = {4, 8, 12};
  const auto maps = to_result_array("palette", std::vector<Affine<double>>{map});
  EXPECT_EQ(maps.shape, (Shape{1, 3, 4}));
  EXPECT_EQ(maps.values, (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
}

TEST(Surface, missing_attributes_are_not_in_the_result) {
  Surface<double> surface;
  surface.positions = {{1, 2, 3}};
  Result<double> result;
  append_surface(result, surface);
  EXPECT_EQ(result.arrays.size(), 1u);
  surface.normals = {{0, 0, 0}};
  surface.tangents = {{1, 0, 0, -1}};
  surface.undefined = {{"normals", 0, "ZERO_NORMAL"}};
  result = {};
  append_surface(result, surface);
  ASSERT_EQ(result.arrays.size(), 3u);
  EXPECT_EQ(result.find("tangents")->values, (std::vector<double>{1, 0, 0, -1}));
  EXPECT_TRUE(result.find("normals")->directions && result.find("tangents")->directions);
  EXPECT_FALSE(result.find("positions")->directions);
  EXPECT_EQ(result.undefined.size(), 1u);
}

}  // namespace bindpose
