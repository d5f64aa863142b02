// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Rigid parts: every vertex is stored in the space of its joint and moves with it: stitching by W_j, the joint's world transform.
// Symbols as in reference/skinning/rigid_parts.md.

#include "gpu/skinning/stitching.glsl"

Surface skin(Surface rest, uint j) {
  return stitching(rest, j);
}
