// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: vertices of posed examples, for mistakes that are made on their way to rest.
#pragma once

#include <cstddef>
#include <string_view>

#include "conformance/defects/shared/change.h"
#include "reference/model/inputs.h"
#include "reference/skinning/shared/skinned_mesh.h"

namespace bindpose::conformance {

/// One vertex of one example.
struct PosedVertex {
  const skinning::RestVertex<double>&
      rest;  ///< with its influences; at rest where the question says where that is
  std::size_t k = 0;
  const std::vector<Affine<double>>& M;  ///< of the example
};

/// The question with example_positions (and example_normals) rewritten: change(PosedVertex, x, is_direction) -> Vec3.
template <class Change>
Changed with_posed(const Question& question, Change change) {
  const Array* palettes = question.arrays.find("example_palettes");
  if (palettes == nullptr || !question.arrays.has("example_positions")) return std::nullopt;
  const std::size_t J = palettes->shape[0], P = palettes->shape[1];
  std::vector<std::vector<Affine<double>>> M(P);
  for (std::size_t j = 0; j < J; ++j)
    for (std::size_t k = 0; k < P; ++k)
      M[k].push_back(affine_at(palettes->reals().data() + 12 * (j * P + k)));
  const std::size_t V = question.arrays.find("example_positions")->shape[1];
  const auto slots = read_influences(question.arrays, V);
  if (!slots) return std::nullopt;
  Question changed = question;
  for (const char* name : {"example_positions", "example_normals"})
    change_rows(changed.arrays, name, 3, [&](double* row, std::size_t i) {
      skinning::RestVertex<double> rest{i % V};
      rest.influences = skinning::influences_of(*slots, slots->weights, i % V);
      if (const Array* x = question.arrays.find("positions"))
        rest.x = Eigen::Map<const Vec3<double>>(x->reals().data() + 3 * (i % V));
      Eigen::Map<Vec3<double>> x(row);
      x = change(PosedVertex{rest, i / V, M[i / V]}, Vec3<double>(x),
                 std::string_view(name) == "example_normals");
    });
  return changed;
}

/// The question with example_palettes that are all the identity.
inline Question with_examples_at_rest(Question question) {
  change_rows(question.arrays, "example_palettes", 12,
              [](double* row, std::size_t) { put_affine(row, Affine<double>{}); });
  return question;
}

}  // namespace bindpose::conformance
