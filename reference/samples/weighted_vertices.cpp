// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/weighted_vertices.h"

#include "reference/model/question.h"
#include "reference/scenes/crowd.h"

namespace bindpose::samples {

ArraySet sample_weighted_vertices(std::size_t size, std::size_t slots, Random& random) {
  const std::size_t joints = size < 1000 ? 8 : 64;
  const scenes::Crowd crowd = scenes::crowd({size, slots, joints}, random);
  ArraySet question;
  question.add("joint_count", {1}, Array::Integers{static_cast<std::int32_t>(joints)});
  add_influences(question, crowd.influences);
  return question;
}

}  // namespace bindpose::samples
