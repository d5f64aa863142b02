// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/ik_dls.h"

#include <fmt/format.h>

#include "reference/numeric/rigid.h"

namespace bindpose::ik {
namespace {

/// sin(h) / h and cos(h) for h = sqrt(s).
template <class S>
struct HalfTurn {
  S sinc;
  S cosine;
};

template <class S>
HalfTurn<S> half_turn(const S& s) {
  using std::cos, std::sin, std::sqrt;
  const S h = sqrt(s);
  if (h == S(0)) return {S(1), S(1)};
  return {S(sin(h) / h), S(cos(h))};
}

/// Also at 0. |d sinc / ds| <= 1 / 6 and |d cos / ds| <= 1 / 2; an error of the root, relative to h, moves
/// sinc by |cos h - sinc h| of it and the cosine by |h sin h|. A flushed s counts as s = 0.
template <>
HalfTurn<Tracked> half_turn(const Tracked& s) {
  const Precision& precision = Tracked::precision();
  const double h = std::sqrt(s.value());
  const double sinc = h == 0 ? 1 : std::sin(h) / h, cosine = std::cos(h);
  const double e = s.error() + precision.smallest;
  const double sinc_ulps = (Tracked::transcendental_ulp + Tracked::division_ulp) * std::fabs(sinc) +
                           Tracked::sqrt_ulp * std::fabs(cosine - sinc);
  const double cosine_ulps = Tracked::transcendental_ulp + Tracked::sqrt_ulp * std::fabs(h * std::sin(h));
  return {Tracked::uncertain(sinc, e / 6 + precision.unit * sinc_ulps),
          Tracked::uncertain(cosine, e / 2 + precision.unit * cosine_ulps)};
}

/// exp(w) as a quaternion: (sin(h) w / |w|, cos(h)), h = |w| / 2.
template <class S>
Quat<S> exponential(const Vec3<S>& w) {
  const Vec3<S> half = w / S(2);
  const HalfTurn<S> turn = half_turn<S>(stored(S(half.dot(half))));
  return quaternion_xyzw<S>(turn.sinc * half[0], turn.sinc * half[1], turn.sinc * half[2], turn.cosine);
}

/// J J^T + lambda^2 I
template <class S>
Mat3<S> damped_gram(const Chain<S>& p, const S& damping) {
  Mat3<S> A = Mat3<S>::Zero();
  for (std::size_t i = 0; i + 1 < p.size(); ++i) {
    const Vec3<S> r = difference<S>(p.back(), p[i]);
    for (int row = 0; row < 3; ++row) {
      const S u = r[(row + 1) % 3], v = r[(row + 2) % 3];
      A(row, row) += u * u + v * v;  // |r|^2 - r_row^2 without the difference
      for (int column = 0; column < row; ++column) {
        A(row, column) -= r[row] * r[column];
        A(column, row) = A(row, column);
      }
    }
  }
  for (int i = 0; i < 3; ++i)
    A(i, i) += damping * damping;
  return A;
}

}  // namespace

// By cofactors: f = cof(A) e / det(A), and cof(A) is symmetric as A is.
template <class T>
Vec3<T> damped_pull(const Chain<T>& p, const Vec3<T>& goal, const T& damping) {
  const Mat3<T> A = damped_gram<T>(p, damping).unaryExpr([](const T& a) -> T { return stored(a); });
  const Vec3<T> e = difference<T>(goal, p.back());
  const Mat3<T> K = cofactor(A);
  return Vec3<T>(K.col(0).dot(e), K.col(1).dot(e), K.col(2).dot(e)) / T(determinant(A));
}

template <class T>
Chain<T> ik_dls(const Chain<double>& rest, const Vec3<double>& goal, double damping, int iterations) {
  // The stages' numbers: the joints, then f and where the end was when the iteration began.
  const std::size_t end = rest.size() - 1, f = rest.size(), old_end = f + 1;
  std::vector<T> start = numbers_of<T>(rest);
  start.resize(start.size() + 6, T(0));
  Stages<T> stages(std::move(start));
  for (int k = 0; k < iterations; ++k) {
    stages.run([&]<class S>(std::vector<S> x) {
      set_point<S>(x, f, damped_pull<S>(chain_of(x, end + 1), goal.cast<S>(), S(damping)));
      set_point<S>(x, old_end, point(x, end));
      return x;
    });
    // From the tip to the root each turn carries the later ones along: exp(w_0) .. exp(w_k) on bone k.
    for (std::size_t i = end; i-- > 0;)
      stages.run([&]<class S>(std::vector<S> x) {
        const Vec3<S> p = point(x, i);
        const Vec3<S> w = difference<S>(point(x, old_end), p).cross(point(x, f));
        const Quat<S> q = stored_entries(exponential<S>(stored_entries(w)));
        for (std::size_t j = i + 1; j <= end; ++j)
          set_point<S>(x, j, p + rotate<S>(q, difference<S>(point(x, j), p)));
        return x;
      });
  }
  return chain_of(stages.numbers(), rest.size());
}

namespace {

struct IkDls {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& arrays, const Options&) const {
    const auto question = IkQuestion::read(arrays);
    if (!question) return tl::unexpected(question.error());
    const auto iterations = read_iterations(arrays);
    if (!iterations) return tl::unexpected(iterations.error());
    const auto damping = arrays.require_reals("damping", {1});
    if (!damping) return tl::unexpected(damping.error());
    if (auto ok = require_finite(**damping); !ok) return tl::unexpected(ok.error());
    const double lambda = (*damping)->reals()[0];
    if (!(lambda > 0))
      return fail("PARAMETER_RANGE", "damping", fmt::format("{:.9g}, expected a number above 0", lambda));
    return answer_ik<T>(*question, [&](const auto& rest, const auto& goal, std::size_t, const auto&) {
      return Solved<T>{ik_dls<T>(rest, goal, lambda, *iterations)};
    });
  }
};

}  // namespace

Implementation ik_dls_implementation() {
  return implement<IkDls>({});
}

#define BINDPOSE_INSTANTIATE(T)                                                        \
  template Chain<T> ik_dls<T>(const Chain<double>&, const Vec3<double>&, double, int); \
  template Vec3<T> damped_pull<T>(const Chain<T>&, const Vec3<T>&, const T&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::ik
