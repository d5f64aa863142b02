// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/sample.h"
#include "reference/surface/shared/omegas_question.h"

namespace bindpose::samples {

using namespace surface;

ArraySet direct_delta_mush_question(std::size_t size, Random& random) {
  const ArraySet question = sample_closed_mesh(size, random);
  return *with_omegas(question, {1 + static_cast<std::size_t>(random.below(8)), random.uniform(0.25, 1)},
                      LaplacianWeights::uniform);
}

}  // namespace bindpose::samples
