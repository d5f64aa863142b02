// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/shared/dof_joint.h"
#include "reference/model/question.h"
#include "reference/samples/parts.h"

namespace bindpose::samples {

using namespace hierarchy;

/// Values of half a turn and half a metre about 0, of which the limits cut off one in four.
ArraySet fk_dof_question(std::size_t size, Random& random) {
  std::vector<DofJoint> joints(size);
  for (DofJoint& joint : joints) {
    joint.type = static_cast<JointType>(random.below(6));
    joint.offset = sample_affine(random);
    const auto [slides, turns] = freedoms(joint.type);
    for (std::size_t k = 0; k < slides + turns; ++k) {
      const double reach = k < slides ? 0.5 : 3.25;
      joint.dofs.push_back({random.uniform(-reach, reach), random.uniform(-reach, -0.5 * reach),
                            random.uniform(0.5 * reach, reach)});
      joint.axes.push_back(random.direction());
    }
  }
  ArraySet question;
  add_dof_joints(question, sample_parents(size, random), joints);
  return question;
}

}  // namespace bindpose::samples
