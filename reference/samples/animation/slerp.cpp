// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/slerp.h"

#include "reference/model/question.h"
#include "reference/samples/parts.h"

namespace bindpose::samples {

using namespace animation;

ArraySet slerp_question(std::size_t size, Random& random) {
  return sample_rotation_pairs(size, random);
}

}  // namespace bindpose::samples
