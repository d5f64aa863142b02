// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/log_blend.h"

#include "reference/model/question.h"
#include "reference/samples/rigid_questions.h"

namespace bindpose::samples {

using namespace skinning;

ArraySet log_blend_question(std::size_t size, Random& random) {
  return sample_rigid_blend(size, random);
}

}  // namespace bindpose::samples
