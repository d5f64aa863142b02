// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: rest and animation rotations multiplied down the chain, and the rest's inverse multiplied back up -
// skinning matrices without ever writing down a bind matrix.
//
// Formula. Along the chain 1 .. n from the root to joint j:
//   M_bm = product of M_rest,i R_anim,i, i = 1 .. n            bone to model
//   M_mb = product of M_rest,i^-1, i = n .. 1                  model to bone, at rest
//   M_j  = M_bm M_mb
// Each chain extends its parent's: on the right in M_bm, on the left in M_mb. The formulations are one result
// computed in different orders, those of skeleton.inverse-bind for each joint's inverse:
//   inverse-then-product, adjugate-then-divide
//
// Source. Linkoping University, Information Coding: Skinning. Deviation: M_rest may be any invertible affine
// map, where the text has a rotation and a translation. The same as fk.matrix of L_i = M_rest,i R_anim,i,
// composed with the inverse bind matrices of fk.matrix of M_rest,i.
//
// Symbols.
//   p(j)       array "parents" [J] integers, -1 for a root
//   M_rest,j   parent_from_joint at rest, array "rest" [J, 3, 4], rows (C | t)
//   R_anim,j   rotation on top of the rest, in the joint's space: array "rotations" [J, 4], unit quaternions
//              (x, y, z, w)
//   M_bm,j     array "model_from_bone" [J, 3, 4]
//   M_mb,j     array "bone_from_model" [J, 3, 4]
//   M_j        skinning matrix, array "palette" [J, 3, 4]
//
// Requires. Parents in range (INDEX_RANGE) and without cycles (CYCLE), a rest and a rotation a joint
// (COUNT_MISMATCH), finite numbers (NOT_FINITE), rotations of length 1 within 0.02 (NOT_UNIT), an invertible
// rest: SINGULAR_BIND with the joint, where skeleton.inverse-bind has it.
//
// Degenerate. Rotations of identity give the identity palette, whatever the rest. A rest that scales, shears
// or mirrors is not special. A rotation is used as given, not renormalised. q and -q give the same matrix.
#pragma once

#include <vector>

#include "reference/hierarchy/inverse_bind.h"
#include "reference/model/error.h"

namespace bindpose::hierarchy {

/// All [#joints].
template <class T>
struct ProductChain {
  std::vector<Affine<T>> model_from_bone;  ///< M_bm
  std::vector<Affine<T>> bone_from_model;  ///< M_mb
  std::vector<Affine<T>> palette;          ///< M_j
};

/// parents: p(j), rest: M_rest,j, rotations: R_anim,j, each [#joints].
template <class T>
Expected<ProductChain<T>> fk_product(const std::vector<int>& parents, const std::vector<Affine<T>>& rest,
                                     const std::vector<Quat<T>>& rotations,
                                     InverseOrder order = InverseOrder::inverse_then_product);

}  // namespace bindpose::hierarchy
