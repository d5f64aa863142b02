// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/skinning_decomposition_bound.h"

#include "reference/examples/shared/kept_bones.h"
#include "reference/numeric/stages.h"

namespace bindpose::examples {
namespace {

using Eigen::Index;

constexpr double half_turn_apart = 2.8284271247461900;  // From here on, rotation_error() has no bound.

Points<double> values_of(const Points<Tracked>& points) {
  Points<double> values;
  for (const Vec3<Tracked>& x : points)
    values.emplace_back(x[0].value(), x[1].value(), x[2].value());
  return values;
}
AnimatedMesh<double> values_of(const AnimatedMesh<Tracked>& mesh) {
  AnimatedMesh<double> values{values_of(mesh.p), {}};
  for (const Points<Tracked>& example : mesh.y)
    values.y.push_back(values_of(example));
  return values;
}

/// Weights and bones as numbers of stages.
class StagedDecomposition {
 public:
  StagedDecomposition(const AnimatedMesh<Tracked>& mesh, const Array::Integers& clusters,
                      const DecompositionSize& size)
      : tracked_(mesh),
        mesh_(values_of(mesh)),
        size_(size),
        stages_(packed(undeformed<Tracked>(mesh, clusters, size.J))) {}

  void find_weights() {
    const std::vector<Kept> kept = kept_bones();
    run([&kept]<class S>(const AnimatedMesh<S>& mesh, SkinningDecomposition<S>& found) {
      for (std::size_t v = 0; v < mesh.p.size(); ++v) {
        const DynamicVector<S> w =
            weights_among<S>(moved<S>(found.M, mesh.p[v]), targets<S>(mesh, v), kept[v].is_in);
        for (Index j = 0; j < w.size(); ++j)
          found.w(static_cast<Index>(v), j) = widened<S>(w[j], kept[v].more);
      }
    });
  }

  void find_bone(std::size_t j) {
    run([j]<class S>(const AnimatedMesh<S>& mesh, SkinningDecomposition<S>& found) {
      update_bone<S>(mesh, j, found);
    });
  }

  SkinningDecomposition<Tracked> result() const {
    SkinningDecomposition<Tracked> found = unpacked(stages_.numbers());
    const std::vector<Tracked> x = stages_.read([this]<class S>(const std::vector<S>& numbers) {
      SkinningDecomposition<S> own = unpacked(numbers);
      fit<S>(mesh<S>(), own);
      std::vector<S> all;
      for (const Points<S>& example : own.x)
        for (const Vec3<S>& point : example)
          all.insert(all.end(), point.begin(), point.end());
      return all;
    });
    put_fit(x, found);
    return found;
  }

 private:
  /// Adds the uncertainty if requested.
  template <class S>
  const AnimatedMesh<S>& mesh() const {
    if constexpr (std::is_same_v<S, Tracked>)
      return tracked_;
    else
      return mesh_;
  }

  /// The kept bones of every vertex.
  std::vector<Kept> kept_bones() const {
    const std::size_t J = size_.J;
    std::vector<Kept> kept(mesh_.p.size(), {std::vector<bool>(J, true)});
    for (std::size_t v = 0; v < kept.size() && size_.K < J; ++v) {
      const DynamicVector<Tracked> b = targets<Tracked>(tracked_, v);
      std::vector<Tracked> numbers = stages_.read([&]<class S>(const std::vector<S>& state) {
        const DynamicMatrix<S> A = moved<S>(unpacked(state).M, mesh<S>().p[v]);
        std::vector<S> all = effects_of<S>(A, simplex_least_squares<S>(A, targets<S>(mesh<S>(), v)));
        all.insert(all.end(), A.data(), A.data() + A.size());
        return all;
      });
      const DynamicMatrix<Tracked> A =
          Eigen::Map<DynamicMatrix<Tracked>>(numbers.data() + J, b.size(), static_cast<Index>(J));
      numbers.resize(J);
      kept[v] = kept_of(A, b, numbers, size_.K);
    }
    return kept;
  }

  /// One stage: step(mesh, found) updates the results found so far.
  template <class Step>
  void run(const Step& step) {
    stages_.run([&]<class S>(const std::vector<S>& numbers) {
      SkinningDecomposition<S> found = unpacked(numbers);
      step(mesh<S>(), found);
      return packed(found);
    });
  }

  template <class S>
  static std::vector<S> packed(const SkinningDecomposition<S>& found) {
    std::vector<S> numbers;
    for (const std::vector<Affine<S>>& bones : found.M)
      for (const Affine<S>& M_j : bones) {
        for (int i = 0; i < 9; ++i)
          numbers.push_back(M_j.linear(i / 3, i % 3));
        numbers.insert(numbers.end(), M_j.translation.begin(), M_j.translation.end());
      }
    for (Index v = 0; v < found.w.rows(); ++v)
      for (Index j = 0; j < found.w.cols(); ++j)
        numbers.push_back(found.w(v, j));
    return numbers;
  }

