// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: random numbers that are the same on every machine.
//
// The generator is std::mt19937_64, whose output the C++ standard fixes; the distributions are ours, because those
// of the standard differ by library. Seeds come from names, never from a clock.
#pragma once

#include <cstdint>
#include <random>
#include <string_view>

#include "reference/numeric/transform.h"

namespace bindpose {

class Random {
 public:
  explicit Random(std::uint64_t seed) : generator_(seed) {}
  /// Seeded from a name by 64-bit FNV-1a (Fowler, Noll & Vo).
  explicit Random(std::string_view name);

  /// 64 uniform bits.
  std::uint64_t bits() { return generator_(); }
  /// Uniform in 0 .. count-1; count > 0.
  std::uint64_t below(std::uint64_t count);
  /// Uniform in [0, 1), a multiple of 2^-24 and thus float32-representable.
  double unit();
  /// Uniform in [low, high), rounded to float32.
  double uniform(double low, double high);
  /// A point of the cube [-half, half)^3, float32-representable.
  Vec3<double> point(double half);
  /// A uniformly distributed direction, rounded to float32.
  Vec3<double> direction();
  /// A uniformly distributed rotation (Shoemake 1992), rounded to float32.
  Quat<double> rotation();

 private:
  std::mt19937_64 generator_;
};

}  // namespace bindpose
