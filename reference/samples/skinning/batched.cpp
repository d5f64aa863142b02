// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/sample.h"

namespace bindpose::samples {

ArraySet batched_question(std::size_t size, Random& random) {
  return sample_in_parts(size, 4, random);
}

}  // namespace bindpose::samples
