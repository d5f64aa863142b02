// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_matrix.h"

#include "reference/model/question.h"
#include "reference/samples/parts.h"

namespace bindpose::samples {

using namespace hierarchy;

ArraySet fk_matrix_question(std::size_t size, Random& random) {
  return sample_pose(size, random);
}

}  // namespace bindpose::samples
