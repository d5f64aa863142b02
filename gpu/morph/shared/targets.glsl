// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Dense morph targets: a slot of each vertex for each target. Symbols as in reference/morph/dense.md. Needs
// before it: float weight_of_slot(int i).

FRAME_INPUT(target_positions, 1, 3)
FRAME_INPUT(target_normals, 1, 3)
FRAME_INPUT(target_tangents, 1, 3)

#include "gpu/morph/shared/summed.glsl"
