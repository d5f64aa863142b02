// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/random.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "reference/numeric/scalar.h"

namespace bindpose {

TEST(Random, the_generator_is_mt19937_64_of_the_standard) {
  Random random(std::uint64_t{5489});  // the default seed of std::mt19937_64
  std::uint64_t bits = 0;
  for (int i = 0; i < 10000; ++i)
    bits = random.bits();
  EXPECT_EQ(bits, 9981545732273789042u) << "ISO C++20 [rand.predef]";
}

TEST(Random, fnv1a_turns_names_into_seeds) {
  // FNV-1a of "", "a" and "foobar" as its authors publish them.
  EXPECT_EQ(Random("").bits(), Random(std::uint64_t{0xcbf29ce484222325}).bits());
  EXPECT_EQ(Random("a").bits(), Random(std::uint64_t{0xaf63dc4c8601ec8c}).bits());
  EXPECT_EQ(Random("foobar").bits(), Random(std::uint64_t{0x85944171f73967e8}).bits());
}

TEST(Random, first_values_never_change) {
  // Recorded once: every scene and every input depends on them.
  Random bits("bindpose"), digits("bindpose"), units(std::uint64_t{5489});
  for (const std::uint64_t expected : {0x760d321bbf149a4fu, 0x82241ab958a4fe17u, 0x28edb7f858f5d176u})
    EXPECT_EQ(bits.bits(), expected);
  for (const std::uint64_t expected : {7u, 1u, 8u, 7u, 0u, 5u})
    EXPECT_EQ(digits.below(10), expected);
  for (const double expected : {0x1.92da32p-1, 0x1.007de8p-2, 0x1.6bdd18p-1})
    EXPECT_EQ(units.unit(), expected);
}

TEST(Random, below_returns_every_value_equally_often) {
  Random random("random.below");
  std::array<int, 7> counts{};
  for (int i = 0; i < 70000; ++i)
    ++counts.at(random.below(7));
  for (const int count : counts)
    EXPECT_NEAR(count, 10000, 400);
  EXPECT_EQ(random.below(1), 0u);
}

TEST(Random, unit_covers_its_range) {
  Random random("random.unit");
  double least = 1, greatest = 0, sum = 0;
  for (int i = 0; i < 100000; ++i) {
    const double x = random.unit();
    ASSERT_EQ(x, to_float32(x));
    least = std::min(least, x);
    greatest = std::max(greatest, x);
    sum += x;
  }
  EXPECT_GE(least, 0);
  EXPECT_LT(least, 1e-4);
  EXPECT_LT(greatest, 1);
  EXPECT_GT(greatest, 1 - 1e-4);
  EXPECT_NEAR(sum / 100000, 0.5, 0.005);
}

TEST(Random, uniform_and_point_cover_their_ranges) {
  Random random("random.uniform");
  Vec3<double> least = Vec3<double>::Constant(9), greatest = -least, sum = Vec3<double>::Zero();
  for (int i = 0; i < 20000; ++i) {
    const double x = random.uniform(-3, 5);
    ASSERT_TRUE(x >= -3 && x <= 5 && x == to_float32(x)) << x;
    const Vec3<double> p = random.point(2);
    ASSERT_EQ(p, p.unaryExpr(&to_float32));
    least = least.cwiseMin(p);
    greatest = greatest.cwiseMax(p);
    sum += p / 20000;
  }
  EXPECT_GE(least.minCoeff(), -2);
  EXPECT_LT(least.maxCoeff(), -1.99);
  EXPECT_LE(greatest.maxCoeff(), 2);
  EXPECT_GT(greatest.minCoeff(), 1.99);
  EXPECT_LT(sum.norm(), 0.05);
}

TEST(Random, directions_are_unit_and_uniform) {
  Random random("random.direction");
  Vec3<double> sum = Vec3<double>::Zero();
  Vec3<double> squares = Vec3<double>::Zero();
  for (int i = 0; i < 20000; ++i) {
    const Vec3<double> d = random.direction();
    ASSERT_NEAR(d.norm(), 1, 0x1p-23);
    ASSERT_EQ(d, d.unaryExpr(&to_float32));
    sum += d / 20000;
    squares += d.cwiseAbs2() / 20000;
  }
  EXPECT_LT(sum.norm(), 0.03);
  EXPECT_LT((squares - Vec3<double>::Constant(1.0 / 3)).norm(), 0.02) << "no axis is preferred";
}

TEST(Random, rotations_are_unit_and_uniform) {
  Random random("random.rotation");
  Vec4<double> squares = Vec4<double>::Zero();
  Vec3<double> carried = Vec3<double>::Zero();
  for (int i = 0; i < 20000; ++i) {
    const Quat<double> q = random.rotation();
    ASSERT_NEAR(q.norm(), 1, 0x1p-23);
    ASSERT_EQ(q.coeffs(), q.coeffs().unaryExpr(&to_float32));
    squares += q.coeffs().cwiseAbs2() / 20000;
    carried += rotation_matrix(q) * Vec3<double>::UnitX() / 20000;
  }
  EXPECT_LT((squares - Vec4<double>::Constant(0.25)).norm(), 0.02);
  EXPECT_LT(carried.norm(), 0.03);
}

}  // namespace bindpose
