// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/morph/dense.h"

#include <utility>

#include "reference/morph/shared/morphed_surface.h"

namespace bindpose::morph {
namespace dense_question {

const Declaration& declaration() {
  static const Declaration declared{.inputs = mesh_arrays() + target_arrays(),
                                    .outputs = surface_arrays(),
                                    .options = {normalisations.spec()}};
  return declared;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const Targets<T> d = read_targets(in);
  Surface<T> y = base_surface(in);
  for (std::size_t v = 0; v < y.positions.size(); ++v)
    y.positions[v] = dense(y.positions[v], d.weights, d.positions, v);
  for (std::size_t v = 0; v < y.normals.size(); ++v)
    y.normals[v] = dense(y.normals[v], d.weights, d.normals, v);
  change_tangents(y, [&](std::size_t v, const Vec3<T>& t) { return dense(t, d.weights, d.tangents, v); });
  return morphed_answer(in, std::move(y));
}

}  // namespace dense_question

BINDPOSE_IMPLEMENT(dense)

}  // namespace bindpose::morph
