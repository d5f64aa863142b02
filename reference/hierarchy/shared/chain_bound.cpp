// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the bound on the error of a long chain of joints: the kernels' chains on Tracked.
//
// A bound for every entry of a product ignores that a rotation keeps the length of an error. Such a bound grows at
// every joint, by up to sqrt(3) with matrices and 2 with quaternions, and is useless after fifty joints. A chain
// therefore also bounds the length of each row's error, which grows by the local transform's largest singular
// value only, and an entry gets the smaller of its two bounds. In an inverse chain, with factors from the left,
// the same holds for the columns.
//
// Source. N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed. 2002, section 3.7 (products of
// matrices, norm-wise).
#include <algorithm>

#include <Eigen/SVD>

#include "reference/hierarchy/fk_product.h"
#include "reference/hierarchy/fk_quaternion.h"

namespace bindpose::hierarchy {
namespace {

/// Euclidean lengths of the errors in (C | t), row by row.
struct AffineError {
  Vec3<double> linear = Vec3<double>::Zero();       ///< errors of the rows of C
  Vec3<double> translation = Vec3<double>::Zero();  ///< errors of the entries of t
};

/// Euclidean lengths of the errors in (C | t), column by column.
struct InverseError {
  Vec3<double> linear = Vec3<double>::Zero();  ///< errors of the columns of C
  double translation = 0;                      ///< error of t
};

/// Euclidean lengths of the errors in (q, t).
struct RigidError {
  double rotation = 0;
  double translation = 0;
};

/// The rounding of a sum of three products and an addend, as a factor of an error e_p.
double rounding() {
  return 4 * Tracked::precision().unit;
}

template <int rows, int columns>
Eigen::Matrix<double, rows, columns> values(const Eigen::Matrix<Tracked, rows, columns>& x) {
  return x.unaryExpr([](const Tracked& entry) { return entry.value(); });
}

template <int rows, int columns>
Eigen::Matrix<double, rows, columns> errors(const Eigen::Matrix<Tracked, rows, columns>& x) {
  return x.unaryExpr([](const Tracked& entry) { return entry.error(); });
}

template <int rows, int columns>
Eigen::Matrix<Tracked, rows, columns> exact(const Eigen::Matrix<Tracked, rows, columns>& x) {
  return x.unaryExpr([](const Tracked& entry) { return Tracked(entry.value()); });
}

/// Largest factor by which a rounded product with C can lengthen a row or a column.
double growth_of(const Mat3<Tracked>& linear) {
  const Mat3<double> C = values(linear);
  return Eigen::JacobiSVD<Mat3<double>>(C).singularValues()[0] + errors(linear).norm() +
         rounding() * C.norm();
}

Vec4<Tracked> coefficients(const Quat<Tracked>& q) {
  return q.coeffs();
}

/// A root's world transform W_j = L_j; e becomes its error.
Affine<Tracked> first_joint(const Affine<Tracked>& L, AffineError& e) {
  Affine<Tracked> W = stored_entries(L);
  e = {errors(W.linear).rowwise().norm(), errors(W.translation)};
  return W;
}

/// W_j = W_p L_j, stored; e_p is the error of W_p, e becomes the error of W_j.
Affine<Tracked> next_affine(const Affine<Tracked>& W_p, const AffineError& e_p, const Affine<Tracked>& L,
                            AffineError& e) {
  Affine<Tracked> W = stored_entries(W_p * L);
  const Affine<Tracked> fresh =
      stored_entries(Affine<Tracked>{exact(W_p.linear), exact(W_p.translation)} * L);
  const Vec3<double> t = values(L.translation);
  const double growth = growth_of(L.linear);
  const double reach = t.norm() + errors(L.translation).norm() + rounding() * t.norm();
  e.linear = growth * e_p.linear + errors(fresh.linear).rowwise().norm();
  e.translation = reach * e_p.linear + (1 + rounding()) * e_p.translation + errors(fresh.translation);
  e.linear = e.linear.cwiseMin(errors(W.linear).rowwise().norm());
  e.translation = e.translation.cwiseMin(errors(W.translation));
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c)
      tighten(W.linear(r, c), e.linear[r]);
    tighten(W.translation[r], e.translation[r]);
  }
  return W;
}

/// A root's inverse V_j = A_j; e becomes its error.
Affine<Tracked> first_inverse(const Affine<Tracked>& A, InverseError& e) {
  Affine<Tracked> V = stored_entries(A);
  for (int c = 0; c < 3; ++c)
    e.linear[c] = errors<3, 1>(V.linear.col(c)).norm();
  e.translation = errors(V.translation).norm();
  return V;
}

