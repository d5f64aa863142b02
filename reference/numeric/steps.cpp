// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/steps.h"

namespace bindpose {
namespace {

/// Largest error of a product of two rotations; e and f are the errors of its factors. `units`: limit of the
/// product's own roundings, in rounding units.
double product_error(double e, double f, double units) {
  return e + f + e * f + units * Tracked::precision().unit * (1 + e) * (1 + f);
}

}  // namespace

template <>
Tracked norm_of(const Vec3<Tracked>& v) {
  using std::sqrt;
  const Tracked direct = sqrt(v.dot(v));
  double squared = 0, error_squared = 0;
  for (int c = 0; c < 3; ++c) {
    squared += v[c].value() * v[c].value();
    error_squared += v[c].error() * v[c].error();
  }
  // Three squares, two additions and a root; a relative error of a square halves in the length.
  const Precision& precision = Tracked::precision();
  const double value = std::sqrt(squared), error = std::sqrt(error_squared);
  const double rounding = (2 + Tracked::sqrt_ulps()) * precision.unit * (value + error);
  return Tracked::uncertain(value,
                            std::fmin(direct.error(), error + rounding + 2 * std::sqrt(precision.smallest)));
}

template <>
Tracked greater_of(const Tracked& a, const Tracked& b) {
  if (std::fabs(a.value() - b.value()) > a.error() + b.error()) return a.value() > b.value() ? a : b;
  return Tracked::uncertain(std::fmax(a.value(), b.value()), std::fmax(a.error(), b.error()));
}

template <>
Tracked root_above_zero(const Tracked& s) {
  using std::sqrt;
  const Precision& precision = Tracked::precision();
  const double e = s.error(), value = std::sqrt(std::fmax(s.value(), 0));
  if (s.value() > 4 * e) return sqrt(s);
  const double least = std::sqrt(e);
  return Tracked::uncertain(
      value, least + Tracked::sqrt_ulps() * precision.unit * (value + least) + std::sqrt(precision.smallest));
}

/// An error of the root, relative to h, moves sinc by |cos h - sinc h| of it and the cosine by |h sin h|. A
/// flushed s counts as s = 0.
template <>
HalfTurn<Tracked> half_turn(const Tracked& s) {
  const Precision& precision = Tracked::precision();
  const double h = std::sqrt(s.value());
  const double sinc = h == 0 ? 1 : std::sin(h) / h, cosine = std::cos(h);
  const double e = s.error() + precision.smallest;
  const double sinc_ulps = (Tracked::transcendental_ulp + Tracked::division_ulps()) * std::fabs(sinc) +
                           Tracked::sqrt_ulps() * std::fabs(cosine - sinc);
  const double cosine_ulps = Tracked::transcendental_ulp + Tracked::sqrt_ulps() * std::fabs(h * std::sin(h));
  return {Tracked::uncertain(sinc, e / 6 + precision.unit * sinc_ulps),
          Tracked::uncertain(cosine, e / 2 + precision.unit * cosine_ulps)};
}

template <>
Mat3<Tracked> product_of(const std::vector<Mat3<Tracked>>& R) {
  Mat3<Tracked> product = R[0];
  double e = error_length(R[0]);
  for (std::size_t k = 1; k < R.size(); ++k) {
    product = Mat3<Tracked>(product * R[k]);
    e = product_error(e, error_length(R[k]), 9);  // 3 units per entry, since rows and columns are unit
  }
  product = stored_entries(product);
  tighten_entries(product, e);
  return product;
}

template <>
Quat<Tracked> product_of(const std::vector<Quat<Tracked>>& q) {
  Quat<Tracked> product = q[0];
  const auto length = [](const Quat<Tracked>& x) { return error_length<4, 1>(x.coeffs()); };
  double e = length(q[0]);
  for (std::size_t k = 1; k < q.size(); ++k) {
    product = quaternion_product(product, q[k]);
    e = product_error(e, length(q[k]), 8);  // 4 units per entry, since both are unit
  }
  Vec4<Tracked> entries = stored_entries<Tracked, 4, 1>(product.coeffs());
  tighten_entries(entries, e);
  return Quat<Tracked>(entries);
}

}  // namespace bindpose
