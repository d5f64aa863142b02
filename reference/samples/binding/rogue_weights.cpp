// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/rows.h"
#include "reference/samples/sample.h"
#include "reference/samples/weighted_vertices.h"

namespace bindpose::samples {

/// A closed mesh of which each vertex depends on three of eight joints or more, so that joints hold groups of every size.
ArraySet rogue_weights_question(std::size_t size, Random& random) {
  ArraySet question =
      without(sample_closed_mesh(size, random), {"palette", "normals", "tangents", "joints", "weights"});
  const std::size_t vertices = question.find("positions")->shape[0];
  for (const Array& array : sample_weighted_vertices(vertices, 3, random))
    question.put(array);
  question.add("rogue_size", {1}, Array::Integers{4});
  return question;
}

}  // namespace bindpose::samples
