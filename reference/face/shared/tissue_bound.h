// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: bounds on the change of volumes and stiffness of soft tissue (reference/face/shared/tissue.h) under small
// moves of its points.
//
// Formula. Every point i moves by at most rho_i; all lengths are Euclidean, blocks of H are measured by their
// largest singular value. A link's block is K = phi'' e e^T + phi' / q (I - e e^T), q changes by at most r = rho_i
// + rho_j, and with c = (phi'' - phi' / q) / q
//
//   |K(y) - K(x)| <= r (max(|phi'''|, |c|) + |c|),  the largest within q - r .. q + r:
//   spring  phi''' = 0, c = k l / q^2        fibre  phi''' = 0, c = -f / q^2
//   contact phi''' = -6 beta h^3 / d^4 where d < h, |c| <= (phi'' - phi' / q) / q; all fall with d
//
// A prism, a, b, c its nodes: C_ab bounds |Hess V| at (a, b), T_ab its change, G_a bounds |grad V| at a:
//   T_ab = sum_c |d Hess V_ab / d x_c| rho_c,  C_ab = |Hess V|_ab + T_ab,  dG_a = sum_b C_ab rho_b,  G_a = |grad
//   V|_a + dG_a
//   |V(y) - V(x)| <= dV = sum_a G_a rho_a
//   |H(y) - H(x)|_ab <= kappa / |V_0| (dG_a G_b + G_a dG_b + dV C_ab + |V - V_0| T_ab) All of these grow at least
//   in proportion to rho: halfway they are at most half as large.
#pragma once

#include <Eigen/Core>

#include "reference/face/shared/tissue.h"

namespace bindpose::face {

/// Error of a volume: dV, and the roundings at exact points.
template <>
Tracked volume_of(const std::array<std::size_t, 6>& nodes, const Points<Tracked>& x);

/// dG . rho: by how much V(y) - V(x) may differ from grad V . (y - x).
double volume_bend(const std::array<std::size_t, 6>& nodes, const Points<double>& x,
                   const std::vector<double>& rho);

/// Bound on the blocks of H(y) - H(x), [free nodes, free nodes]; rho: [#points].
Eigen::MatrixXd stiffness_change(const Tissue<double>& tissue, const Points<double>& x,
                                 const std::vector<double>& rho);

Tissue<double> values_of(const Tissue<Tracked>& tissue);
Points<double> values_of(const Points<Tracked>& x);
/// Length of the errors of every point.
std::vector<double> errors_of(const Points<Tracked>& x);

}  // namespace bindpose::face
