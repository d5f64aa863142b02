// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/face_patches.h"

namespace bindpose::samples {

/// A patch with one to three muscles, its jaw open by up to 8 degrees.
ArraySet anatomical_question(std::size_t size, Random& random) {
  return face_question(sample_face_patch(size, random));
}

}  // namespace bindpose::samples
