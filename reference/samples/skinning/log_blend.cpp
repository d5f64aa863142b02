// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/rigid_questions.h"

namespace bindpose::samples {

ArraySet log_blend_question(std::size_t size, Random& random) {
  return sample_rigid_blend(size, random);
}

}  // namespace bindpose::samples
