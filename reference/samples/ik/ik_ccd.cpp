// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/ik_ccd.h"

#include "reference/model/question.h"
#include "reference/samples/sample.h"

namespace bindpose::samples {

using namespace ik;

ArraySet ik_ccd_question(std::size_t size, Random& random) {
  ArraySet question = sample_chains(size, 3 + random.below(4), random);
  question.add("iterations", {1}, Array::Integers{static_cast<std::int32_t>(random.below(9))});
  return question;
}

}  // namespace bindpose::samples
