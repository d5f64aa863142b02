// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests, a machine for float arithmetic in every way that GLSL allows.
//
// Formula. A result is the exact result rounded to one of its two neighbours, chosen by habit;
// additions may use an unrounded product (fma), in any order; subnormals may be flushed, as
// operands and as results; a / b may be 2.5 ulp off, inversesqrt 2 ulp, and sqrt may be
// 1 / inversesqrt.
//
// Source. OpenGL Shading Language 4.60, section 4.7.1. The exact error of an addition: D. E. Knuth, The Art of
// Computer Programming 2, section 4.2.2, theorem B.
//
// The machine shares no code with Tracked: values are doubles that hold numbers of the format.
// Operations are computed in double, keep the error of an addition, and are rounded here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bindpose {

class LegalMachine {
 public:
  enum class Rounding { nearest, up, down, toward_zero, away_from_zero, either };
  enum class Often { never, always, sometimes };
  enum class Order { forward, backward, tree };  ///< tree: adds any two partial sums

  /// The machine's habits for a whole evaluation, as in a driver.
  struct Habits {
    Rounding rounding = Rounding::nearest;
    Often fuses = Often::never;
    Often flushes = Often::never;
    Often strays = Often::never;  ///< division and inversesqrt use the errors that GLSL allows
    Order order = Order::forward;
  };

  /// A number format by its significand's bits and its smallest normal exponent.
  struct Format {
    int bits;
    int least_exponent;
  };

  /// A product that is not yet rounded; with b = 1, a number.
  struct Term {
    double a = 0, b = 1;
  };

  LegalMachine(std::uint64_t seed, Format format);
  explicit LegalMachine(std::uint64_t seed) : LegalMachine(seed, {24, -126}) {}

  void set(const Habits& habits) { habits_ = habits; }
  /// Picks habits at random.
  void change_habits();

  /// x rounded to the format.
  double input(double x);
  double add(double a, double b);
  double multiply(double a, double b);
  double fma(double a, double b, double c);
  double divide(double a, double b);
  double inverse_sqrt(double x);
  double sqrt(double x);
  /// Adds the terms in the order of the habits; empties the vector.
  double sum(std::vector<Term>& terms);

  /// A random choice of the machine: 0 .. count - 1.
  std::size_t pick(std::size_t count);
  bool flip() { return pick(2) == 0; }

 private:
  bool does(Often often) { return often == Often::always || (often == Often::sometimes && flip()); }
  double flush(double x);
  /// One of the two neighbours of x + rest, |rest| at most half a unit in the last place of x as a double.
  double round(double x, double rest);
  /// A number at most `ulps` units in the last place from x.
  double stray(double x, double ulps);
  double value(const Term& term) { return term.b == 1 ? term.a : multiply(term.a, term.b); }
  Term combine(const Term& x, const Term& y);
  /// Unit in the last place of the format at x + rest.
  double unit_at(double x, double rest) const;

  std::uint64_t state_;
  Habits habits_;
  double smallest_normal_;
  double smallest_unit_;
  double significand_;  ///< 2^(1 - bits)
};

}  // namespace bindpose
