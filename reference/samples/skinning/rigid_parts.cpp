// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/crowd.h"

namespace bindpose::samples {

ArraySet rigid_parts_question(std::size_t size, Random& random) {
  return scenes::sample_rigid(size, random);
}

}  // namespace bindpose::samples
