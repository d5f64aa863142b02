// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a number with a bound on the error of any conforming float32 evaluation.
//
// Formula. A Tracked is an unrounded sum of n terms: value v, magnitude m = sum of |terms|, and e, the summed
// bound on the terms' own errors. Rounding the sum - in whatever order its n terms are added, fused or not - costs
// at most
//
//   error(n) = e + (n - 1) (u (m + e) + f)            n - 1 additions, none of a partial sum above m + e
//
// Adding two Tracked joins their terms (v, m, e, n all add), so every order of summation has the same bound. The
// magnitude outlives multiplication, (sum a)(sum b) has m = m_a m_b, so the bound also covers evaluations that
// distribute a factor over a sum or collect it (transform-then-blend against blend-then-transform). A product is
// one term:   e = m_a E_b + m_b E_a + E_a E_b + u (m_a + E_a)(m_b + E_b) + f,   E = error(n) of each factor. u is
// the rounding unit, f the error of flushing a subnormal. First-order terms are complete; cheap products of errors
// are included, and `slack` covers the rest (below 2^-40 of the bound).
//
// Source. N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed. 2002, sections 3.1, 3.3 and 4.2
// (running error analysis, summation in any order). The operations' precision: OpenGL Shading Language 4.60,
// section 4.7.1: add, subtract, multiply correctly rounded in an unspecified direction (1 ulp, hence u = 2^-23);
// a/b 2.5 ulp; inversesqrt 2 ulp; sqrt as 1 / inversesqrt; subnormals may be flushed on input and output. It gives
// no figure for sine, cosine and arctangent; `transcendental_ulp` is what C libraries reach (glibc: below 1).
//
// Degenerate. Division by, or a root of, a value whose error reaches zero has an infinite error: such a number
// decides nothing, and neither does its product with an exact zero, which may be NaN. Branches records a
// comparison that the error leaves open.
#pragma once

#include <cmath>
#include <cstdint>

#include <Eigen/Core>

#include "reference/numeric/float32.h"

namespace bindpose {

/// A float format and how its operations round.
struct Precision {
  double unit;          ///< largest relative error of one addition or multiplication
  double smallest;      ///< smallest normal number: what flushing a subnormal can cost
  double largest;       ///< largest finite number
  double estimate = 0;  ///< further relative error of a reciprocal and of a reciprocal root

  static constexpr Precision float32() { return {0x1p-23, 0x1p-126, 0x1.fffffep127}; }
  /// float32 with x86's RCPPS and RSQRTPS for reciprocals and reciprocal roots (Intel 64 and IA-32 Architectures Software Developer's
  /// Manual, volume 2: relative error of at most 1.5 * 2^-12), without a step of Newton.
  static constexpr Precision estimates() { return {0x1p-23, 0x1p-126, 0x1.fffffep127, 1.5 * 0x1p-12}; }
  /// GLSL ES mediump, held in binary16 and rounded in any direction.
  static constexpr Precision mediump() { return {0x1p-10, 0x1p-14, 65504.0}; }
};

/// Open comparisons that tracked errors could not decide, and their direction. One per thread: evaluations are
/// single-threaded, and formulas stay free of bookkeeping.
struct Branches {
  std::uint64_t undecided = 0;  ///< comparisons left open since the last reset
  bool take_other = false;      ///< decide open comparisons against the value's own result

  static Branches& current();
};

/// Its operations are always inlined: calls would take most of the time of an evaluation.
class Tracked {
 public:
  Tracked() = default;
  /// An exact input. A subnormal one may already be flushed by the subject.
  Tracked(double exact)  // NOLINT(google-explicit-constructor): a formula writes T(2) and 2 * x
      : v_(exact), m_(std::fabs(exact)) {
    if (m_ < active_.smallest) e_ = m_;
    if (active_.unit > Precision::float32().unit)
      e_ += active_.unit * m_;  // inputs are rounded to the lower format
  }
  Tracked(int exact) : Tracked(static_cast<double>(exact)) {}
  /// An input known up to an absolute error.
  static Tracked uncertain(double value, double error);

  double value() const { return v_; }
  /// Bound on |float32 result - value|, never negative; infinite if unknown.
  [[gnu::always_inline]] inline double error() const {
    double error = e_;
    if (terms_ > 1) error += (terms_ - 1) * (active_.unit * (m_ + e_) + (m_ > 0 ? active_.smallest : 0));
    error *= slack;
    return m_ + error <= active_.largest ? error : infinity;  // also for NaN
  }
  /// Bound on the absolute value of every intermediate result.
  double magnitude() const { return m_ + error(); }

  /// The value of `a` with a bound that covers both formulas, which are equal in exact arithmetic.
  static Tracked either(const Tracked& a, const Tracked& b);

