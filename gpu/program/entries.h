// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: sparse targets in the form that a shader reads: for each vertex its entries, one slot after another.
// Internal.
#pragma once

#include "gpu/program/shader_function.h"
#include "reference/model/arrays.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// An input with entries as frames, and the body that reads them.
struct FramedEntries {
  ArraySet question;
  ShaderFunction body;
};

/// Each ENTRY_INPUT as a FRAME_INPUT: [N, E] becomes [S, V, E] in the order of targets, S the largest number of
/// entries of a vertex, at least 1; zeros if a vertex has fewer. Also makes "entry_targets" [S, V], with -1 in
/// these slots. Errors ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE; INDEX_RANGE for a vertex, COUNT_MISMATCH for an
/// offset that does not exist.
Expected<FramedEntries> entries_as_frames(const ArraySet& question, ShaderFunction body);

}  // namespace bindpose::gpu
