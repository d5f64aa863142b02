// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/rotation_centre.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace bindpose::skinning {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// One rotation in the plane (p, q) that makes N(p, q) zero.
template <class T>
void rotate_plane(Mat3<T>& N, Mat3<T>& V, int p, int q) {
  using std::abs, std::sqrt;
  if (N(p, q) == T(0)) return;
  const T theta = (N(q, q) - N(p, p)) / (T(2) * N(p, q));
  const T root = sqrt(T(theta * theta + T(1)));
  const T t = theta < T(0) ? T(T(-1) / (root - theta)) : T(T(1) / (root + theta));  // the smaller angle
  const T c = T(1) / sqrt(T(t * t + T(1))), s = t * c;
  const T change = t * N(p, q);
  N(p, p) -= change;
  N(q, q) += change;
  N(p, q) = N(q, p) = T(0);
  const int r = 3 - p - q;
  const T a = N(r, p), b = N(r, q);
  N(r, p) = N(p, r) = c * a - s * b;
  N(r, q) = N(q, r) = s * a + c * b;
  for (int row = 0; row < 3; ++row) {
    const T v = V(row, p), w = V(row, q);
    V(row, p) = c * v - s * w;
    V(row, q) = s * v + c * w;
  }
}

/// Two motions' difference: D r = b asks for the point, measured from m, where they agree.
template <class T>
struct Pair {
  Mat3<T> D;
  Vec3<T> b;
};

template <class T>
std::vector<Pair<T>> pairs_of(const JointList& joints, const std::vector<Rigid<T>>& palette,
                              const Vec3<T>& m) {
  std::vector<Mat3<T>> C;
  std::vector<Vec3<T>> y;
  for (const std::uint32_t j : joints) {
    C.push_back(rotation_matrix(palette[j].rotation));
    y.push_back(carried(palette[j], m));
  }
  std::vector<Pair<T>> pairs;
  for (std::size_t i = 0; i < joints.size(); ++i)
    for (std::size_t j = i + 1; j < joints.size(); ++j)
      pairs.push_back({Mat3<T>(C[i] - C[j]), Vec3<T>(y[j] - y[i])});
  return pairs;
}

template <class T>
Vec3<T> mean_place(const JointList& joints, const JointPlaces& places) {
  Vec3<T> sum = Vec3<T>::Zero();
  for (const std::uint32_t j : joints)
    sum += places.bind_positions[j].template cast<T>();
  return sum / T(static_cast<double>(joints.size()));
}

/// The normal equations N d = g, along the eigenvectors of N.
template <class T>
struct NormalEquations {
  Eigensystem<T> of_N;
  Vec3<T> g;  ///< along each eigenvector
};

template <class T>
NormalEquations<T> normal_equations(const std::vector<Pair<T>>& pairs) {
  Mat3<T> N = Mat3<T>::Zero();
  Vec3<T> g = Vec3<T>::Zero();
  for (const Pair<T>& pair : pairs)
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) {
        g[c] += pair.D(r, c) * pair.b[r];
        for (int d = 0; d < 3; ++d)
          N(c, d) += pair.D(r, c) * pair.D(r, d);
      }
  NormalEquations<T> equations{symmetric_eigensystem(N), Vec3<T>::Zero()};
  for (int k = 0; k < 3; ++k)
    for (int c = 0; c < 3; ++c)
      equations.g[k] += equations.of_N.vectors(c, k) * g[c];
  return equations;
}

/// Which directions count, from the squares of their singular values.
template <class T>
std::array<bool, 3> directions_that_count(const Vec3<T>& squares) {
  int largest = 0;
  for (int k = 1; k < 3; ++k)
    if (to_double(squares[k]) > to_double(squares[largest])) largest = k;
  if (squares[largest] < T(least_singular_value * least_singular_value)) return {false, false, false};
  std::array<bool, 3> counts{};
  for (int k = 0; k < 3; ++k)
    counts[static_cast<std::size_t>(k)] =
        k == largest || !(squares[k] < T(singular_fraction * singular_fraction) * squares[largest]);
  return counts;
}