  /// The value as a stage stores it: one term with the magnitude of the value itself.
  Tracked stored() const { return {v_, std::fabs(v_), error()}; }

  Tracked operator-() const {
    Tracked x = *this;
    x.v_ = -v_;
    return x;
  }
  [[gnu::always_inline]] inline Tracked& operator+=(const Tracked& other) {
    // Adding an exact zero costs nothing in any evaluation.
    if (other.m_ == 0 && other.e_ == 0) return *this;
    if (m_ == 0 && e_ == 0) return *this = other;
    v_ += other.v_;
    m_ += other.m_;
    e_ += other.e_;
    terms_ += other.terms_;
    return *this;
  }
  Tracked& operator-=(const Tracked& other) { return *this += -other; }
  [[gnu::always_inline]] inline Tracked& operator*=(const Tracked& other) {
    const double a = error();
    const double b = other.error();
    const double m = m_ * other.m_;
    // 0 * infinity is NaN here as in float32; error() turns it into infinity.
    const double propagated = m_ * b + other.m_ * a + a * b;
    v_ *= other.v_;
    e_ = m == 0 && propagated == 0 ? 0 : propagated + active_.unit * (m + propagated) + active_.smallest;
    m_ = m;
    terms_ = 1;
    return *this;
  }
  Tracked& operator/=(const Tracked& other);

  friend Tracked operator+(Tracked a, const Tracked& b) { return a += b; }
  friend Tracked operator-(Tracked a, const Tracked& b) { return a -= b; }
  friend Tracked operator*(Tracked a, const Tracked& b) { return a *= b; }
  friend Tracked operator/(Tracked a, const Tracked& b) { return a /= b; }

  friend bool operator<(const Tracked& a, const Tracked& b);
  friend bool operator>(const Tracked& a, const Tracked& b) { return b < a; }
  friend bool operator<=(const Tracked& a, const Tracked& b) { return !(b < a); }
  friend bool operator>=(const Tracked& a, const Tracked& b) { return !(a < b); }
  /// Equality of the values; formulas compare exact inputs only (a weight that is 0).
  friend bool operator==(const Tracked& a, const Tracked& b) { return a.v_ == b.v_; }
  friend bool operator!=(const Tracked& a, const Tracked& b) { return !(a == b); }

  friend Tracked abs(const Tracked& x);
  friend Tracked sqrt(const Tracked& x);
  friend Tracked sin(const Tracked& x);
  friend Tracked cos(const Tracked& x);
  friend Tracked atan2(const Tracked& y, const Tracked& x);
  friend bool isfinite(const Tracked& x) { return std::isfinite(x.v_); }

  /// The precision of bounds on this thread; float32 unless a Scope changes it.
  static const Precision& precision() { return active_; }

  /// Computes bounds for another float format during its lifetime.
  class Scope {
   public:
    explicit Scope(const Precision& precision);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Precision saved_;
  };

  static constexpr double division_ulp = 2.5;                         ///< GLSL 4.60 section 4.7.1
  static constexpr double inversesqrt_ulp = 2.0;                      ///< GLSL 4.60 section 4.7.1
  static constexpr double sqrt_ulp = division_ulp + inversesqrt_ulp;  ///< sqrt(x) = 1 / inversesqrt(x)
  /// The same with the error of estimates, if these are allowed. A root computed as the reciprocal of a reciprocal
  /// root has both errors.
  static double division_ulps() { return division_ulp + active_.estimate / active_.unit; }
  static double sqrt_ulps() { return sqrt_ulp + active_.estimate * (2 + active_.estimate) / active_.unit; }
  static constexpr double transcendental_ulp = 4.0;  ///< sin, cos, atan2 of a C library
  static constexpr double slack = 1 + 0x1p-20;  ///< covers neglected higher-order terms and double rounding

 private:
  Tracked(double v, double m, double e) : v_(v), m_(m), e_(e) {}
  /// The result of one operation: value, propagated error, and `ulps` of rounding.
  static Tracked rounded(double value, double propagated, double ulps);

  [[gnu::tls_model("initial-exec")]] static constinit thread_local Precision active_;

  // Four numbers of one size, which two vector registers hold.
  double v_ = 0;      ///< the value
  double m_ = 0;      ///< sum of the terms' absolute values
  double e_ = 0;      ///< sum of the terms' error bounds
  double terms_ = 1;  ///< number of terms not yet added
};

}  // namespace bindpose

namespace Eigen {
template <>
struct NumTraits<bindpose::Tracked> : GenericNumTraits<double> {
  using Real = bindpose::Tracked;
  using NonInteger = bindpose::Tracked;
  using Nested = bindpose::Tracked;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 4,
    AddCost = 8,
    MulCost = 16
  };
};
}  // namespace Eigen
