// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/pivot_questions.h"

namespace bindpose::samples {

ArraySet bones_blending_question(std::size_t size, Random& random) {
  return sample_forks(size, 2, random);
}

}  // namespace bindpose::samples
