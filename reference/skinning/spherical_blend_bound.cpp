// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/spherical_blend_bound.h"

#include <algorithm>

namespace bindpose::skinning {
namespace {

double norm(const Vec3<double>& v) {
  return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/// The stacked system in plain numbers, and the norms of its parts and of their errors.
struct System {
  std::vector<Difference<double>> pairs;
  double size_A = 0, size_b = 0;    ///< |A|, |b|
  double error_A = 0, error_b = 0;  ///< e, f

  void add(const Difference<Tracked>& pair) {
    const auto note = [](const Tracked& x, double& value, double& size, double& error) {
      value = x.value();
      size += x.value() * x.value();
      error += x.error() * x.error();
    };
    Difference<double> plain;
    for (int r = 0; r < 3; ++r) {
      note(pair.b[r], plain.b[r], size_b, error_b);
      for (int c = 0; c < 3; ++c)
        note(pair.D(r, c), plain.D(r, c), size_A, error_A);
    }
    pairs.push_back(plain);
  }
};

System system_of(const JointList& joints, const std::vector<Rigid<Tracked>>& M, const Vec3<double>& m) {
  System system;
  for (std::size_t i = 0; i < joints.size(); ++i)
    for (std::size_t j = i + 1; j < joints.size(); ++j)
      system.add(difference_of<Tracked>(M[joints[i]], M[joints[j]], m.cast<Tracked>()));
  for (double* sum : {&system.size_A, &system.size_b, &system.error_A, &system.error_b})
    *sum = std::sqrt(*sum);
  return system;
}

double residual(const System& system, const Vec3<double>& d) {
  double squared = 0;
  for (const Difference<double>& pair : system.pairs)
    for (int r = 0; r < 3; ++r) {
      const double p = pair.b[r] - pair.D(r, 0) * d[0] - pair.D(r, 1) * d[1] - pair.D(r, 2) * d[2];
      squared += p * p;
    }
  return std::sqrt(squared);
}

/// Largest float32 error, by the header's formula.
class Perturbation {
 public:
  Perturbation(const System& system, const Eigensystem<double>& of_N, const Vec3<double>& g)
      : system_(system), g_(along_eigenvectors(of_N, g)), squares_(of_N.values) {
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

RotationCentre rotation_centre(const JointList& joints, const std::vector<Rigid<Tracked>>& M,
                               const JointPlaces& places) {
  // An error of m moves r only outside the directions of N: along them b compensates, as b is
  // relative to m.
  const Vec3<double> m = mean_place<double>(joints, places);
  const Vec3<Tracked> tracked_m = mean_place<Tracked>(joints, places);
  const System system = system_of(joints, M, m);
  NormalEquations<double> equations;
  for (const auto& [D, b] : system.pairs)
    equations.add(D, b);
  const Eigensystem<double> of_N = symmetric_eigensystem(equations.N);
  const Perturbation perturbation(system, of_N, equations.g);
  const auto counts = directions_that_count(perturbation.tracked_squares());
  const Vec3<double> d = least_solution(of_N, equations.g, counts);

  RotationCentre centre{m + d, of_N.vectors, perturbation.errors(counts, d)};
  double mean_error = 0;
  for (int c = 0; c < 3; ++c)
    mean_error += tracked_m[c].error() * tracked_m[c].error();
  // The sum m + d is rounded once more.
  const double roundings =
      std::sqrt(mean_error) + Tracked::precision().unit * norm(centre.r) + Tracked::precision().smallest;
  for (double& error : centre.error)
    error += roundings;
  return centre;
}

DeformedVertex<Tracked> turn_about_centre(const Quat<Tracked>& q, const RotationCentre& centre,
                                          const RestVertex<Tracked>& rest,
                                          const std::vector<Rigid<Tracked>>& M) {
  DeformedVertex<Tracked> y = turn_about_centre<Tracked>(q, centre.r.cast<Tracked>(), rest, M);
  Mat3<Tracked> G = -rotation_matrix(q);
  for (const Influence<Tracked>& i : rest.influences)
    G += i.w * rotation_matrix(M[i.j].rotation);
  const double farthest = norm(centre.error);
  for (int c = 0; c < 3; ++c) {
    double error = y.x[c].error();
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
    y.x[c] = Tracked::uncertain(y.x[c].value(), error);
  }
  return y;
}

}  // namespace bindpose::skinning
