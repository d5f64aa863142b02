// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the centre about which a vertex turns, once for the rest mesh: the mean place of the surface that is
// weighted like the vertex.
//
// Formula. W_v is the vector of a vertex's weights by joint, W_t the mean of a triangle's corners' vectors,
// a_t the triangle's area, c_t the mean of its corners.
//   p_v = sum_t s(W_v, W_t) a_t c_t / sum_t s(W_v, W_t) a_t
//   s(W_p, W_v) = sum over joints j < k of
//                 w_pj w_pk w_vj w_vk exp(-(w_pj w_vk - w_pk w_vj)^2 / sigma^2),   sigma = 0.1
//
// Source. B. H. Le, J. K. Hodgins, Real-time skeletal skinning with optimized centers of rotation, ACM
// Transactions on Graphics 35(4), 2016, section 3. Deviations: the sum goes over unordered pairs of joints,
// theirs over ordered ones, which is twice as much and divides out; nothing is subdivided, and no vertex is
// skipped because its weights are small or far away.
//
// Symbols.
//   x        positions at rest [V, 3], metres, mesh space
//   w_vj     weight of joint j on vertex v, from "joints" and "weights"; slots of one joint add up
//   t        array "triangles" [F, 3], vertex indices
//   p_v      array "centres" [V, 3], metres, mesh space
//   sigma    width of the kernel, a product of weights
//
// Requires. Triangles within the mesh (ARRAY_MISSING, INDEX_RANGE), at least one influence slot a vertex
// (COUNT_MISMATCH), finite weights of at least 0 (NOT_FINITE, NEGATIVE_WEIGHT), finite positions
// (NOT_FINITE).
//
// Degenerate. A vertex has no centre (NO_CENTRE, the row is zero) where no triangle shares two of its joints:
// with one influence, without influences, or in a mesh without triangles. Triangles without area do not
// count: two corners in one place, or all three on a line, decided exactly from the corners' numbers. A
// weight of 0 is no influence. Weights may sum to anything: scaling all weights of the mesh changes the
// kernel's exponent and thus the centres, scaling one vertex's its own centre. The centre of a vertex depends
// on all triangles however far away, and may lie outside of the mesh. Where all similarities are below
// float32's range, no float32 arithmetic decides the centre.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reference/model/question.h"
#include "reference/model/rig.h"
#include "reference/model/surface.h"

namespace bindpose::skinning {

/// p_v and whether there is one; zero where there is none.
template <class T>
struct Centres {
  std::vector<Vec3<T>> p;  ///< [#vertices], metres
  std::vector<char> has;   ///< [#vertices]
};

/// The centres of a mesh that validate() accepts.
template <class T>
Centres<T> optimised_centres(const Mesh& mesh, const Influences& influences,
                             const std::vector<Triangle>& triangles);

/// Twice the area of a triangle.
template <class T>
T twice_area(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c);

/// Writes "centres" [V, 3], rounded to float32, and "has_centre" [V].
void add_centres(ArraySet& question, const Centres<double>& centres);

}  // namespace bindpose::skinning
