// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/multi_weight_fit_bound.h"

namespace bindpose::examples {
namespace {

using Eigen::Index;
using Plain = DynamicMatrix<double>;
using PlainVector = DynamicVector<double>;

template <class Numbers>
double length(const Numbers& x) {
  double squares = 0;
  for (Index r = 0; r < x.rows(); ++r)
    for (Index c = 0; c < x.cols(); ++c)
      squares += x(r, c) * x(r, c);
  return std::sqrt(squares);
}

/// One system in plain numbers, with the header's e and f.
struct System {
  Plain D;
  PlainVector b;
  double e = 0, f = 0;

  System(const DynamicMatrix<Tracked>& D_, const DynamicVector<Tracked>& b_) {
    const auto value = [](const Tracked& x) { return x.value(); };
    const auto error = [](const Tracked& x) { return x.error(); };
    D = D_.unaryExpr(value);
    b = b_.unaryExpr(value);
    const auto n = static_cast<double>(D.cols()), P = static_cast<double>(D.rows());
    const double backward = n * (n + P + 106) * Tracked::precision().unit;
    e = length(D_.unaryExpr(error).eval()) + backward * length(D);
    f = length(b_.unaryExpr(error).eval()) + backward * length(b);
  }
};

/// Largest number that flushing to zero may remove.
double flushed(const Plain& D) {
  return static_cast<double>(D.size()) * Tracked::precision().smallest;
}

/// The header's h, and the bound on |D w' - D w|.
struct Off {
  double weights = infinity, fitted = infinity;
};

Off off_by(const System& system, const std::vector<double>& sigma, const std::vector<bool>& counts,
           const MultiWeightFit<double>& fit) {
  const double e = system.e, f = system.f;
  double s_t = infinity, d = 0;
  Index t = 0;
  for (std::size_t k = 0; k < sigma.size(); ++k) {
    if (counts[k]) ++t, s_t = std::min(s_t, sigma[k]);
    if (!counts[k]) d = std::max(d, sigma[k]);
  }
  if (t == 0) return e > flushed(system.D) ? Off{} : Off{0, 0};
  const bool has_beside = system.D.cols() > t || system.D.rows() > t;
  const double s = s_t - e, q = has_beside ? s_t - d - 2 * e : s;
  const double a = e / s + (system.D.cols() > t ? e / q : 0);
  if (!(s > 0 && q > 0 && a < 0.5)) return {};
  const double w = length(fit.w);
  const double R = has_beside ? fit.residual + f + (length(system.b) + f) * e / q : 0;
  const double h = (a * w + f / s + e * R / (s * q)) / (1 - a);
  return {h, e * (w + h) * (s / q + 1) + e * R / q + f};
}

Tracked within(double value, double error) {
  return Tracked::uncertain(value, Tracked::slack * error + Tracked::precision().smallest);
}

MultiWeightFit<Tracked> bounded(const System& system, const MultiWeightFit<double>& fit, const Off& off) {
  const double u = Tracked::precision().unit;
  const auto n = static_cast<double>(system.D.cols()), P = static_cast<double>(system.D.rows());
  const double W = length(fit.w) + off.weights, stored_w = (n + P + 8) * u * W;
  MultiWeightFit<Tracked> result{DynamicVector<Tracked>(fit.w.size()), Tracked::uncertain(fit.rank, 0),
                                 DynamicVector<Tracked>(fit.fitted.size()), Tracked(0)};
  for (Index c = 0; c < fit.w.size(); ++c)
    result.w[c] = within(fit.w[c], off.weights + stored_w);
  double all = off.fitted;  // error of D w' as a whole
  for (Index k = 0; k < fit.fitted.size(); ++k) {
    const double row = length(system.D.row(k)), rounded = row * (stored_w + (n + 1) * u * W);
    result.fitted[k] = within(fit.fitted[k], off.fitted + rounded);
    all += rounded + u * (std::fabs(fit.fitted[k]) + off.fitted + rounded + std::fabs(system.b[k]));
  }
  result.residual = within(fit.residual, all + (P / 2 + 6) * u * (fit.residual + all));
  return result;
}

MultiWeightFit<Tracked> undecided(const MultiWeightFit<double>& fit) {
  const auto open = [](double x) { return Tracked::uncertain(x, infinity); };
  return {fit.w.unaryExpr(open), open(fit.rank), fit.fitted.unaryExpr(open), open(fit.residual)};
}

}  // namespace

template <>
MultiWeightFit<Tracked> multi_weight_fit(const DynamicMatrix<Tracked>& D, const DynamicVector<Tracked>& b,
                                         const Tracked& fraction) {
  const System system(D, b);
  const SingularColumns<double> svd = singular_columns(system.D);
  const std::vector<double> sigma = lengths_of(svd.US);
  std::vector<Tracked> known;
  for (const double s_k : sigma)
    known.push_back(Tracked::uncertain(s_k, system.e));
  const std::uint64_t open = Branches::current().undecided;
  const std::vector<bool> counts = values_that_count(known, fraction);
  const MultiWeightFit<double> fit = fit_along(system.D, system.b, svd, counts);
  if (Branches::current().undecided > open + 1) return undecided(fit);
  return bounded(system, fit, off_by(system, sigma, counts, fit));
}

}  // namespace bindpose::examples
