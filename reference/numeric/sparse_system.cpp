// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/sparse_system.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace bindpose {
namespace {

using Unknowns = std::vector<Eigen::Index>;

/// The first unknown of each unknown's connected part.
Unknowns firsts_of(const SparseMatrix<Tracked>& A) {
  Unknowns towards(static_cast<std::size_t>(A.cols()));
  std::iota(towards.begin(), towards.end(), Eigen::Index{0});
  const auto first_of = [&towards](Eigen::Index i) {
    while (towards[static_cast<std::size_t>(i)] != i)
      i = towards[static_cast<std::size_t>(i)];
    return i;
  };
  for (Eigen::Index c = 0; c < A.outerSize(); ++c)
    for (SparseMatrix<Tracked>::InnerIterator entry(A, c); entry; ++entry) {
      const Eigen::Index a = first_of(entry.row()), b = first_of(entry.col());
      towards[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }
  for (Eigen::Index& first : towards)
    first = first_of(first);
  return towards;
}

/// The connected parts.
std::vector<Unknowns> parts_of(const SparseMatrix<Tracked>& A) {
  const Unknowns firsts = firsts_of(A);
  std::map<Eigen::Index, Unknowns> parts;
  for (std::size_t i = 0; i < firsts.size(); ++i)
    parts[firsts[i]].push_back(static_cast<Eigen::Index>(i));
  std::vector<Unknowns> all;
  for (auto& [first, part] : parts)
    all.push_back(std::move(part));
  return all;
}

Tracked scaled(const Tracked& x, double s) {
  return Tracked::uncertain(s * x.value(), s * x.error());
}

/// Scaled to a diagonal of ones.
DynamicMatrix<Tracked> solved_part(DynamicMatrix<Tracked> A, DynamicMatrix<Tracked> B) {
  std::vector<double> S;
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    S.push_back(1 / std::sqrt(A(i, i).value()));
  for (Eigen::Index r = 0; r < A.rows(); ++r) {
    const double s = S[static_cast<std::size_t>(r)];
    for (Eigen::Index c = 0; c < A.cols(); ++c)
      A(r, c) = scaled(A(r, c), s * S[static_cast<std::size_t>(c)]);
    for (Eigen::Index c = 0; c < B.cols(); ++c)
      B(r, c) = scaled(B(r, c), s);
  }
  DynamicMatrix<Tracked> X = solved<Tracked>(A, B);
  for (Eigen::Index r = 0; r < X.rows(); ++r)
    for (Eigen::Index c = 0; c < X.cols(); ++c)
      X(r, c) = scaled(X(r, c), S[static_cast<std::size_t>(r)]);
  return X;
}

}  // namespace

template <>
DynamicMatrix<Tracked> solved_sparse(const SparseMatrix<Tracked>& A, const DynamicMatrix<Tracked>& B) {
  DynamicMatrix<Tracked> X(B.rows(), B.cols());
  std::vector<Eigen::Index> place(static_cast<std::size_t>(A.cols()));
  for (const Unknowns& part : parts_of(A)) {
    const auto n = static_cast<Eigen::Index>(part.size());
    for (Eigen::Index i = 0; i < n; ++i)
      place[static_cast<std::size_t>(part[static_cast<std::size_t>(i)])] = i;
    DynamicMatrix<Tracked> own = DynamicMatrix<Tracked>::Zero(n, n);
    for (const Eigen::Index c : part)
      for (SparseMatrix<Tracked>::InnerIterator entry(A, c); entry; ++entry)
        own(place[static_cast<std::size_t>(entry.row())], place[static_cast<std::size_t>(c)]) = entry.value();
    X(part, Eigen::all) = solved_part(std::move(own), B(part, Eigen::all));
  }
  return X;
}

}  // namespace bindpose
