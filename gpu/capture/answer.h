// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: captured records as the arrays of an answer. Internal to the libraries of gpu/.
#pragma once

#include <cstddef>
#include <vector>

#include "gpu/program/vertex_data.h"
#include "reference/model/arrays.h"

namespace bindpose::gpu {

/// De-interleaves the captured records.
ArraySet make_answer(const VertexLayout& layout, std::size_t vertex_count,
                     const std::vector<float>& captured);

}  // namespace bindpose::gpu
