// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/bounds/least_bound.h"

#include <algorithm>

namespace bindpose::bounds {
namespace {

/// Lower bounds of a Tracked: values from low to high; magnitude, error and number of terms are at least these.
class Least {
 public:
  Least(double constant)
      : Least(constant, constant, 0) {}  // NOLINT(google-explicit-constructor): evaluate's T
  Least(const Range& range)
      : Least(range.low, range.high, range.error) {}  // NOLINT(google-explicit-constructor)

  double error() const {
    const Precision& p = Tracked::precision();
    return e_ + (terms_ - 1) * (p.unit * (m_ + e_) + (m_ > 0 ? p.smallest : 0));
  }

  Least operator-() const { return {-high_, -low_, m_, e_, terms_}; }
  friend Least operator+(const Least& a, const Least& b) {
    // Adding an exact zero costs nothing; a number that may be zero counts as zero.
    const bool zero = (a.m_ == 0 && a.e_ == 0) || (b.m_ == 0 && b.e_ == 0);
    return {a.low_ + b.low_, a.high_ + b.high_, a.m_ + b.m_, a.e_ + b.e_,
            zero ? std::max(a.terms_, b.terms_) : a.terms_ + b.terms_};
  }
  friend Least operator-(const Least& a, const Least& b) { return a + -b; }
  friend Least operator*(const Least& a, const Least& b) {
    const auto [low, high] =
        std::minmax({a.low_ * b.low_, a.low_ * b.high_, a.high_ * b.low_, a.high_ * b.high_});
    const double m = a.m_ * b.m_;
    const double propagated = a.m_ * b.error() + b.m_ * a.error() + a.error() * b.error();
    return {low, high, m, propagated + Tracked::precision().unit * (m + propagated), 1};
  }
  friend Least operator/(const Least& a, const Least& b) {
    const auto [low, high] =
        std::minmax({a.low_ / b.low_, a.low_ / b.high_, a.high_ / b.low_, a.high_ / b.high_});
    const Least quotient{low, high, 0};
    return rounded(quotient, (a.error() + quotient.m_ * b.error()) / b.largest(), Tracked::division_ulp);
  }
  friend Least sqrt(const Least& x) {
    const Least root{std::sqrt(std::max(x.low_, 0.0)), std::sqrt(x.high_), 0};
    return rounded(root, x.error() / (2 * root.high_), Tracked::sqrt_ulp);
  }
  friend Least stored(const Least& x) { return {x.low_, x.high_, x.error()}; }

 private:
  Least(double low, double high, double error) : Least(low, high, 0, error, 1) {
    if (low > 0 || high < 0) m_ = std::min(std::fabs(low), std::fabs(high));
  }
  Least(double low, double high, double m, double e, std::uint32_t terms)
      : low_(low), high_(high), m_(m), e_(e), terms_(terms) {}
  static Least rounded(Least x, double propagated, double ulps) {
    x.e_ = propagated + ulps * Tracked::precision().unit * (x.m_ + propagated);
    return x;
  }
  double largest() const { return std::max(std::fabs(low_), std::fabs(high_)); }

  double low_, high_, m_, e_;
  std::uint32_t terms_;
};

}  // namespace

std::vector<double> least_bounds(const Trace& trace, const Box& box) {
  const std::vector<Least> x = evaluate<Least>(trace, std::vector<Least>(box.begin(), box.end()));
  std::vector<double> bounds;
  for (const int node : trace.outputs)
    bounds.push_back(x[node].error() * (1 - 0x1p-30));
  return bounds;
}

}  // namespace bindpose::bounds
