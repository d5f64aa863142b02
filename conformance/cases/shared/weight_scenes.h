// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: small inputs for creating and correcting weights.
#pragma once

#include "reference/scenes/scene.h"

namespace bindpose::conformance {

/// Adds joint_count, joints and weights, with `slots` slots per vertex.
ArraySet weighted_vertices(std::size_t slots, Array::Integers joints, Array::Reals weights,
                           std::size_t joint_count);
/// The weights of a scene's vertices.
ArraySet weighted_vertices(const scenes::Scene& scene);

/// A ribbon of triangles. Each vertex follows one joint; joints: [#vertices].
ArraySet ribbon(Array::Integers joints, std::size_t joint_count);

/// Duplicates every fourth vertex. Half of its triangles use the copy, whose weights are swapped
/// between slots.
scenes::Scene with_seam(scenes::Scene scene);

}  // namespace bindpose::conformance
