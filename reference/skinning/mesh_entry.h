// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how a method that reads the mesh's triangles is asked, beside what every skinning method is asked.
#pragma once

#include <utility>
#include <vector>

#include "reference/core/random.h"
#include "reference/skinning/entry.h"

namespace bindpose::skinning {

/// As answer_skinning; the mesh that skin gets holds the question's "triangles". Errors ARRAY_MISSING,
/// INDEX_RANGE.
template <class T, class Skin>
Expected<Result<T>> answer_with_triangles(const ArraySet& question, Skin skin) {
  return answer_skinning<T>(question, PaletteKind::skinning_matrices,
                            [&](const Mesh& mesh, const Influences& influences,
                                const std::vector<Affine<T>>& palette) -> Expected<Surface<T>> {
                              auto triangles = require_triangles(question, mesh.vertex_count());
                              if (!triangles) return tl::unexpected(triangles.error());
                              Mesh whole = mesh;
                              whole.triangles = std::move(*triangles);
                              return skin(whole, influences, palette);
                            });
}

/// A palette-level question about a closed tube of about `size` vertices with random proportions, radii, bend
/// and twist, its "triangles" included.
ArraySet sample_closed_mesh(std::size_t size, Random& random);

}  // namespace bindpose::skinning
