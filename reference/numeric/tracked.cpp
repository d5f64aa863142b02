// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/tracked.h"

#include <algorithm>

#include "reference/numeric/float32.h"

namespace bindpose {
namespace {

thread_local Precision active = Precision::float32();

}  // namespace

Branches& Branches::current() {
  thread_local Branches branches;
  return branches;
}

const Precision& Tracked::precision() {
  return active;
}
Tracked::Scope::Scope(const Precision& precision) : saved_(active) {
  active = precision;
}
Tracked::Scope::~Scope() {
  active = saved_;
}

Tracked::Tracked(double exact) : v_(exact), m_(std::fabs(exact)) {
  if (m_ < active.smallest) e_ = m_;
  if (active.unit > Precision::float32().unit)
    e_ += active.unit * m_;  // inputs are rounded to the lower format
}

Tracked Tracked::uncertain(double value, double error) {
  Tracked x(value);
  x.e_ += error;
  return x;
}

double Tracked::error() const {
  const double additions = static_cast<double>(terms_ - 1);
  const double error = slack * (e_ + additions * (active.unit * (m_ + e_) + (m_ > 0 ? active.smallest : 0)));
  return m_ + error <= active.largest ? error : infinity;  // also for NaN
}

Tracked Tracked::rounded(double value, double propagated, double ulps) {
  const double size = std::fabs(value) + propagated;
  Tracked x(value, size, propagated + ulps * active.unit * size + active.smallest);
  x.m_ = std::fabs(value);
  return x;
}

Tracked Tracked::either(const Tracked& a, const Tracked& b) {
  Tracked x(a.v_, std::max(a.m_, b.m_), std::max(a.e_, b.e_ + std::fabs(a.v_ - b.v_)));
  x.terms_ = std::max(a.terms_, b.terms_);
  return x;
}

Tracked Tracked::stored() const {
  return {v_, std::fabs(v_), error()};
}

Tracked Tracked::operator-() const {
  Tracked x = *this;
  x.v_ = -v_;
  return x;
}

Tracked& Tracked::operator+=(const Tracked& other) {
  // Adding an exact zero costs nothing in any evaluation.
  if (other.m_ == 0 && other.e_ == 0) return *this;
  if (m_ == 0 && e_ == 0) return *this = other;
  v_ += other.v_;
  m_ += other.m_;
  e_ += other.e_;
  terms_ += other.terms_;
  return *this;
}

Tracked& Tracked::operator*=(const Tracked& other) {
  const double a = error();
  const double b = other.error();
  const double m = m_ * other.m_;
  // 0 * infinity is NaN here as it may be in float32, and error() makes infinity of it.
  const double propagated = m_ * b + other.m_ * a + a * b;
  v_ *= other.v_;
  e_ = m == 0 && propagated == 0 ? 0 : propagated + active.unit * (m + propagated) + active.smallest;
  m_ = m;
  terms_ = 1;
  return *this;
}

Tracked& Tracked::operator/=(const Tracked& other) {
  const double b = other.error();
  const double divisor = std::fabs(other.v_) - b;  // smallest that the float32 divisor can be
  // GLSL says nothing of divisors beyond the reciprocal of the smallest normal number.
  if (!(divisor >= active.smallest && std::fabs(other.v_) + b <= 1 / active.smallest))
    return *this = Tracked(0, 0, infinity);
  const double quotient = v_ / other.v_;
  return *this = rounded(quotient, (error() + std::fabs(quotient) * b) / divisor, division_ulp);
}

bool operator<(const Tracked& a, const Tracked& b) {
  const bool less = a.v_ < b.v_;
  if (std::fabs(a.v_ - b.v_) > a.error() + b.error()) return less;
  if (a.error() + b.error() == 0) return less;  // exact values decide even when they are equal
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
  return Tracked::rounded(std::sqrt(x.v_), error / (std::sqrt(least) + std::sqrt(x.v_)), Tracked::sqrt_ulp);
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
