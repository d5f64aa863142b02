// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: inputs to direct delta mush, with moments instead of weights.
#pragma once

#include "reference/surface/direct_delta_mush_omegas.h"

namespace bindpose::surface {

/// For every vertex, the joints whose last number is not 0 and their moments, rounded to float32. All vertices
/// have as many slots as the vertex with the most joints; unused slots have joint 0 and zeros.
struct OmegaSlots {
  std::size_t width = 0;
  std::vector<std::uint32_t> joints;  ///< [#vertices * width]
  std::vector<double> omegas;         ///< [#vertices * width * 10]
};
/// omegas: by joint, then by vertex.
OmegaSlots omega_slots(const std::vector<std::vector<Moments<double>>>& omegas, std::size_t vertex_count);

/// Turns an input of linear blending with "triangles", at either level, into one
/// of direct delta mush: moments instead of weights, without triangles.
Expected<ArraySet> with_omegas(const Expected<ArraySet>& question, const Smoothing& smoothing,
                               LaplacianWeights weights);

}  // namespace bindpose::surface