/// V_j = A_j V_p, stored: the next joint of an inverse chain multiplies from the left.
Affine<Tracked> next_inverse(const Affine<Tracked>& V_p, const InverseError& e_p, const Affine<Tracked>& A,
                             InverseError& e) {
  Affine<Tracked> V = stored_entries(A * V_p);
  const Affine<Tracked> fresh =
      stored_entries(A * Affine<Tracked>{exact(V_p.linear), exact(V_p.translation)});
  const double growth = growth_of(A.linear);
  InverseError own;
  first_inverse(fresh, own);
  first_inverse(V, e);
  e.linear = e.linear.cwiseMin(growth * e_p.linear + own.linear);
  e.translation = std::min(e.translation, growth * e_p.translation + own.translation);
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c)
      tighten(V.linear(r, c), e.linear[c]);
    tighten(V.translation[r], e.translation);
  }
  return V;
}

Rigid<Tracked> without_error(const Rigid<Tracked>& W) {
  return {Quat<Tracked>(exact(coefficients(W.rotation))), exact(W.translation)};
}

/// next_affine for (q, t). `fresh`: the error that the last product adds.
Rigid<Tracked> next_rigid(const Rigid<Tracked>& W_p, const RigidError& e_p, const Rigid<Tracked>& L,
                          RotationForm form, RigidError& e) {
  const Rigid<Tracked> W = child_of(W_p, L, form), fresh = child_of(without_error(W_p), L, form);
  Vec4<Tracked> q = stored_entries(coefficients(W.rotation));
  Vec3<Tracked> t = stored_entries(W.translation);
  // q(x) - x = 2 w (u x x) + 2 u x (u x x), so |d q(x)| <= 2 |x| (|dw| |u| + |w| |du| + 2 |u| |du|) <= 6 |x|
  // |q| |dq|.
  const double length = values(coefficients(W_p.rotation)).norm() + e_p.rotation;
  const double reach = 6 * length * (values(L.translation).norm() + errors(L.translation).norm());
  const double turn = values(coefficients(L.rotation)).norm() + errors(coefficients(L.rotation)).norm();
  e.rotation =
      (1 + rounding()) * turn * e_p.rotation + errors(stored_entries(coefficients(fresh.rotation))).norm();
  e.translation = (1 + rounding()) * (reach * e_p.rotation + e_p.translation) +
                  errors(stored_entries(fresh.translation)).norm();
  e.rotation = std::min(e.rotation, errors(q).norm());
  e.translation = std::min(e.translation, errors(t).norm());
  for (int i = 0; i < 4; ++i)
    tighten(q[i], e.rotation);
  for (int i = 0; i < 3; ++i)
    tighten(t[i], e.translation);
  return {Quat<Tracked>(q), t};
}

/// A chain of joints whose transforms have errors. next: (parent's transform and error, joint, error).
template <class Error, class Map, class First, class Next>
std::vector<Map> bounded_chain(const std::vector<int>& p, const std::vector<Map>& L, First first, Next next) {
  std::vector<Map> W(L.size());
  std::vector<Error> e(L.size());
  for (const std::size_t j : topological_order(p)) {
    const auto parent = static_cast<std::size_t>(p[j]);
    W[j] = p[j] < 0 ? first(L[j], e[j]) : next(W[parent], e[parent], L[j], e[j]);
  }
  return W;
}

}  // namespace

template <>
std::vector<Affine<Tracked>> world_transforms(const std::vector<int>& p,
                                              const std::vector<Affine<Tracked>>& L) {
  return bounded_chain<AffineError>(p, L, first_joint, next_affine);
}

template <>
std::vector<Affine<Tracked>> inverse_chain(const std::vector<int>& p, const std::vector<Affine<Tracked>>& A) {
  return bounded_chain<InverseError>(p, A, first_inverse, next_inverse);
}

template <>
std::vector<Rigid<Tracked>> world_transforms(const std::vector<int>& p,
                                             const std::vector<Rigid<Tracked>>& local, RotationForm form) {
  const auto first = [](const Rigid<Tracked>& L, RigidError& e) {
    e = {errors(coefficients(L.rotation)).norm(), errors(L.translation).norm()};
    return L;
  };
  const auto next = [form](const Rigid<Tracked>& W_p, const RigidError& e_p, const Rigid<Tracked>& L,
                           RigidError& e) { return next_rigid(W_p, e_p, L, form, e); };
  return bounded_chain<RigidError>(p, local, first, next);
}

}  // namespace bindpose::hierarchy
