// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_quaternion.h"

#include "reference/model/question.h"
#include "reference/samples/parts.h"

namespace bindpose::samples {

using namespace hierarchy;

ArraySet fk_quaternion_question(std::size_t size, Random& random) {
  const std::vector<int> parents = sample_parents(size, random);
  std::vector<LocalTransform<double>> locals(size);
  for (LocalTransform<double>& local : locals)
    local.trs = sample_rigid(random);
  ArraySet question;
  add_pose(question, parents, locals);
  return question;
}

}  // namespace bindpose::samples
