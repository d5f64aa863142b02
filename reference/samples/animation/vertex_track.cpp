// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/shared/vertex_keys.h"
#include "reference/model/question.h"
#include "reference/samples/parts.h"

namespace bindpose::samples {

using namespace animation;

/// `size` vertices, 1 to 5 keys; a vertex's normals turn by up to 60 degrees from key to key.
ArraySet vertex_track_question(std::size_t size, Random& random) {
  VertexKeys keys;
  keys.times = sample_times(1 + random.below(5), random);
  for (std::size_t v = 0; v < size; ++v) {
    Vec3<double> n = random.direction();
    for (std::size_t k = 0; k < keys.times.size(); ++k) {
      keys.positions.push_back(random.point(2));
      keys.normals.push_back(n);
      n = (n + 0.875 * random.direction()).normalized().unaryExpr(&to_float32).eval();
    }
  }
  const bool on_key = random.below(4) == 0;
  const double t = on_key ? keys.times[random.below(keys.times.size())]
                          : random.uniform(keys.times.front() - 1, keys.times.back() + 1);
  ArraySet question;
  add_vertex_keys(question, keys, t);
  return question;
}

}  // namespace bindpose::samples
