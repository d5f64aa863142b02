// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/rows.h"
#include "reference/samples/weighted_vertices.h"

namespace bindpose::samples {

/// Eight slots.
ArraySet pack_u8_question(std::size_t size, Random& random) {
  return without(sample_weighted_vertices(size, 8, random), {"joint_count"});
}

}  // namespace bindpose::samples