template <class T>
Vec3<T> solution(const NormalEquations<T>& equations, const std::array<bool, 3>& counts) {
  Vec3<T> d = Vec3<T>::Zero();
  for (int k = 0; k < 3; ++k)
    if (counts[static_cast<std::size_t>(k)])
      for (int c = 0; c < 3; ++c)
        d[c] += equations.of_N.vectors(c, k) * (equations.g[k] / equations.of_N.values[k]);
  return d;
}

}  // namespace

template <class T>
Eigensystem<T> symmetric_eigensystem(Mat3<T> N) {
  Mat3<T> V = Mat3<T>::Identity();
  for (int sweep = 0; sweep < 10; ++sweep) {  // each squares the error: 5 do for double, 7 for 113 bits
    rotate_plane(N, V, 0, 1);
    rotate_plane(N, V, 0, 2);
    rotate_plane(N, V, 1, 2);
  }
  return {N.diagonal(), V};
}

template <class T>
RotationCentre<T> rotation_centre(const JointList& joints, const std::vector<Rigid<T>>& palette,
                                  const JointPlaces& places) {
  const Vec3<T> m = mean_place<T>(joints, places);
  const NormalEquations<T> equations = normal_equations(pairs_of(joints, palette, m));
  RotationCentre<T> centre;
  centre.r = m + solution(equations, directions_that_count(equations.of_N.values));
  return centre;
}

