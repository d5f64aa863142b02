// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: meshes and skeletons without weights, on which naive binders fail.
#pragma once

#include "reference/scenes/scene.h"

namespace bindpose::conformance {

/// Positions, parents and pivots at rest: a character without its weights.
ArraySet bare_question(const scenes::Scene& scene);
/// The small figure.
ArraySet bare_figure();
/// Two legs side by side under one hip. Their distance is less than their width, and the knees are at different heights.
ArraySet bare_legs();
/// A hand with fingers of one, two and three joints; two joints at one position; duplicate
/// vertices; vertices on a pivot, on a bone and far outside.
ArraySet bare_hand();

}  // namespace bindpose::conformance
