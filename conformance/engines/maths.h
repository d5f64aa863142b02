// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The questions that a library of vectors, quaternions and matrices can answer, put to its functions. No formula stands here
// but the order of the calls. A library is a struct with
//   Matrix, matrix(rows), rows(matrix, to)           rows (C | t), 12 numbers
//   compose(translation, rotation, scale), product(a, b), inverse(m)
//   lerp(a, b, t), slerp(a, b, t, to)                one number; quaternions (x, y, z, w)
//   zero(), add(sum, m, weight), point(m, p, to), direction(m, d, to)
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "adapter.h"

namespace engines {

template <class Library>
using Matrices = std::vector<typename Library::Matrix>;

template <class Library>
Matrices<Library> matrices(const Arrays& arrays, const char* name) {
  const Numbers rows = arrays.numbers(name);
  Matrices<Library> all;
  for (std::size_t row = 0; row < rows.size(); row += 12)
    all.push_back(Library::matrix(&rows[row]));
  return all;
}

template <class Library>
void put_matrices(Arrays& arrays, const char* name, const Matrices<Library>& all) {
  Numbers rows(12 * all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    Library::rows(all[i], &rows[12 * i]);
  arrays.put(name, rows);
}

/// The joints' transforms from their parents' spaces.
template <class Library>
Matrices<Library> local_matrices(const Arrays& arrays) {
  const Numbers translations = arrays.numbers("local_translations"), scales = arrays.numbers("local_scales");
  const Numbers rotations = arrays.numbers("local_rotations");
  Matrices<Library> local;
  for (std::size_t j = 0; j < translations.size() / 3; ++j)
    local.push_back(Library::compose(&translations[3 * j], &rotations[4 * j], &scales[3 * j]));
  if (!arrays.has("local_matrices")) return local;
  const Matrices<Library> given = matrices<Library>(arrays, "local_matrices");
  const std::vector<int> is_matrix = arrays.integers("local_is_matrix");
  for (std::size_t j = 0; j < local.size(); ++j)
    if (is_matrix[j] != 0) local[j] = given[j];
  return local;
}

template <class Library>
Matrices<Library> world_matrices(const Arrays& arrays) {
  const Matrices<Library> local = local_matrices<Library>(arrays);
  const std::vector<int> parents = arrays.integers("parents");
  std::vector<std::optional<typename Library::Matrix>> world(local.size());
  const std::function<typename Library::Matrix(int)> of = [&](int j) {
    if (!world[j]) world[j] = parents[j] < 0 ? local[j] : Library::product(of(parents[j]), local[j]);
    return *world[j];
  };
  Matrices<Library> all;
  for (std::size_t j = 0; j < local.size(); ++j)
    all.push_back(of(static_cast<int>(j)));
  return all;
}

template <class Library>
Matrices<Library> products(const Matrices<Library>& world, const Matrices<Library>& inverse_binds) {
  Matrices<Library> palette;
  for (std::size_t j = 0; j < world.size(); ++j)
    palette.push_back(Library::product(world[j], inverse_binds[j]));
  return palette;
}

/// Each vertex's weighted sum of the palette.
template <class Library>
Matrices<Library> blended(const Arrays& arrays, const Matrices<Library>& palette) {
  const std::vector<int> joints = arrays.integers("joints");
  const Numbers weights = arrays.numbers("weights");
  const std::size_t vertices = arrays.extent("joints", 0), slots = arrays.extent("joints", 1);
  Matrices<Library> sums;
  for (std::size_t v = 0; v < vertices; ++v) {
    sums.push_back(Library::zero());
    for (std::size_t i = slots * v; i < slots * (v + 1); ++i)
      if (weights[i] != 0) sums.back() = Library::add(sums.back(), palette[joints[i]], weights[i]);
  }
  return sums;
}

/// Rows of positions, normals or tangents, each moved by its matrix; of a row of four the last number stays.
template <class Library>
void put_moved(Arrays& arrays, const char* name, const Matrices<Library>& by,
               void (*move)(const typename Library::Matrix&, const float*, float*)) {
  if (!arrays.has(name)) return;
  Numbers rows = arrays.numbers(name);
  const std::size_t width = arrays.extent(name, 1);
  for (std::size_t v = 0; v < by.size(); ++v) {
    const Numbers rest(&rows[width * v], &rows[width * v] + 3);
    move(by[v], rest.data(), &rows[width * v]);
  }
  arrays.put(name, rows);
}

template <class Library>
void answer_fk_matrix(Arrays& arrays) {
  put_matrices<Library>(arrays, "world", world_matrices<Library>(arrays));
}

template <class Library>
void answer_inverse_bind(Arrays& arrays) {
  Matrices<Library> inverses;
  for (const auto& bind : matrices<Library>(arrays, "bind"))
    inverses.push_back(Library::inverse(bind));
  put_matrices<Library>(arrays, "inverse_binds", inverses);
}

template <class Library>
void answer_palette(Arrays& arrays) {
  put_matrices<Library>(
      arrays, "palette",
      products<Library>(matrices<Library>(arrays, "world"), matrices<Library>(arrays, "inverse_binds")));
}

template <class Library>
void answer_lerp(Arrays& arrays) {
  const Numbers a = arrays.numbers("a"), b = arrays.numbers("b"), t = arrays.numbers("t");
  Numbers values;
  for (std::size_t i = 0; i < a.size(); ++i)
    values.push_back(Library::lerp(a[i], b[i], t[i / arrays.extent("a", 1)]));
  arrays.put("values", values);
}

template <class Library>
void answer_slerp(Arrays& arrays) {
  const Numbers a = arrays.numbers("a"), b = arrays.numbers("b"), t = arrays.numbers("t");
  Numbers values(a.size());
  for (std::size_t i = 0; i < t.size(); ++i)
    Library::slerp(&a[4 * i], &b[4 * i], t[i], &values[4 * i]);
  arrays.put("values", values);
}

template <class Library>
void answer_linear_blend(Arrays& arrays) {
  Matrices<Library> palette;
  if (arrays.has("palette")) {
    palette = matrices<Library>(arrays, "palette");
  } else {
    const Matrices<Library> world = world_matrices<Library>(arrays);
    palette = products<Library>(world, matrices<Library>(arrays, "inverse_binds"));
    put_matrices<Library>(arrays, "world", world);
    put_matrices<Library>(arrays, "palette", palette);
  }
  const Matrices<Library> sums = blended<Library>(arrays, palette);
  put_moved<Library>(arrays, "positions", sums, Library::point);
  put_moved<Library>(arrays, "normals", sums, Library::direction);
  put_moved<Library>(arrays, "tangents", sums, Library::direction);
}

/// The table of a library whose point() leaves a sum of weights other than 1 as it is.
template <class Library>
constexpr Answer<Arrays> maths_table[] = {
    offers("fk.matrix", "pose", "scale_inheritance=with-shear rotations=as-given", answer_fk_matrix<Library>),
    offers("skeleton.inverse-bind", "pose", nullptr, answer_inverse_bind<Library>),
    offers("skeleton.palette", "pose", nullptr, answer_palette<Library>),
    offers("interp.lerp", "pose", "range=any", answer_lerp<Library>),
    offers("interp.slerp", "pose", nullptr, answer_slerp<Library>),
    offers("lbs", "palette", "normal_rule=direction tangent_rule=direction", answer_linear_blend<Library>),
    offers("lbs", "pose", "normal_rule=direction tangent_rule=direction without=tracks",
           answer_linear_blend<Library>),
};

}  // namespace engines
