// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/weight_scenes.h"

#include <utility>

#include "reference/model/question.h"

namespace bindpose::conformance {

ArraySet weighted_vertices(std::size_t slots, Array::Integers joints, Array::Reals weights,
                           std::size_t joint_count) {
  const std::size_t vertices = joints.size() / slots;
  ArraySet question;
  question.add("joint_count", {1}, Array::Integers{static_cast<std::int32_t>(joint_count)});
  question.add("joints", {vertices, slots}, std::move(joints));
  question.add("weights", {vertices, slots}, std::move(weights));
  return question;
}

ArraySet weighted_vertices(const scenes::Scene& scene) {
  ArraySet question;
  question.add("joint_count", {1},
               Array::Integers{static_cast<std::int32_t>(scene.rig.skeleton.joint_count())});
  add_influences(question, scene.rig.influences);
  return question;
}

}  // namespace bindpose::conformance
