// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/sample.h"

namespace bindpose::samples {

ArraySet volume_preserving_question(std::size_t size, Random& random) {
  return sample_closed_mesh(size, random);
}

}  // namespace bindpose::samples
