// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/shared/vertex_keys.h"

#include "reference/model/numbers_of.h"

namespace bindpose::animation {

void add_vertex_keys(ArraySet& question, const VertexKeys& keys, double t) {
  const std::size_t count = keys.times.size();
  const Shape shape = {keys.positions.size() / count, count, 3};
  question.add("key_times", {count}, keys.times);
  question.add("key_positions", shape, numbers_of(keys.positions));
  if (!keys.normals.empty()) question.add("key_normals", shape, numbers_of(keys.normals));
  question.add("time", {1}, Array::Reals{t});
}

}  // namespace bindpose::animation
