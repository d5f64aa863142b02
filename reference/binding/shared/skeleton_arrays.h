// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: arrays of the skeleton to which a mesh without weights is bound.
#pragma once

#include "reference/model/declaration.h"

namespace bindpose::binding {

/// positions, parents, pivots.
ArrayList bare_mesh_and_skeleton_arrays();

enum class Weighing { rigid, smooth };
/// The option of one or several joints per vertex, with the algorithm's descriptions.
Choice<Weighing> weighings(std::string_view rigid, std::string_view smooth);

}  // namespace bindpose::binding