  template <class S>
  SkinningDecomposition<S> unpacked(const std::vector<S>& numbers) const {
    SkinningDecomposition<S> found{DynamicMatrix<S>(mesh_.p.size(), size_.J),
                                   Palettes<S>(mesh_.y.size(), std::vector<Affine<S>>(size_.J))};
    const S* next = numbers.data();
    for (std::vector<Affine<S>>& bones : found.M)
      for (Affine<S>& M_j : bones) {
        for (int i = 0; i < 9; ++i)
          M_j.linear(i / 3, i % 3) = *next++;
        for (int c = 0; c < 3; ++c)
          M_j.translation[c] = *next++;
      }
    for (Index v = 0; v < found.w.rows(); ++v)
      for (Index j = 0; j < found.w.cols(); ++j)
        found.w(v, j) = *next++;
    return found;
  }

  /// x, and rho if every number of x may be off by its error.
  void put_fit(const std::vector<Tracked>& x, SkinningDecomposition<Tracked>& found) const {
    SkinningDecomposition<double> exact = unpacked(values_of_numbers(stages_.numbers()));
    fit<double>(mesh_, exact);
    found.x = tracked_.y;
    double squares = 0, largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      found.x[i / 3 / mesh_.p.size()][i / 3 % mesh_.p.size()][static_cast<Index>(i % 3)] = x[i];
      squares += x[i].error() * x[i].error();
      largest = std::max(largest, std::fabs(x[i].value()) + x[i].error());
    }
    const std::size_t points = x.size() / 3;
    const double u = Tracked::precision().unit,
                 off = std::sqrt(squares / static_cast<double>(points)) + 2 * u * largest;
    const double rounded = (static_cast<double>(x.size()) / 2 + 6) * u * (exact.rho + off);
    found.rho =
        Tracked::uncertain(exact.rho, Tracked::slack * (off + rounded) + Tracked::precision().smallest);
  }

  static std::vector<double> values_of_numbers(const std::vector<Tracked>& numbers) {
    std::vector<double> values;
    for (const Tracked& x : numbers)
      values.push_back(x.value());
    return values;
  }

  AnimatedMesh<Tracked> tracked_;
  AnimatedMesh<double> mesh_;  ///< its values
  DecompositionSize size_;
  Stages stages_;
};

/// Marks all numbers as undecided by float32.
void open_all(SkinningDecomposition<Tracked>& found) {
  const auto open = [](Tracked& x) { x = Tracked::uncertain(x.value(), infinity); };
  std::for_each(found.w.data(), found.w.data() + found.w.size(), open);
  for (std::vector<Affine<Tracked>>& bones : found.M)
    for (Affine<Tracked>& M_j : bones) {
      std::for_each(M_j.linear.data(), M_j.linear.data() + 9, open);
      std::for_each(M_j.translation.data(), M_j.translation.data() + 3, open);
    }
  for (Points<Tracked>& example : found.x)
    for (Vec3<Tracked>& x : example)
      std::for_each(x.data(), x.data() + 3, open);
  open(found.rho);
}

}  // namespace

template <>
Mat3<Tracked> nearest_rotation(const Mat3<Tracked>& A, const Tracked& rounding, const Mat3<Tracked>& before) {
  const Mat3<double> A_ = A.unaryExpr([](const Tracked& a) { return a.value(); });
  const PolarRotation<double> polar = polar_rotation(A_);
  const double size = euclidean(A_.reshaped());
  const double off = error_length(A) + polar_backward_error * Tracked::precision().unit * size;
  const Tracked limit = Tracked::uncertain(0x1p-12 * size, 0x1p-12 * off) + rounding;
  if (!(Tracked::uncertain(polar.spread, std::sqrt(3.0) * off) > limit)) return before;
  const double error = rotation_error(A, polar.spread);
  const Mat3<double> R = rotation_matrix(polar.q);
  return R.unaryExpr(
      [error](double r) { return Tracked::uncertain(r, error < half_turn_apart ? error : infinity); });
}

template <>
SkinningDecomposition<Tracked> decomposed(const AnimatedMesh<Tracked>& mesh, const Array::Integers& clusters,
                                          const DecompositionSize& size) {
  const std::uint64_t open = Branches::current().undecided;
  StagedDecomposition staged(mesh, clusters, size);
  for (std::size_t n = 0; n <= size.N; ++n) {
    if (n > 0) staged.find_weights();
    for (std::size_t j = 0; j < size.J; ++j)
      staged.find_bone(j);
  }
  SkinningDecomposition<Tracked> found = staged.result();
  if (Branches::current().undecided > open + 1) open_all(found);
  return found;
}

}  // namespace bindpose::examples