namespace {

double norm(const Vec3<double>& v) {
  return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/// The stacked system in plain numbers, and the norms of its parts and of their errors.
struct System {
  std::vector<Pair<double>> pairs;
  double size_A = 0, size_b = 0;    ///< |A|, |b|
  double error_A = 0, error_b = 0;  ///< e, f
};

System system_of(const std::vector<Pair<Tracked>>& tracked) {
  System system;
  const auto add = [](const Tracked& x, double& value, double& size, double& error) {
    value = x.value();
    size += x.value() * x.value();
    error += x.error() * x.error();
  };
  for (const Pair<Tracked>& pair : tracked) {
    Pair<double> plain;
    for (int r = 0; r < 3; ++r) {
      add(pair.b[r], plain.b[r], system.size_b, system.error_b);
      for (int c = 0; c < 3; ++c)
        add(pair.D(r, c), plain.D(r, c), system.size_A, system.error_A);
    }
    system.pairs.push_back(plain);
  }
  for (double* sum : {&system.size_A, &system.size_b, &system.error_A, &system.error_b})
    *sum = std::sqrt(*sum);
  return system;
}

double residual(const System& system, const Vec3<double>& d) {
  double squared = 0;
  for (const Pair<double>& pair : system.pairs)
    for (int r = 0; r < 3; ++r) {
      const double p = pair.b[r] - pair.D(r, 0) * d[0] - pair.D(r, 1) * d[1] - pair.D(r, 2) * d[2];
      squared += p * p;
    }
  return std::sqrt(squared);
}

/// How far float32 may be off, by the header's formula.
class Perturbation {
 public:
  Perturbation(const System& system, const NormalEquations<double>& equations)
      : system_(system), g_(equations.g), squares_(equations.of_N.values) {
    const double u = Tracked::precision().unit;
    const double roundings = (solver + 3.0 * static_cast<double>(system.pairs.size())) * u;
    error_N_ = roundings * system.size_A * system.size_A;
    error_g_ = roundings * system.size_A * system.size_b;
    for (int k = 0; k < 3; ++k)
      s_[k] = std::sqrt(std::max(squares_[k], 0.0));
  }

  /// s_k^2 with its error.
  Vec3<Tracked> tracked_squares() const {
    Vec3<Tracked> squares;
    for (int k = 0; k < 3; ++k)
      squares[k] = Tracked::uncertain(s_[k] * s_[k], change(k, k));
    return squares;
  }

  /// Errors of d = r - m along the eigenvectors.
  Vec3<double> errors(const std::array<bool, 3>& counts, const Vec3<double>& d) const {
    const double e = system_.error_A, f = system_.error_b;
    const double size_d = norm(d), p = residual(system_, d);
    Vec3<double> errors = Vec3<double>::Zero();
    double largest = 0;
    for (int k = 0; k < 3; ++k) {
      if (!counts[static_cast<std::size_t>(k)]) continue;
      const double square = squares_[k];
      errors[k] += ((f + e * size_d) * s_[k] + e * p + error_N_ * size_d + error_g_) / square;
      largest = std::max(largest, change(k, k) / square);
      for (int l = 0; l < 3; ++l) {
        if (counts[static_cast<std::size_t>(l)]) continue;
        const double gap = square - s_[l] * s_[l];
        errors[k] += change(k, l) * std::fabs(g_[l]) / (square * gap);
        errors[l] += change(k, l) * std::fabs(g_[k]) / (square * gap);
        largest = std::max(largest, (change(k, k) + change(l, l)) / gap);
      }
    }
    if (!(largest <= 0.25)) return Vec3<double>::Constant(infinity);
    const double left = 1 - 2 * largest;
    return errors / (left * left * left);
  }

 private:
  /// D_kl
  double change(int k, int l) const {
    return (s_[k] + s_[l]) * system_.error_A + system_.error_A * system_.error_A + error_N_;
  }

  const System& system_;
  Vec3<double> g_, squares_, s_;
  double error_N_ = 0, error_g_ = 0;
};

}  // namespace

template <>
RotationCentre<Tracked> rotation_centre(const JointList& joints, const std::vector<Rigid<Tracked>>& palette,
                                        const JointPlaces& places) {
  // An error of m moves r by the part of it that N leaves out, and b by the rest: b is held against m itself.
  const Vec3<double> m = mean_place<double>(joints, places);
  const Vec3<Tracked> tracked_m = mean_place<Tracked>(joints, places);
  const System system = system_of(pairs_of<Tracked>(joints, palette, m.cast<Tracked>()));
  const NormalEquations<double> equations = normal_equations(system.pairs);
  const Perturbation perturbation(system, equations);
  const auto counts = directions_that_count(perturbation.tracked_squares());
  const Vec3<double> d = solution(equations, counts);

  RotationCentre<Tracked> centre;
  const Vec3<double> r = m + d;
  centre.r = r.cast<Tracked>();
  centre.axes = equations.of_N.vectors;
  double mean_error = 0;
  for (int c = 0; c < 3; ++c)
    mean_error += tracked_m[c].error() * tracked_m[c].error();
  // The sum m + d is rounded once more.
  const double roundings =
      std::sqrt(mean_error) + Tracked::precision().unit * norm(r) + Tracked::precision().smallest;
  centre.error = perturbation.errors(counts, d);
  for (double& error : centre.error)
    error += roundings;
  return centre;
}

Vec3<Tracked> for_any_centre(const Vec3<Tracked>& x, const Mat3<Tracked>& G,
                             const RotationCentre<Tracked>& centre) {
  const double farthest = norm(centre.error);
  Vec3<Tracked> moved;
  for (int c = 0; c < 3; ++c) {
    double error = x[c].error();
    double uncertain = 0;
    for (int r = 0; r < 3; ++r)
      uncertain += G(c, r).error() * G(c, r).error();
    error += std::sqrt(uncertain) * farthest;
    for (int k = 0; k < 3; ++k) {
      double along = 0;
      for (int r = 0; r < 3; ++r)
        along += G(c, r).value() * centre.axes(r, k);
      error += std::fabs(along) * centre.error[k];
    }
    moved[c] = Tracked::uncertain(x[c].value(), error);
  }
  return moved;
}

#define BINDPOSE_INSTANTIATE(T)                                                              \
  template RotationCentre<T> rotation_centre(const JointList&, const std::vector<Rigid<T>>&, \
                                             const JointPlaces&);
BINDPOSE_INSTANTIATE(double)
BINDPOSE_INSTANTIATE(Quad)
BINDPOSE_INSTANTIATE(float)
#undef BINDPOSE_INSTANTIATE
template Eigensystem<double> symmetric_eigensystem(Mat3<double>);
template Eigensystem<Quad> symmetric_eigensystem(Mat3<Quad>);
template Eigensystem<float> symmetric_eigensystem(Mat3<float>);

}  // namespace bindpose::skinning
