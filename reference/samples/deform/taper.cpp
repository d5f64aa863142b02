// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/deformers.h"

namespace bindpose::samples {

ArraySet taper_question(std::size_t size, Random& random) {
  ArraySet question = sample_mesh(size, random);
  add_random_deformer(question, random);
  add_random_profile(question, "factors", 0.25, 2, random);
  return question;
}

}  // namespace bindpose::samples
