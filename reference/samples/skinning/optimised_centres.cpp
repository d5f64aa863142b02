// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/question.h"
#include "reference/model/rows.h"
#include "reference/scenes/crowd.h"

namespace bindpose::samples {

/// Random vertices under two of four joints, and random triangles between them.
ArraySet optimised_centres_question(std::size_t size, Random& random) {
  const scenes::Crowd crowd = scenes::crowd({size, 2, 4}, random);
  std::vector<Triangle> triangles;
  for (std::size_t t = 0; t < 2 * size; ++t) {
    Triangle corners;
    for (std::uint32_t& v : corners)
      v = static_cast<std::uint32_t>(random.below(size));
    triangles.push_back(corners);
  }
  ArraySet question = without(scenes::crowd_question(crowd), {"palette"});
  add_triangles(question, triangles);
  return question;
}

}  // namespace bindpose::samples
