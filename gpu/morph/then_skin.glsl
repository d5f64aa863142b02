// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Morphing, then skinning.
//   x_m = x + sum_i phi_i dx_i, n_m = n + sum_i phi_i dn_i, t_m = t + sum_i phi_i dt_i
//   x', n', t' as the method gives them of x_m, n_m, t_m
// Symbols as in reference/morph/then_skin.md; a target or an influence of weight 0 contributes nothing, whatever it holds.
// Each method is its own shader, with its own text; it declares the inputs that only it needs.

#include "gpu/morph/shared/weights.glsl"
#include "gpu/morph/shared/targets.glsl"

OFFERS(PIVOT_FIRST_INFLUENCE)
OFFERS(PIVOT_LARGEST_WEIGHT)
OFFERS(PIVOT_FIRST_SLOT)
OFFERS(PIVOT_RUNNING_SUM)

#if defined(METHOD_STITCHING) || defined(METHOD_MWE)
#undef NORMAL_RULE_DIRECTION
#undef NORMAL_RULE_INVERSE_TRANSPOSE_OF_BLEND
#undef NORMAL_RULE_BLEND_OF_INVERSE_TRANSPOSES
#if defined(RIGID_NORMAL_RULE_DIRECTION)
#define NORMAL_RULE_DIRECTION
#elif defined(RIGID_NORMAL_RULE_INVERSE_TRANSPOSE)
#define NORMAL_RULE_INVERSE_TRANSPOSE
#endif
#endif

#if defined(FORMULATION_BY_INFLUENCE)
#define FORMULATION_TRANSFORM_THEN_BLEND
#define FORMULATION_QUATERNION
#define FORMULATION_AXIS_ANGLE
#define FORMULATION_ABOUT_THE_CENTRE
#define FORMULATION_RODRIGUES
#define FORMULATION_HALF_ANGLE
#elif defined(FORMULATION_ONE_MATRIX)
#define FORMULATION_BLEND_THEN_TRANSFORM
#define FORMULATION_MATRIX
#define FORMULATION_SLERP
#define FORMULATION_COMBINED_QUATERNION
#define FORMULATION_ARCCOSINE
#endif

#if defined(METHOD_LBS)
#include "gpu/skinning/linear_blend.glsl"
#define SKINNED(m) linear_blend(m, j, w)
#elif defined(METHOD_STITCHING)
#include "gpu/skinning/stitching.glsl"
#define SKINNED(m) stitching(m, j[0])
#elif defined(METHOD_DQS)
#include "gpu/skinning/dual_quaternion.glsl"
#define SKINNED(m) dual_quaternion(m, j, w)
#elif defined(METHOD_LOG_BLEND)
#include "gpu/skinning/log_blend.glsl"
#define SKINNED(m) log_blend(m, j, w)
#elif defined(METHOD_BONES_BLENDING) && defined(HAS_PARENTS) && defined(HAS_BIND_POSITIONS)
#include "gpu/skinning/bones_blending.glsl"
#define SKINNED(m) bones_blending(m, j, w)
#elif defined(METHOD_SJB)
#include "gpu/skinning/spherical_joint_blend.glsl"
#define SKINNED(m) spherical_joint_blend(m, j, w)
#elif defined(METHOD_SBS)
#include "gpu/skinning/spherical_blend.glsl"
#define SKINNED(m) spherical_blend(m, j, w)
#elif defined(METHOD_MWE) && defined(HAS_ENTRY_WEIGHTS)
#include "gpu/skinning/multi_weight.glsl"
#define SKINNED(m) multi_weight(m, j)
#elif defined(METHOD_COR) && defined(HAS_CENTRES) && defined(HAS_HAS_CENTRE)
#include "gpu/skinning/centre_of_rotation.glsl"
#define SKINNED(m) centre_of_rotation(m, j, w)
#elif defined(METHOD_STBS) && defined(HAS_STRETCHES) && defined(HAS_TWISTS)
#include "gpu/skinning/stretchable_twistable.glsl"
#define SKINNED(m) stretchable_twistable(m, j, w)
#elif defined(METHOD_SWING_TWIST) && defined(HAS_BONE_HEADS) && defined(HAS_BONE_TAILS)
#include "gpu/skinning/swing_twist.glsl"
#define SKINNED(m) swing_twist(m, j, w)
#endif

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  return SKINNED(morphed(rest));
}
