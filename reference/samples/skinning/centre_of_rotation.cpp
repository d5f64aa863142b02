// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/rigid_questions.h"
#include "reference/skinning/shared/centres.h"

namespace bindpose::samples {

using namespace skinning;

/// Every eighth vertex has no centre; the others' lie anywhere within the crowd.
ArraySet centre_of_rotation_question(std::size_t size, Random& random) {
  ArraySet question = sample_rigid_blend(size, random);
  Centres<double> centres;
  for (std::size_t v = 0; v < size; ++v) {
    centres.p.push_back(random.point(2));
    centres.has.push_back(v % 8 == 7 ? 0 : 1);
  }
  add_centres(question, centres);
  return question;
}

}  // namespace bindpose::samples
