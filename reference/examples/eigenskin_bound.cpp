// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/eigenskin_bound.h"

namespace bindpose::examples {
namespace {

using Eigen::Index;
using ValuesOfD = DynamicMatrix<double>;

/// The header's e, e_i and s, in plain numbers.
struct KnownMatrix {
  ValuesOfD D;
  ValuesOfD errors;
  double f = 0, e = 0;

  explicit KnownMatrix(const DynamicMatrix<Tracked>& known)
      : D(known.unaryExpr([](const Tracked& x) { return x.value(); })),
        errors(known.unaryExpr([](const Tracked& x) { return x.error(); })) {
    const auto m = static_cast<double>(D.rows()), n = static_cast<double>(D.cols());
    const double off = length_of(errors.reshaped());
    f = (n * (n + 2 * m + 108) + 8) * Tracked::precision().unit * (length_of(D.reshaped()) + off);
    e = off + f;
  }

  /// Sums in storage order, so that every build gives the same bits.
  template <class Numbers>
  static double length_of(const Numbers& x) {
    double squares = 0;
    for (Index i = 0; i < x.size(); ++i)
      squares += x(i) * x(i);
    return std::sqrt(squares);
  }
};

Tracked within_bound(double value, double error) {
  return Tracked::uncertain(value, Tracked::slack * error + Tracked::precision().smallest);
}

double energy_error(const KnownMatrix& known, double eta, double A) {
  if (A == 0 && known.e == 0) return 0;
  if (!(A > known.e)) return 1;
  const auto by_part = [&](double q) {
    const double t = known.e * (1 + q) / (A - known.e);
    return t * (2 * q + t);
  };
  const auto terms = static_cast<double>(known.D.rows() + 2 * known.D.cols() + 12);
  const double moved = std::min(by_part(std::sqrt(eta)), by_part(std::sqrt(std::max(0.0, 1 - eta))));
  return std::min(1.0, moved + terms * Tracked::precision().unit);
}

/// p.
double sine_of_subspaces(const KnownMatrix& known, const std::vector<double>& s, std::size_t r) {
  if (r == s.size()) return 0;
  const double gap = s[r - 1] - s[r] - known.e;
  return gap > known.e ? known.e / gap : 1;
}

}  // namespace

template <>
Truncated<Tracked> truncated(const DynamicMatrix<Tracked>& D, std::size_t r) {
  const KnownMatrix known(D);
  const Truncated<double> exact = truncated<double>(known.D, r);
  const double u = Tracked::precision().unit, A = KnownMatrix::length_of(known.D.reshaped());
  Truncated<Tracked> bounded{{},
                             within_bound(exact.eta, energy_error(known, exact.eta, A)),
                             DynamicMatrix<Tracked>::Zero(D.rows(), D.cols())};
  for (const double s_b : exact.s)
    bounded.s.push_back(
        within_bound(s_b, known.e + (static_cast<double>(D.rows()) / 2 + 6) * u * (s_b + known.e)));
  if (r == 0) return bounded;
  const double p = sine_of_subspaces(known, exact.s, r), cut = r == exact.s.size() ? 0 : exact.s[r];
  for (Index i = 0; i < D.rows(); ++i) {
    const double e_i = KnownMatrix::length_of(known.errors.row(i)) + known.f;
    const double turned = KnownMatrix::length_of(known.D.row(i)) * p;
    for (Index k = 0; k < D.cols(); ++k) {
      const double left_out = cut + known.e + std::fabs(known.D(i, k) - exact.D_r(i, k));
      bounded.D_r(i, k) = within_bound(exact.D_r(i, k), e_i + std::min(turned, left_out));
    }
  }
  return bounded;
}

}  // namespace bindpose::examples
