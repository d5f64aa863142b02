// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/sample.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::samples {

using namespace surface;

ArraySet delta_mush_question(std::size_t size, Random& random) {
  ArraySet question = sample_closed_mesh(size, random);
  add_smoothing(question, {static_cast<std::size_t>(random.below(8)), random.uniform(0.25, 1)});
  return question;
}

}  // namespace bindpose::samples
