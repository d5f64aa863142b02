// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: IEEE binary128 as a scalar for formulas and Eigen, with the compiler's arithmetic and Boost's functions.
//
// Only numbers convert to Quad, and Quad never converts implicitly: every rounding is visible in
// the code.
#pragma once

#include <cfloat>
#include <limits>
#include <type_traits>

#include <Eigen/Core>

namespace bindpose {

#if LDBL_MANT_DIG == 113
using Binary128 = long double;
#else
__extension__ typedef __float128 Binary128;
#endif

class Quad {
 public:
  constexpr Quad() = default;
  template <class T>
  requires std::is_arithmetic_v<T>
  constexpr Quad(T x) : v_(x) {}  // NOLINT(google-explicit-constructor): exact
  /// The Quad nearest to a decimal number.
  explicit Quad(const char* text);
  static constexpr Quad of(Binary128 v) {
    Quad x;
    x.v_ = v;
    return x;
  }

  /// Rounds to nearest, ties to even.
  template <class T>
  requires std::is_arithmetic_v<T>
  explicit constexpr operator T() const { return static_cast<T>(v_); }
  constexpr Binary128 value() const { return v_; }

  constexpr Quad operator-() const { return of(-v_); }
  constexpr Quad operator+() const { return *this; }
  constexpr Quad& operator+=(const Quad& x) { return *this = *this + x; }
  constexpr Quad& operator-=(const Quad& x) { return *this = *this - x; }
  constexpr Quad& operator*=(const Quad& x) { return *this = *this * x; }
  constexpr Quad& operator/=(const Quad& x) { return *this = *this / x; }

  friend constexpr Quad operator+(const Quad& a, const Quad& b) { return of(a.v_ + b.v_); }
  friend constexpr Quad operator-(const Quad& a, const Quad& b) { return of(a.v_ - b.v_); }
  friend constexpr Quad operator*(const Quad& a, const Quad& b) { return of(a.v_ * b.v_); }
  friend constexpr Quad operator/(const Quad& a, const Quad& b) { return of(a.v_ / b.v_); }
  friend constexpr bool operator==(const Quad& a, const Quad& b) { return a.v_ == b.v_; }
  friend constexpr auto operator<=>(const Quad& a, const Quad& b) { return a.v_ <=> b.v_; }

  friend constexpr Quad abs(const Quad& x) { return x.v_ < 0 ? -x : x.v_ > 0 ? x : Quad(); }
  friend bool isfinite(const Quad& x) { return x.v_ - x.v_ == 0; }
  friend Quad sqrt(const Quad& x);
  friend Quad exp(const Quad& x);
  friend Quad log(const Quad& x);
  friend Quad sin(const Quad& x);
  friend Quad cos(const Quad& x);
  friend Quad acos(const Quad& x);
  friend Quad atan2(const Quad& y, const Quad& x);

 private:
  Binary128 v_ = 0;
};

}  // namespace bindpose

template <>
struct std::numeric_limits<bindpose::Quad> : std::numeric_limits<double> {
  static constexpr int digits = 113, digits10 = 33, max_digits10 = 36;
  static constexpr int min_exponent = -16381, max_exponent = 16384, min_exponent10 = -4931,
                       max_exponent10 = 4932;
  static constexpr bindpose::Quad epsilon() { return 0x1p-112; }
  static constexpr bindpose::Quad round_error() { return 0.5; }
  static constexpr bindpose::Quad infinity() { return std::numeric_limits<double>::infinity(); }
  static constexpr bindpose::Quad quiet_NaN() { return std::numeric_limits<double>::quiet_NaN(); }
  /// 2^-16382 and (2 - 2^-112) 2^16383
  static constexpr bindpose::Quad min() { return power(-16382); }
  static constexpr bindpose::Quad max() { return (bindpose::Quad(2) - epsilon()) * power(16383); }
  static constexpr bindpose::Quad lowest() { return -max(); }

 private:
  static constexpr bindpose::Quad power(int n) {
    bindpose::Quad x = 1;
    for (; n > 0; --n)
      x *= 2;
    for (; n < 0; ++n)
      x /= 2;
    return x;
  }
};

template <>
struct Eigen::NumTraits<bindpose::Quad> : Eigen::GenericNumTraits<bindpose::Quad> {
  static bindpose::Quad dummy_precision() { return 0x1p-100; }
};
