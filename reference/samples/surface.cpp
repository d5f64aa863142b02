// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Samples of the algorithms in surface, in the order of algorithms.def.
#include "reference/samples/sample.h"
#include "reference/surface/shared/omegas_question.h"

namespace bindpose::samples {

using namespace surface;

ArraySet delta_mush_question(std::size_t size, Random& random) {
  ArraySet question = sample_closed_mesh(size, random);
  add_smoothing(question, {static_cast<std::size_t>(random.below(8)), random.uniform(0.25, 1)});
  return question;
}

ArraySet direct_delta_mush_omegas_question(std::size_t size, Random& random) {
  const ArraySet mesh = sample_closed_mesh(size, random);
  ArraySet question;
  for (const char* name : {"positions", "joints", "weights", "triangles"})
    question.put(*mesh.find(name));
  question.add("joint_count", {1},
               Array::Integers{static_cast<std::int32_t>(mesh.find("palette")->shape[0])});
  add_smoothing(question, {static_cast<std::size_t>(random.below(8)), random.uniform(0.25, 1)});
  return question;
}

ArraySet direct_delta_mush_question(std::size_t size, Random& random) {
  const ArraySet question = sample_closed_mesh(size, random);
  return *with_omegas(question, {1 + static_cast<std::size_t>(random.below(8)), random.uniform(0.25, 1)},
                      LaplacianWeights::uniform);
}

ArraySet volume_preserving_question(std::size_t size, Random& random) {
  return sample_closed_mesh(size, random);
}

}  // namespace bindpose::samples
