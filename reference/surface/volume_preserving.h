// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: linear blend skinning, then the displacement of least squares that gives every closed region the
// volume that it has at rest.
//
// Formula. y_v = sum_i w_i M_i x_v is the skinned mesh. For each region, over its triangles (a, b, c):
//   V(y)  = 1/6 sum (y_a - o) . ((y_b - o) x (y_c - o)),   o the position of the region's first vertex
//   g_v   = 1/6 sum (y_p - y_v) x (y_q - y_v) over the triangles (v, p, q) at v: the gradient of V at y
//   x'_v  = y_v + k g_v,   V(y + k g) = V(x)
// Among all displacements that restore the volume to first order this has the least sum of squares,
// k = (V(x) - V(y)) / |g|^2 there; its direction is kept and the multiplier k is taken so that the volume is
// restored exactly. k is the root of the cubic
//   c_3 k^3 + c_2 k^2 + c_1 k + V(y) - V(x),   c_1 = |g|^2,   c_2 = 1/2 sum_v g_v . h_v,   c_3 = V(g),
//   h_v = 1/6 sum (y_p - y_v) x (g_q - g_v) + (g_p - g_v) x (y_q - y_v)
// on the stretch about k = 0 where the cubic rises: there is at most one. Newton's method from k = 0, kept
// between bounds by bisection, until k stays: the volume is right to a relative 1e-12 and better.
// Normals and tangents are those of linear blend skinning with the rule `direction`: the displacement leaves
// them as they are.
//
// Source. D. Rohmer, S. Hahmann, M.-P. Cani, Exact volume preserving skinning with shape control, 2009,
// section 3; W. von Funck, H. Theisel, H.-P. Seidel, Volume-preserving mesh skinning, 2008. Deviations: the
// gradient is taken at y, once, not at the final shape (the two directions differ by the order of the
// displacement over the mesh's size); regions are closed surfaces of their own, not parts of one.
//
// Symbols.
//   x, n, t      position [3] metres, normal [3] unit, tangent [3] unit, in mesh space
//   M_i, w_i     skinning matrices and weights as in linear blend skinning
//   triangles    [F, 3], counter-clockwise seen from outside; all clockwise gives the same result
//   regions      [V] integers, optional: which region a vertex belongs to, a negative number: none, the
//   vertex
//                is only skinned. Without it all vertices are one region
//   tap          multipliers [#regions] = k, by ascending region number, 1 / metre (0 for an empty one)
//
// Requires. What linear blend skinning requires (COUNT_MISMATCH, INDEX_RANGE, NOT_FINITE, NEGATIVE_WEIGHT);
// triangles of existing vertices (ARRAY_MISSING, INDEX_RANGE), their three vertices in one region
// (REGION_SPLIT); regions that are closed: every edge of a triangle is run through in the other direction by
// another, as often as in its own (OPEN_MESH, with a triangle and its edge). A volume that no point of that
// stretch has is VOLUME_UNREACHABLE; a region that has collapsed to a line or point, |g|^2 at most 2^-80
// of what it would be without cancellation, is ZERO_GRADIENT, a skinned position that is no number
// NOT_FINITE: those three name the region.
//
// Degenerate. Vertices of no triangle and regions without triangles are skinned only. A triangle that names a
// vertex twice is passed over. Surfaces that touch are closed as long as their edges pair up; several closed
// surfaces in one region share one multiplier. Inverted poses have a negative volume and are turned back out
// if the stretch reaches that far, else VOLUME_UNREACHABLE. Weights are used as given; a weight of 0
// contributes nothing, even beside a joint that holds infinities or NaN. Vanishing directions as in linear
// blend skinning (ZERO_NORMAL, ZERO_TANGENT).
#pragma once

#include <cstdint>
#include <vector>

#include "reference/model/rig.h"
#include "reference/model/surface.h"

namespace bindpose::surface {

template <class T>
struct VolumePreserving {
  Surface<T> surface;
  std::vector<T> multipliers;  ///< k [#regions]
};

/// mesh: with its triangles. regions [#vertices], or empty: one region. palette: M_j [#joints].
template <class T>
Expected<VolumePreserving<T>> volume_preserving(const Mesh& mesh, const Influences& influences,
                                                const std::vector<Affine<T>>& palette,
                                                const std::vector<std::int32_t>& regions);

/// V of closed triangles about the first of their vertices.
template <class T>
T enclosed_volume(const std::vector<Triangle>& triangles, const std::vector<Vec3<T>>& x);

}  // namespace bindpose::surface
