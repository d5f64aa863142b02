// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/random.h"

#include <numbers>

#include "reference/numeric/portable_angle.h"
#include "reference/numeric/scalar.h"

namespace bindpose {
namespace {

std::uint64_t fnv1a(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : name)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace

Random::Random(std::string_view name) : generator_(fnv1a(name)) {}

std::uint64_t Random::below(std::uint64_t count) {
  // Rejects the last, incomplete stretch of 2^64, so that every value is equally likely.
  const std::uint64_t limit = ~std::uint64_t{0} - ~std::uint64_t{0} % count;
  std::uint64_t x = bits();
  while (x >= limit)
    x = bits();
  return x % count;
}

double Random::unit() {
  return static_cast<double>(bits() >> 40) * 0x1p-24;
}

double Random::uniform(double low, double high) {
  return to_float32(low + (high - low) * unit());
}

Vec3<double> Random::point(double half) {
  const double x = uniform(-half, half);
  const double y = uniform(-half, half);
  const double z = uniform(-half, half);
  return {x, y, z};
}

Vec3<double> Random::direction() {
  const double z = 2 * unit() - 1;
  const double phi = 2 * std::numbers::pi * unit();
  const double r = std::sqrt(1 - z * z);
  return Vec3<double>(r * portable_cos(phi), r * portable_sin(phi), z).unaryExpr(&to_float32);
}

Quat<double> Random::rotation() {
  // K. Shoemake, Uniform random rotations, Graphics Gems III, 1992.
  const double u = unit();
  const double a = 2 * std::numbers::pi * unit();
  const double b = 2 * std::numbers::pi * unit();
  const double r = std::sqrt(1 - u), s = std::sqrt(u);
  return quaternion_xyzw(to_float32(r * portable_sin(a)), to_float32(r * portable_cos(a)),
                         to_float32(s * portable_sin(b)), to_float32(s * portable_cos(b)));
}

}  // namespace bindpose
