// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/rows.h"
#include "reference/samples/sample.h"
#include "reference/samples/weighted_vertices.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::samples {

/// A closed mesh under random weights, smoothed up to four times.
ArraySet smooth_weights_question(std::size_t size, Random& random) {
  ArraySet question =
      without(sample_closed_mesh(size, random), {"palette", "normals", "tangents", "joints", "weights"});
  const std::size_t vertices = question.find("positions")->shape[0];
  for (const Array& array : sample_weighted_vertices(vertices, 4, random))
    question.put(array);
  surface::add_smoothing(question, {1 + random.below(4), static_cast<double>(4 + random.below(12)) / 16});
  return question;
}

}  // namespace bindpose::samples
