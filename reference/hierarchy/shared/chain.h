// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: one step down a chain of joints, and the bound on what many of them add up to.
//
// Bounding every entry of a product by itself forgets that a rotation turns an error without lengthening it:
// such a bound grows by a factor at every joint, up to sqrt(3) with matrices and 2 with quaternions, and says
// nothing after fifty. A chain therefore also bounds the length of each row's error, which grows by the local
// transform's largest singular value only, and an entry gets the smaller of its two bounds. In an inverse
// chain, whose factors come from the left, the same holds of the columns.
//
// Source. N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed. 2002, section 3.7 (products
// of matrices, norm-wise).
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "reference/model/rig.h"
#include "reference/numeric/rigid.h"
#include "reference/numeric/scalar.h"
#include "reference/numeric/stored.h"
#include "reference/numeric/transform.h"

namespace bindpose::hierarchy {

/// Euclidean lengths of the errors in (C | t), row by row.
struct AffineError {
  Vec3<double> linear = Vec3<double>::Zero();       ///< of the rows of C
  Vec3<double> translation = Vec3<double>::Zero();  ///< of the entries of t
};

/// Euclidean lengths of the errors in (C | t), column by column.
struct InverseError {
  Vec3<double> linear = Vec3<double>::Zero();  ///< of the columns of C
  double translation = 0;                      ///< of t
};

/// Euclidean lengths of the errors in (q, t).
struct RigidError {
  double rotation = 0;
  double translation = 0;
};

/// For the scalars that carry no bound.
struct NoError {};

template <class T>
using AffineErrorOf = std::conditional_t<std::is_same_v<T, Tracked>, AffineError, NoError>;
template <class T>
using InverseErrorOf = std::conditional_t<std::is_same_v<T, Tracked>, InverseError, NoError>;
template <class T>
using RigidErrorOf = std::conditional_t<std::is_same_v<T, Tracked>, RigidError, NoError>;

/// A root's world transform W_j = L_j; e becomes its error.
template <class T>
Affine<T> first_joint(const Affine<T>& L, NoError&) {
  return L;
}
Affine<Tracked> first_joint(const Affine<Tracked>& L, AffineError& e);

/// W_j = W_p L_j, stored; e_p is the error of W_p, e becomes that of W_j.
template <class T>
Affine<T> next_joint(const Affine<T>& W_p, const NoError&, const Affine<T>& L, NoError&) {
  return W_p * L;
}
Affine<Tracked> next_joint(const Affine<Tracked>& W_p, const AffineError& e_p, const Affine<Tracked>& L,
                           AffineError& e);

/// W_j = W_p(j) L_j for all joints of a hierarchy that validate(Skeleton) accepts, in any order of listing.
template <class T>
std::vector<Affine<T>> down_the_chain(const std::vector<int>& parents, const std::vector<Affine<T>>& L) {
  std::vector<Affine<T>> W(parents.size());
  std::vector<AffineErrorOf<T>> e(parents.size());
  for (const std::size_t j : topological_order(parents)) {
    const auto p = static_cast<std::size_t>(parents[j]);
    W[j] = parents[j] < 0 ? first_joint(L[j], e[j]) : next_joint(W[p], e[p], L[j], e[j]);
  }
  return W;
}

/// A root's inverse V_j = A_j; e becomes its error.
template <class T>
Affine<T> first_inverse(const Affine<T>& A, NoError&) {
  return A;
}
Affine<Tracked> first_inverse(const Affine<Tracked>& A, InverseError& e);

/// V_j = A_j V_p, stored: the next joint of an inverse chain stands on the left.
template <class T>
Affine<T> next_inverse(const Affine<T>& A, const Affine<T>& V_p, const NoError&, NoError&) {
  return A * V_p;
}
Affine<Tracked> next_inverse(const Affine<Tracked>& A, const Affine<Tracked>& V_p, const InverseError& e_p,
                             InverseError& e);

/// V_j = A_j V_p(j) for all joints.
template <class T>
std::vector<Affine<T>> down_the_inverse_chain(const std::vector<int>& parents,
                                              const std::vector<Affine<T>>& A) {
  std::vector<Affine<T>> V(parents.size());
  std::vector<InverseErrorOf<T>> e(parents.size());
  for (const std::size_t j : topological_order(parents)) {
    const auto p = static_cast<std::size_t>(parents[j]);
    V[j] = parents[j] < 0 ? first_inverse(A[j], e[j]) : next_inverse(A[j], V[p], e[p], e[j]);
  }
  return V;
}

/// The same as next_joint for (q, t). product: what W_p L_j is, in any formulation.
template <class T, class Product>
Rigid<T> next_joint(const Rigid<T>& W_p, const NoError&, const Rigid<T>& L, NoError&, Product product) {
  return product(W_p, L);
}
template <class Product>
Rigid<Tracked> next_joint(const Rigid<Tracked>& W_p, const RigidError& e_p, const Rigid<Tracked>& L,
                          RigidError& e, Product product);

/// The values of W_p without their errors.
Rigid<Tracked> without_error(const Rigid<Tracked>& W);
/// W with the smaller of its entries' bounds and e, after e has grown by one joint: `fresh` is what the last
/// product adds by itself.
Rigid<Tracked> bounded(const Rigid<Tracked>& W, const Rigid<Tracked>& fresh, const Rigid<Tracked>& W_p,
                       const RigidError& e_p, const Rigid<Tracked>& L, RigidError& e);

template <class Product>
Rigid<Tracked> next_joint(const Rigid<Tracked>& W_p, const RigidError& e_p, const Rigid<Tracked>& L,
                          RigidError& e, Product product) {
  return bounded(product(W_p, L), product(without_error(W_p), L), W_p, e_p, L, e);
}

}  // namespace bindpose::hierarchy
