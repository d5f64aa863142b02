// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/question.h"
#include "reference/samples/parts.h"

namespace bindpose::samples {

ArraySet nlerp_question(std::size_t size, Random& random) {
  return sample_rotation_pairs(size, random);
}

}  // namespace bindpose::samples
