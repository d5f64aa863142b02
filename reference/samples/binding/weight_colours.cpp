// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "reference/samples/weighted_vertices.h"

namespace bindpose::samples {

/// The joints' own colours; one of them to be shown alone.
ArraySet weight_colours_question(std::size_t size, Random& random) {
  ArraySet question = sample_weighted_vertices(size, 4, random);
  const auto joints = static_cast<std::size_t>(question.find("joint_count")->integers()[0]);
  question.add("shown_joint", {1}, Array::Integers{static_cast<std::int32_t>(random.below(joints))});
  return question;
}

}  // namespace bindpose::samples
