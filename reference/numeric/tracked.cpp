// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/tracked.h"

#include <algorithm>

namespace bindpose {

constinit thread_local Precision Tracked::active_ = Precision::float32();

Branches& Branches::current() {
  thread_local Branches branches;
  return branches;
}

Tracked::Scope::Scope(const Precision& precision) : saved_(active_) {
  active_ = precision;
}
Tracked::Scope::~Scope() {
  active_ = saved_;
}

Tracked Tracked::uncertain(double value, double error) {
  Tracked x(value);
  x.e_ += error;
  return x;
}

Tracked Tracked::rounded(double value, double propagated, double ulps) {
  const double size = std::fabs(value) + propagated;
  Tracked x(value, size, propagated + ulps * active_.unit * size + active_.smallest);
  x.m_ = std::fabs(value);
  return x;
}

Tracked Tracked::either(const Tracked& a, const Tracked& b) {
  Tracked x(a.v_, std::max(a.m_, b.m_), std::max(a.e_, b.e_ + std::fabs(a.v_ - b.v_)));
  x.terms_ = std::max(a.terms_, b.terms_);
  return x;
}

Tracked& Tracked::operator/=(const Tracked& other) {
  const double b = other.error();
  const double divisor = std::fabs(other.v_) - b;  // smallest that the float32 divisor can be
  // GLSL does not specify divisors above the reciprocal of the smallest normal number.
  if (!(divisor >= active_.smallest && std::fabs(other.v_) + b <= 1 / active_.smallest))
    return *this = Tracked(0, 0, infinity);
  const double quotient = v_ / other.v_;
  return *this = rounded(quotient, (error() + std::fabs(quotient) * b) / divisor, division_ulps());
}

bool operator<(const Tracked& a, const Tracked& b) {
  const bool less = a.v_ < b.v_;
  if (std::fabs(a.v_ - b.v_) > a.error() + b.error()) return less;
  if (a.error() + b.error() == 0) return less;  // exact values always decide, even equal ones
  Branches& branches = Branches::current();
  ++branches.undecided;
  return less != branches.take_other;
}

Tracked abs(const Tracked& x) {
  return {std::fabs(x.v_), std::fabs(x.v_), x.error()};
}

Tracked sqrt(const Tracked& x) {
  const double error = x.error();
  if (x.v_ == 0 && error == 0) return {};
  const double least = x.v_ - error;
  if (!(least > 0)) return {0, 0, infinity};
  // |sqrt(v + d) - sqrt(v)| <= |d| / (sqrt(v - |d|) + sqrt(v))
  return Tracked::rounded(std::sqrt(x.v_), error / (std::sqrt(least) + std::sqrt(x.v_)),
                          Tracked::sqrt_ulps());
}

Tracked sin(const Tracked& x) {
  return Tracked::rounded(std::sin(x.v_), x.error(), Tracked::transcendental_ulp);
}

Tracked cos(const Tracked& x) {
  return Tracked::rounded(std::cos(x.v_), x.error(), Tracked::transcendental_ulp);
}

Tracked atan2(const Tracked& y, const Tracked& x) {
  // The gradient of the angle has the length 1 / radius.
  const double error = std::hypot(x.error(), y.error());
  const double radius = std::hypot(x.v_, y.v_) - error;
  if (!(radius > 0)) return {0, 0, infinity};
  return Tracked::rounded(std::atan2(y.v_, x.v_), error / radius, Tracked::transcendental_ulp);
}

}  // namespace bindpose
