// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/bare_meshes.h"

namespace bindpose::samples {

/// Volumes as wide as the bones are long.
ArraySet containment_question(std::size_t size, Random& random) {
  ArraySet question = sample_bare_mesh(size, random);
  question.add("radius_share", {1}, Array::Reals{1});
  return question;
}

}  // namespace bindpose::samples
