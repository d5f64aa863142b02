// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how a method that reads the mesh's triangles is asked, beside what every skinning method is asked.
#pragma once

#include <utility>
#include <vector>

#include "reference/numeric/random.h"
#include "reference/skinning/shared/entry.h"

namespace bindpose::surface {

/// As answer_skinning; the mesh that skin gets holds the question's "triangles". Errors ARRAY_MISSING,
/// INDEX_RANGE.
template <class T, class Skin>
Expected<Result<T>> answer_with_triangles(const ArraySet& question, Skin skin) {
  return skinning::answer_skinning<T>(question, skinning::PaletteKind::skinning_matrices,
                                      [&](const Mesh& mesh, const Influences& influences,
                                          const std::vector<Affine<T>>& palette) -> Expected<Surface<T>> {
                                        auto triangles = require_triangles(question, mesh.vertex_count());
                                        if (!triangles) return tl::unexpected(triangles.error());
                                        Mesh whole = mesh;
                                        whole.triangles = std::move(*triangles);
                                        return skin(whole, influences, palette);
                                      });
}

}  // namespace bindpose::surface
