// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: delta mush - linear blend skinning smoothed away with everything it does wrong, and the detail that
// the smoothing took from the rest shape put back on.
//
// Formula. For vertex v, S the smoothing: `iterations` times, all vertices at once,
//   y_v = (1 - l) x_v + l (sum_u c_vu x_u) / (sum_u c_vu),   u over v's neighbours, l the array "step"
//     laplacian = uniform     c_vu = 1
//     laplacian = cotangent   c_vu = sum over the triangles (v, u, p) of max(0, cot of the angle at p), of
//     the
//                             rest mesh, the same weights for the posed one
//   s = S(x) of the rest positions, s' = S(y), y_v = sum_i w_i M_i x_v
//   F = (t b n), the columns of the frame at v on a smoothed mesh s:
//     n = normalize(sum (s_p - s_v) x (s_q - s_v)), over the triangles (v, p, q) at v, their winding kept
//     t = normalize(e - n (n . e)), e = s_u - s_v, u the neighbour of v with the smallest index
//     b = n x t
//   d = F^T (x - s)                  the detail, in the frame of the smoothed rest mesh
//   x' = s' + F' d                   F' the frame on s'
//   n' = normalize(F' F^T n),  t' = normalize(F' F^T t); the handedness passes through unchanged.
//
// Source. J. Mancewicz, M. L. Derksen, H. Rijpkema, C. A. Wilson, Delta Mush: smoothing deformations while
// preserving detail, DigiPro 2014. The paper leaves the Laplacian, the frame and the normals open: they are
// as above. Deviation: cotangents are clamped at 0, angle by angle, so that smoothing stays an average.
//
// Symbols.
//   x, n, t      position [3] metres, normal [3] unit, tangent [3] unit, in mesh space
//   M_i, w_i     skinning matrices and weights as in linear blend skinning
//   triangles    [F, 3]; neighbours of v are the vertices that share an edge of a triangle with it. Vertices
//   at
//                the same place are still different ones: a seam is a boundary
//   iterations   [1] integer, 0 .. 1000;   step   [1], 0 < l <= 1
//   taps         smoothed_rest [V, 3] = s, smoothed [V, 3] = s'
//
// Requires. What linear blend skinning requires (COUNT_MISMATCH, INDEX_RANGE, NOT_FINITE, NEGATIVE_WEIGHT);
// triangles of existing vertices (ARRAY_MISSING, INDEX_RANGE), iterations and step in range
// (PARAMETER_RANGE); for cotangents triangles with an area (DEGENERATE_TRIANGLE).
//
// Degenerate. A boundary vertex is smoothed over the neighbours it has; its frame needs one triangle. A
// triangle that names a vertex twice is passed over. A vertex of no triangle is skinned by linear blending,
// directions too. A frame does not exist where a normal's sum is at most 2^-40 of the sum of its terms'
// |s_p - s_v| |s_q - s_v|, or e - n (n . e) at most 2^-40 of |e|, in the rest or the posed mesh: the row is
// zero and noted as undefined (DEGENERATE_FRAME), as is a direction that vanishes (ZERO_NORMAL,
// ZERO_TANGENT). A mirrored palette turns the winding inside out and the detail with it: F' stays a rotation.
// Weights are used as given; a weight of 0 contributes nothing, even beside a joint that holds infinities or
// NaN.
#pragma once

#include <vector>

#include "reference/model/rig.h"
#include "reference/model/surface.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::surface {

/// The result and the stages before it.
template <class T>
struct DeltaMush {
  Surface<T> surface;
  std::vector<Vec3<T>> smoothed_rest;  ///< s [#vertices], metres
  std::vector<Vec3<T>> smoothed;       ///< s' [#vertices], metres
};

/// mesh: with its triangles. palette: M_j [#joints].
template <class T>
Expected<DeltaMush<T>> delta_mush(const Mesh& mesh, const Influences& influences,
                                  const std::vector<Affine<T>>& palette, const Smoothing& smoothing,
                                  LaplacianWeights weights);

}  // namespace bindpose::surface
