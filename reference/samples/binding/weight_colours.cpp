// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/weighted_vertices.h"

namespace bindpose::samples {

/// The joints' own colours.
ArraySet weight_colours_question(std::size_t size, Random& random) {
  return sample_weighted_vertices(size, 4, random);
}

}  // namespace bindpose::samples
