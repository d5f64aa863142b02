// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: forward kinematics of joints with degrees of freedom - hinges, universal and ball joints, slides, and
// free joints, each number kept within its limits.
//
// Formula.
//   phi_k = min(max(value_k, lower_k), upper_k)
//   L_joint,j = T(sum of phi_k a_k over the slides) R(a_1, phi_1) R(a_2, phi_2) ... over the turns, in order
//   L_j = offset_j L_joint,j
//   W_j = W_p(j) L_j,   a root has W_j = L_j
//   R(a, phi) = cos(phi) 1 + sin(phi) [a]x + (1 - cos(phi)) a a^T
// Every DOF has an axis of its own. The kinds of joint, and the DOFs that each has, in this order:
//   0 fixed         none
//   1 hinge         1 turn
//   2 universal     2 turns
//   3 ball          3 turns
//   4 prismatic     1 slide
//   5 free          3 slides, then 3 turns
// The last turn acts first: a ball with the axes z, y, x has R = R_z R_y R_x, and its second and third axes
// are carried along by the turns before them. A free joint turns first, then slides along axes that do not
// turn. The formulations are one result computed in different ways:
//   rodrigues      R(a, phi) as above, a product of matrices
//   quaternion     q = (a sin(phi / 2), cos(phi / 2)) a turn, a product of quaternions, then a matrix
//
// Source. Universidad de Huelva, Tema 11 Skinning, and Animacion por Ordenador, Tema 5: joints whose local
// matrix is a function of limited DOFs. The matrix of a turn: O. Rodrigues, Des lois geometriques qui
// regissent les deplacements d'un systeme solide, 1840. That each DOF brings its axis, and that a ball is
// three turns rather than a rotation vector, is this project's choice: so every number can have limits of its
// own.
//
// Symbols. J joints, N degrees of freedom in all.
//   p(j)              array "parents" [J] integers, -1 for a root
//   offset_j          array "offsets" [J, 3, 4], rows (C | t): parent_from_joint where every phi is 0
//   kind              array "joint_types" [J] integers, as numbered above
//   value_k           array "dof_values" [N]: radians of a turn, metres of a slide; the DOFs of joint 0, then
//                     those of joint 1, ...
//   lower_k, upper_k  array "dof_limits" [N, 2]; infinite: no limit
//   a_k               array "dof_axes" [N, 3], in the joint's space; divided by its length
//   L_j, W_j          parent_from_joint, world_from_joint: arrays "locals" and "world" [J, 3, 4]
//
// Requires. Parents in range (INDEX_RANGE) and without cycles (CYCLE), known kinds (PARAMETER_RANGE), as many
// DOFs as the kinds have (COUNT_MISMATCH), finite numbers (NOT_FINITE), limits in order (PARAMETER_RANGE),
// axes of length 1 within 0.02 (NOT_UNIT). The option "limits" says what a value beyond its limits is:
//   clamp    its nearest limit, as above; the default, since motion capture and solvers overshoot by a little
//   reject   an error (PARAMETER_RANGE)
//
// Degenerate. Axes need not be at right angles. Where the first and third axis of a ball coincide after the
// second turn (gimbal lock) only the sum or difference of two numbers matters, and the result is as good as
// anywhere. Angles of many turns are legal. Equal limits fix a number. An offset may scale, mirror or be
// singular.
#pragma once

#include <vector>

#include "reference/model/dof.h"
#include "reference/model/error.h"
#include "reference/numeric/transform.h"

namespace bindpose::hierarchy {

enum class JointType { fixed, hinge, universal, ball, prismatic, free };

/// How many DOFs of a joint slide, and how many turn.
struct Freedoms {
  std::size_t slides = 0;
  std::size_t turns = 0;
};
Freedoms freedoms(JointType type);

struct DofJoint {
  JointType type = JointType::fixed;
  Affine<double> offset;           ///< parent_from_joint where every value is 0
  std::vector<Dof> dofs;           ///< slides, then turns
  std::vector<Vec3<double>> axes;  ///< [#dofs], in the joint's space
};

enum class TurnForm { rodrigues, quaternion };

/// Both [#joints].
template <class T>
struct DofPose {
  std::vector<Affine<T>> locals;  ///< L_j
  std::vector<Affine<T>> world;   ///< W_j
};

/// parents: p(j) [#joints]. joints: [#joints].
template <class T>
Expected<DofPose<T>> fk_dof(const std::vector<int>& parents, const std::vector<DofJoint>& joints,
                            LimitRule rule = LimitRule::clamp, TurnForm form = TurnForm::rodrigues);

/// The question that asks for such a pose.
void add_dof_joints(ArraySet& question, const std::vector<int>& parents, const std::vector<DofJoint>& joints);

}  // namespace bindpose::hierarchy
