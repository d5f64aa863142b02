// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/bare_meshes.h"

namespace bindpose::samples {

/// Vertices around a random skeleton.
ArraySet point_to_line_question(std::size_t size, Random& random) {
  return sample_bare_mesh(size, random);
}

}  // namespace bindpose::samples
