// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/linear_system.h"

#include <algorithm>

namespace bindpose {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

constexpr double unbounded = std::numeric_limits<double>::infinity();

template <class Numbers>
auto values_of(const Numbers& x) {
  return x.unaryExpr([](const Tracked& number) { return number.value(); }).eval();
}
template <class Numbers>
auto errors_of(const Numbers& x) {
  return x.unaryExpr([](const Tracked& number) { return number.error(); }).eval();
}

/// The header's constants of A and of a column b.
class Response {
 public:
  Response(const DynamicMatrix<Tracked>& A, const MatrixXd& inverse)
      : inverse_(inverse), D_(errors_of(A)), size_(values_of(A).norm()) {
    const auto n = static_cast<double>(A.rows());
    backward_ = n * (n + 10) * Tracked::precision().unit;
    m_ = D_.norm() + backward_ * size_;
    r_ = inverse.norm() * m_;
    for (Index k = 0; k < inverse.cols(); ++k)
      columns_.push_back(inverse.col(k).norm());
  }

  /// True if the solution has no finite bound.
  bool is_open() const { return !(r_ < 0.5); }

  struct Side {
    VectorXd L, certain;  ///< |A^-1| |b|; F + D L
    double l = 0, b = 0;  ///< b: |b|_1
    double e = 0;
  };
  Side side(const DynamicVector<Tracked>& b) const {
    const VectorXd sizes = values_of(b).cwiseAbs(), F = errors_of(b);
    Side side{inverse_.cwiseAbs() * sizes, {}, 0, sizes.sum(), 0};
    for (Index k = 0; k < sizes.size(); ++k)
      side.l += columns_[static_cast<std::size_t>(k)] * sizes[k];
    side.certain = F + D_ * side.L;
    side.e = inverse_.norm() * (F.norm() + m_ * side.l + backward_ * side.b) / (1 - r_);
    return side;
  }

  /// Bound on |y . x' - y . x|; a solves A^T a = y.
  double of(const VectorXd& a, const Side& side) const {
    return a.cwiseAbs().dot(side.certain) + a.norm() * (backward_ * (size_ * side.l + side.b) + m_ * side.e);
  }

  /// Additional error of solving A^T a = y instead of A x = b: bound on |a' - a|_2.
  double of_weights(const VectorXd& a, const VectorXd& y, const VectorXd& y_errors) const {
    return inverse_.norm() * (y_errors.norm() + m_ * a.norm() + backward_ * y.norm()) / (1 - r_);
  }
  double backward() const { return backward_; }
  double m() const { return m_; }

 private:
  const MatrixXd& inverse_;
  MatrixXd D_;
  double size_ = 0, backward_ = 0, m_ = 0, r_ = 0;
  std::vector<double> columns_;
};

MatrixXd inverse_of_values(const DynamicMatrix<Tracked>& A) {
  return solved<double>(values_of(A), MatrixXd::Identity(A.rows(), A.rows()));
}

DynamicMatrix<Tracked> bounded(const DynamicMatrix<Tracked>& A, const DynamicMatrix<Tracked>& B,
                               const MatrixXd& inverse) {
  const double u = Tracked::precision().unit;
  const auto n = static_cast<double>(A.rows());
  const Response response(A, inverse);
  const MatrixXd x = solved<double>(values_of(A), values_of(B));
  DynamicMatrix<Tracked> X(B.rows(), B.cols());
  for (Index c = 0; c < B.cols(); ++c) {
    const Response::Side side = response.side(B.col(c));
    for (Index i = 0; i < B.rows(); ++i) {
      const double rounding = (n + 1) * u * (side.L[i] + side.e) + Tracked::precision().smallest;
      const double error = response.of(inverse.row(i).transpose(), side) + rounding;
      X(i, c) = Tracked::uncertain(x(i, c), response.is_open() ? unbounded : Tracked::slack * error);
    }
  }
  return X;
}

}  // namespace

template <>
// NOLINTNEXTLINE(performance-unnecessary-value-param): elimination works on copies
DynamicMatrix<Tracked> solved(DynamicMatrix<Tracked> A, DynamicMatrix<Tracked> B) {
  return bounded(A, B, inverse_of_values(A));
}

template <>
SolvedSystem<Tracked>::SolvedSystem(const DynamicMatrix<Tracked>& A_, const DynamicMatrix<Tracked>& B_)
    : A(A_), B(B_), inverse(inverse_of_values(A_)) {
  X = bounded(A, B, inverse);
}

template <>
Tracked combined(const SolvedSystem<Tracked>& system, const DynamicVector<Tracked>& y, Index c) {
  const double u = Tracked::precision().unit;
  const auto n = static_cast<double>(y.size());
  const VectorXd value = values_of(y), error = errors_of(y), x = values_of(system.X.col(c));
  const VectorXd a = system.inverse.transpose() * value, b = values_of(system.B.col(c)).cwiseAbs();
  const Response response(system.A, system.inverse);
  if (response.is_open()) return Tracked::uncertain(value.dot(x), unbounded);
  const Response::Side side = response.side(system.B.col(c));
  const double e_a = response.of_weights(a, value, error);
  const VectorXd L = side.L.array() + side.e, weights = a.cwiseAbs().array() + e_a;
  const double first = response.of(a, side) + error.dot(L);
  const double other_order = side.l * (response.backward() * value.norm() + response.m() * e_a);
  const double rounding = 2 * (n + 1) * u * ((value.cwiseAbs() + error).dot(L) + weights.dot(b)) +
                          n * Tracked::precision().smallest;
  return Tracked::uncertain(value.dot(x), Tracked::slack * (first + other_order + rounding));
}

template <>
Tracked row_sum_norm(const DynamicMatrix<Tracked>& A) {
  double largest = 0, error = 0;
  for (Index r = 0; r < A.rows(); ++r) {
    Tracked sum(0);
    for (Index c = 0; c < A.cols(); ++c)
      sum += abs(A(r, c));
    largest = std::max(largest, sum.value());
    error = sum.error() > error ? sum.error() : error;
  }
  return Tracked::uncertain(largest, error);
}

}  // namespace bindpose
