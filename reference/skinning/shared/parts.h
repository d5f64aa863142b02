// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: linear blending of a mesh cut into parts, each with only the matrices of its own table.
#pragma once

#include "reference/model/common_arrays.h"
#include "reference/skinning/palette_parts.h"

namespace bindpose::skinning {

/// The arrays of an input with parts, with the given matrix_limit, and the stages:
/// part_of_triangle, part_joints, dropped_weights and the stages of the palette.
ArrayList part_inputs(const ArrayDeclaration& matrix_limit);
ArrayList part_stages();

/// Each part's matrices move the vertices that it draws. Parts that draw the same vertex compute the same numbers;
/// the last part's are used.
template <class T>
Expected<Result<T>> blend_in_parts(const SkinnedMesh<T, Affine>& q, const BlendRules& rules,
                                   const std::vector<Triangle>& triangles, const Partition& partition);

/// Slots that stay, 0 or 1 [V * K]. A triangle within the limit keeps all its joints; other
/// triangles keep joints_to_keep(). A slot stays if all triangles of its vertex keep its joint.
/// Error TRIANGLE_INFLUENCES if the strongest joints alone exceed the limit.
Expected<std::vector<char>> kept_slots(const std::vector<Triangle>& triangles, const Influences& slots,
                                       std::size_t limit);
/// Sets the weights of slots that do not stay to 0.
void drop(const std::vector<char>& kept, Influences& slots);

/// The input's triangles, then its points: with_points().
std::vector<Triangle> triangles_and_points(const ArraySet& question);

/// The output of q, whose weights the caller has reduced. dropped: the weight that each vertex lost, for the
/// stages. Errors TRIANGLE_INFLUENCES, NOT_APPLICABLE.
template <class T>
Expected<Result<T>> answer_in_parts(const Inputs<T>& in, SkinnedMesh<T, Affine> q, std::vector<T> dropped);

}  // namespace bindpose::skinning
