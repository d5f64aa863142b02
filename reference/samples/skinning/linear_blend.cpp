// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/crowd.h"

namespace bindpose::samples {

ArraySet linear_blend_question(std::size_t size, Random& random) {
  return scenes::sample_skinning(size, random);
}

}  // namespace bindpose::samples
