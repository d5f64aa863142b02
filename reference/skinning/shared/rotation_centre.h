// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the point on which several rigid motions agree best, and how well float32 knows it.
//
// Formula. For joints i of a vertex, m the mean of their bind positions, y_i = M_i m:
//   r = m + N+ g,   N = sum (C_i - C_j)^T (C_i - C_j),   g = sum (C_i - C_j)^T (y_j - y_i)
// over all pairs i < j: the least-squares solution of M_i r = M_j r that is nearest to m. N+ is the
// pseudo-inverse: with the eigenvalues s_k^2 of N, s_k the singular values of the stacked differences,
//   all directions are left out where the largest s_k is below 2^-8 (rotations less than a quarter of a
//   degree apart): r = m
//   and otherwise those whose s_k is below 1/64 of the largest
//
// Bound. A float32 solver may be any that is backward stable for the normal equations: what it computes is
// the answer for an N changed by at most `solver` u |A|^2 and a g by `solver` u |A| |b|, A the stacked
// differences and b the right-hand sides (Gram matrix and cyclic Jacobi, a closed form polished by a step,
// singular value decomposition and orthogonalisation, which are better). To first order in all errors, with e
// and f the norms of the errors of A and b, p = b - A d the residual and d = r - m, the answer moves by
//   along a direction k that counts:
//     ((f + e |d|) s_k + e |p| + solver u (|A|^2 |d| + |A| |b|)) / s_k^2
//       + sum_l D_kl |g_l| / (s_k^2 (s_k^2 - s_l^2))
//   along a direction l that is left out:
//     sum_k D_kl |d_k| / (s_k^2 - s_l^2),   D_kl = (s_k + s_l) e + e^2 + solver u |A|^2
// (the derivative of a function of a symmetric matrix, by divided differences of its eigenvalues). Higher
// orders are covered by the factor (1 - 2 q)^-3, q the largest D_kk / gap; at q above 1/4 the centre has no
// bound. Whether a direction counts is a comparison of tracked numbers.
//
// Source. L. Kavan, J. Zara, Spherical blend skinning, I3D 2005, section 4; P.-A. Wedin, Perturbation theory
// for pseudo-inverses, BIT 13, 1973; N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed.
// 2002, sections 20.1 and 20.4 (normal equations); Yu. L. Daleckii, S. G. Krein, 1965, as in N. J. Higham,
// Functions of Matrices, 2008, theorem 3.11. Jacobi's method: G. H. Golub, C. F. Van Loan, Matrix
// Computations, 4th ed. 2013, section 8.5.
#pragma once

#include <vector>

#include "reference/skinning/shared/pivots.h"

namespace bindpose::skinning {

constexpr double least_singular_value = 0x1p-8;  ///< of the largest, below which r = m
constexpr double singular_fraction = 0x1p-6;     ///< of the largest, below which a direction is left out
constexpr double solver = 64;                    ///< roundings that a legal solver may make of N

/// r, and for Tracked what float32 leaves open: r is plain numbers then, and a float32 centre differs from it
/// by at most error[k] along axes.col(k).
template <class T>
struct RotationCentre {
  Vec3<T> r = Vec3<T>::Zero();
  Mat3<double> axes = Mat3<double>::Identity();
  Vec3<double> error = Vec3<double>::Zero();
};

/// joints: at least one, each once.
template <class T>
RotationCentre<T> rotation_centre(const JointList& joints, const std::vector<Rigid<T>>& palette,
                                  const JointPlaces& places);
template <>
RotationCentre<Tracked> rotation_centre(const JointList& joints, const std::vector<Rigid<Tracked>>& palette,
                                        const JointPlaces& places);

/// x' + G (r~ - r) for whatever centre r~ float32 has in place of r: x' for the scalars without a bound.
/// G = dx'/dr = sum_i w_i C_i - R(q).
template <class T>
Vec3<T> for_any_centre(const Vec3<T>& x, const Mat3<T>&, const RotationCentre<T>&) {
  return x;
}
Vec3<Tracked> for_any_centre(const Vec3<Tracked>& x, const Mat3<Tracked>& G,
                             const RotationCentre<Tracked>& centre);

/// Eigenvalues and orthonormal eigenvectors (columns) of a symmetric matrix.
template <class T>
struct Eigensystem {
  Vec3<T> values;
  Mat3<T> vectors;
};
template <class T>
Eigensystem<T> symmetric_eigensystem(Mat3<T> N);

}  // namespace bindpose::skinning
