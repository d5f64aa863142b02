// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: numbers that pass through many stages, with an error bound that follows how each stage
// changes earlier errors.
//
// A formula on Tracked bounds each number separately. Over many stages such bounds explode: a rotation turns a box
// of errors into a larger box each time, and a value that is used twice counts as two unrelated ones. Stages
// remembers where each error came from.
//
// Formula. Stage k is x_(k+1) = g_k(x_k), its result stored. A float32 evaluation of the stage adds
// a local error l_k and propagates the earlier errors through the derivative J_k of g_k:
//
//   error_(k+1) = J_k error_k + l_k      hence      error_K = sum_k J_(K-1) ... J_(k+1) l_k
//
// The local error is Tracked's bound of g_k on exact inputs. Each number's local error is one cause, a column c
// with its part of each error of the state. A stage maps c to J_k c, and the bound is sum |c| over all causes. So
// a process that converges (a solver that corrects its own errors) has a bound that converges, and a rotation has
// a bound that rotates.
//   J_k       central differences over the error's reach, x_j +- h, h = max(r_j, 2^-26 max |x|), in double
//   r_j       bound on the error of x_j
//   second    the error of the differences becomes its own cause, twice the measured size: the second
//             difference of each number along each input, and along the corner of the errors' box at which
//             its first-order error is largest
//   l_k       the largest local error at three states: the reference's x_k, every number r_j above,
//             and every number r_j below. A subject rounds at its own state, where a number need
//             not be 0 although x_k's is. The factor 1 + 2^-6 covers the states between.
//
// Source. N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed. 2002, sections 1.5 and 1.6
// (forward error and condition), 3.1 and 3.3 (running error analysis). Errors by cause are the affine forms of L.
// H. de Figueiredo and J. Stolfi, Affine arithmetic: concepts and applications, Numerical Algorithms 37, 2004. The
// second-order term is measured, not proven; it is of the size u^2 wherever the bound is useful.
//
// Use. A map g is generic on the scalar and smooth around x_k:
//   Stages stages(numbers);
//   stages.run([=]<class S>(const std::vector<S>& x) { return std::vector<S>{...}; });
//   if (stages.read(residual)[0] <= tolerance) ...
// Captures of g must be exact inputs as double. Computed values that several stages use belong in the state. Make
// decisions between stages, on numbers() or read(): comparisons of Tracked there use the whole error; inside g
// they would use none of it. A linear stage whose coefficients are not negative (a Laplacian's average) needs no
// Stages: Tracked alone gives its local error + sum |g_ij| r_j.
//
// Cost. n numbers: 2 n evaluations of g in double for the derivative, 2 for each number that g changes, and the
// columns, one for each number that a stage changes; 3 on Tracked.
//
// Degenerate. A number whose local error is infinite, and every number that depends on it, is lost: its error
// stays infinite.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "reference/numeric/scalar.h"

namespace bindpose {

class Stages {
 public:
  explicit Stages(const std::vector<Tracked>& start);

  template <class Map>
  void run(const Map& g) {
    *this = after({[&g](const std::vector<double>& x) { return g(x); },
                   [&g](const std::vector<Tracked>& x) { return g(x); }});
  }
  template <class Map>
  std::vector<Tracked> read(const Map& g) const {
    Stages result = *this;
    result.run(g);
    return result.numbers();
  }
  /// The values with all their errors.
  const std::vector<Tracked>& numbers() const { return numbers_; }

 private:
  /// g on the two scalars that the bound needs.
  struct Map {
    std::function<std::vector<double>(const std::vector<double>&)> value;
    std::function<std::vector<Tracked>(const std::vector<Tracked>&)> tracked;
  };
  struct Response;

  Stages() = default;
  Stages after(const Map& g) const;
  /// The state with every number moved by its radius, in the direction of `sign`.
  std::vector<double> moved_by_radius(double sign) const;
  /// Bound on the roundings of one evaluation of g at this state, or anywhere within the radius [m].
  std::vector<double> roundings(const Map& g, const std::vector<double>& y) const;
  Response respond(const Map& g, const std::vector<double>& y) const;
  void add_corner_terms(const Map& g, const std::vector<double>& y, Response& response) const;
  /// Sums the causes: radius_ and numbers_ from the other members.
  void close();

  std::vector<double> x_;                    ///< values
  std::vector<bool> lost_;                   ///< numbers without a bound
  std::vector<std::vector<double>> causes_;  ///< for each local error, its share of every number's error
  std::vector<double> radius_;               ///< r
  std::vector<Tracked> numbers_;
};

}  // namespace bindpose
