// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: stretchable, twistable bones - linear blending in which every bone can also lengthen and twist along
// itself.
//
// Formula.
//   x' = sum_i w_i (a'_i + R_i (e_i s_i + K_i(x - a_i))),   a'_i = M_i a_i
//   n' = normalize(sum_i w_i R_i K_i n),   t' = normalize(sum_i w_i R_i K_i t)
//   K_i = rotation by the angle theta = e_i t_i about d_i = (b_i - a_i) / |b_i - a_i|, right-handed
// The handedness of the tangent passes through. A stretch s_i = (f - 1)(b_i - a_i), f the bone's new length
// over its old one, takes the tail (e_i = 1) to the new tail. The formulations are one result:
//   rodrigues             K y = y cos(theta) + (d x y) sin(theta) + d (d . y)(1 - cos(theta)), then R
//   combined-quaternion   R K y = q y q*,  q = q_i (d sin(theta / 2), cos(theta / 2))
//
// Source. A. Jacobson, O. Sorkine, Stretchable and twistable bones for skeletal shape deformation, ACM
// Transactions on Graphics 30(6), 2011, the formulation STBS. Deviations: the paper says nothing of normals.
// Here they turn as the bones do; how s and theta change from vertex to vertex (the gradient of e) is left
// out, as linear blending leaves out the gradient of w: it is not known at one vertex. R_i has no scale: what
// lengthens a bone is s_i alone.
//
// Symbols.
//   x, n, t    position [3] metres, normal [3] unit, tangent [3] unit, in mesh space
//   w_i        weight of influence i, at least 0; used as given, never renormalised
//   M_i        its rigid motion, world_from_mesh: unit quaternion q_i of R_i, translation; arrays
//              "palette_rotations" [J, 4], "palette_translations" [J, 3]
//   a_i, b_i   head and tail of the bone at bind time, mesh space, arrays "bone_heads", "bone_tails" [J, 3]
//   e_i        how far along the bone the vertex counts, 0 head .. 1 tail, array "endpoint_weights" [V, K];
//              used as given, also outside 0 .. 1
//   s_i        stretch of the tail in mesh space at bind time, before R_i; metres, array "stretches" [J, 3]
//   t_i        twist of the tail about the bone, radians, any number of turns; array "twists" [J]
//
// Requires. What linear blending requires, with rigid motions (NOT_UNIT); of joints that pull finite bones,
// stretches, twists and endpoint weights (NOT_FINITE); a bone at least 2^-62 m long where the twist is not 0
// (ZERO_BONE).
//
// Degenerate. A weight of 0 contributes nothing, whatever its joint, bone or endpoint weight holds. With e =
// 0 everywhere, or s = 0 and t = 0, this is linear blending: no influences, or weights that do not sum to 1,
// do what they do there. A bone without length that does not twist has K = 1. Quaternions of either sign, and
// motions 180 degrees apart, are not special. Influences that cancel a direction leave no normal
// (ZERO_NORMAL) or tangent (ZERO_TANGENT): the row is zero and noted as undefined.
#pragma once

#include <vector>

#include "reference/model/rig.h"
#include "reference/model/surface.h"
#include "reference/numeric/rigid.h"
#include "reference/skinning/shared/bones.h"

namespace bindpose::skinning {

enum class TwistForm { rodrigues, combined_quaternion };

/// What a bone does along itself.
template <class T>
struct BoneMotion {
  Vec3<T> stretch = Vec3<T>::Zero();  ///< s
  T twist = T(0);                     ///< t
};

/// palette: M_j [#joints], bones and motions alike. endpoint_weights: e [#vertices * width]. The mesh and its
/// influences are valid. Returns a surface with the attributes that the mesh has.
template <class T>
Expected<Surface<T>> stretchable_twistable(const Mesh& mesh, const Influences& influences,
                                           const std::vector<bindpose::Rigid<T>>& palette,
                                           const std::vector<Bone<T>>& bones,
                                           const std::vector<BoneMotion<T>>& motions,
                                           const std::vector<T>& endpoint_weights, TwistForm form);

}  // namespace bindpose::skinning
