// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/bones.h"

#include "reference/model/question.h"
#include "reference/samples/parts.h"

namespace bindpose::samples {

using namespace hierarchy;

ArraySet bones_question(std::size_t size, Random& random) {
  return sample_pose(size, random);
}

}  // namespace bindpose::samples
