// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the records per joint: the palette in its form, then the inputs per joint. Internal.
#pragma once

#include <vector>

#include "gpu/program/vertex_data.h"

namespace bindpose::gpu {

/// Fills the joint_... members of `data`. Unused joints that the
/// format cannot hold become NaN. Errors as read_vertex_data().
Expected<void> read_joint_data(const ArraySet& question, const ShaderFunction& body, PaletteForm form,
                               const Counts& counts, const std::vector<InputArray>& inputs, VertexData& data);

}  // namespace bindpose::gpu
