// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: linear blending drawn part by part, each with only the matrices of its own table.
//
// Beyond what skinning asks for, a question has
//   triangles [F, 3] integers   vertices
//   matrix_limit [1] integers   how many matrices a part may use
// and the answer tells, as taps,
//   part_of_triangle [F]                       the part that draws it
//   part_joints [#parts, matrix_limit]         the joints of each part's table, -1 in the rest
//   dropped_weights [V]                        what a vertex's reduced influences weighed
#pragma once

#include <vector>

#include "reference/model/question.h"
#include "reference/model/surface.h"
#include "reference/skinning/linear_blend.h"
#include "reference/skinning/shared/partition.h"

namespace bindpose::skinning {

/// The array matrix_limit. Error PARAMETER_RANGE outside [low, high].
Expected<std::size_t> read_matrix_limit(const ArraySet& question, std::size_t low, std::size_t high);

/// Draws the parts one after the other and gathers their vertices. A vertex that several parts draw gets the
/// same numbers from each. The mesh and its influences must be valid; weights [#vertices * slots] stand for
/// the influences' own.
template <class T>
Surface<T> linear_blend_in_parts(const Mesh& mesh, const Influences& influences,
                                 const std::vector<T>& weights, const std::vector<Affine<T>>& palette,
                                 NormalRule normal_rule, const std::vector<Triangle>& triangles,
                                 const Partition& partition);

/// What to do about a triangle that needs more matrices than a part may use.
enum class Excess { report, reduce };

/// Which slots stay, 0 or 1 [#vertices * slots]. A triangle within the limit keeps all its joints. Another
/// one keeps the strongest joint of each of its vertices, and of the rest those with the largest sum of
/// weights over its vertices, up to the limit; of equals the joint with the lower index. A slot stays where
/// all triangles of its vertex keep its joint. Error TRIANGLE_INFLUENCES where the strongest alone are too
/// many.
Expected<std::vector<char>> kept_slots(const std::vector<Triangle>& triangles, const Influences& influences,
                                       std::size_t limit);

/// Answers a question at palette or pose level.
template <class T>
Expected<Result<T>> answer_in_parts(const ArraySet& question, NormalRule normal_rule, std::size_t limit,
                                    Excess excess);

}  // namespace bindpose::skinning
