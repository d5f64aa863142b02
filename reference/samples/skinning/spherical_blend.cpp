// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/pivot_questions.h"

namespace bindpose::samples {

ArraySet spherical_blend_question(std::size_t size, Random& random) {
  return sample_forks(size, 3, random);
}

}  // namespace bindpose::samples
