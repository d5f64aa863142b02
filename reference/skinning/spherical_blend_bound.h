// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the float32 error of the centre of rotation, and its effect on the vertex
// (reference/skinning/spherical_blend.h).
//
// Bound. A float32 solver may be any backward stable one for the normal equations: it computes the output for an N
// changed by at most `solver` u |A|^2 and a g changed by at most `solver` u |A| |b|, A the stacked differences and
// b the right-hand sides (Gram matrix and cyclic Jacobi, a closed form polished by a step, singular value
// decomposition and orthogonalisation, which are better). To first order in all errors, with e and f the norms of
// the errors of A and b, p = b - A d the residual and d = r - m, the output moves by
//   along a direction k that counts:
//     ((f + e |d|) s_k + e |p| + solver u (|A|^2 |d| + |A| |b|)) / s_k^2
//       + sum_l D_kl |g_l| / (s_k^2 (s_k^2 - s_l^2))
//   along a direction l that is omitted:
//     sum_k D_kl |d_k| / (s_k^2 - s_l^2),   D_kl = (s_k + s_l) e + e^2 + solver u |A|^2 (the derivative of a
//     function of a symmetric matrix, by divided differences of its eigenvalues). Higher orders are covered by the
//     factor (1 - 2 q)^-3, q the largest D_kk / gap; at q above 1/4 the centre has no bound. Whether a direction
//     counts is a comparison of tracked numbers.
//
//
// Source. P.-A. Wedin, Perturbation theory for pseudo-inverses, BIT 13, 1973; N. J. Higham, Accuracy and Stability
// of Numerical Algorithms, 2nd ed. 2002, sections 20.1 and 20.4 (normal equations); Yu. L. Daleckii, S. G. Krein,
// 1965, as in N. J. Higham, Functions of Matrices, 2008, theorem 3.11.
#pragma once

#include "reference/skinning/spherical_blend.h"

namespace bindpose::skinning {

constexpr double solver = 64;  ///< roundings that a conforming solver may make of N

/// A float32 centre differs from r by at most error[k] along axes.col(k).
struct RotationCentre {
  Vec3<double> r = Vec3<double>::Zero();
  Mat3<double> axes = Mat3<double>::Identity();
  Vec3<double> error = Vec3<double>::Zero();
};
RotationCentre rotation_centre(const JointList& joints, const std::vector<Rigid<Tracked>>& M,
                               const JointPlaces& places);

/// The vertex rotated about a float32 centre r~ instead of r: x' + G (r~ - r), G = dx'/dr = sum_i w_i C_i - R(q).
DeformedVertex<Tracked> turn_about_centre(const Quat<Tracked>& q, const RotationCentre& centre,
                                          const RestVertex<Tracked>& rest,
                                          const std::vector<Rigid<Tracked>>& M);

}  // namespace bindpose::skinning
