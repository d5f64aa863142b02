// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: linear blending in batches of triangles, as on hardware that holds two to four matrices at a time.
//
// Formula. The triangles are partitioned into batches; batch b holds a table J_b of at most k joints, and
//   x' = sum_i w_i (C_i x + t_i), i over the influences of the vertex, all in J_b
// exactly as linear blending has it, normals and tangents likewise. How the triangles are partitioned is no
// part of the result: a vertex that several batches draw gets the same numbers from each.
// With `excess` = reduce a triangle that needs more than k matrices keeps, of its joints, the strongest of
// each vertex, then those with the largest weight summed over its vertices, up to k. Vertex by vertex the
// influences that one of its triangles does not keep are dropped, weighing d together, and the others scaled:
//   w_i' = w_i (s / (s - d)),   s = sum_i w_i
// which moves the vertex by d |y_kept - y_dropped| (for s = 1): y are the weighted means of M_i x over the
// kept and over the dropped influences, so by no more than d times the greatest distance between two of the
// M_i x.
//
// Source. The non-indexed vertex blending of Direct3D 7 and of the extension ARB_vertex_blend (2000);
// measured in V. Houska, Animace na GPU, Charles University 2005, section 3.3.1. The greedy partition and
// what it is compared with: reference/skinning/partition.h. Deviation: no weight is implicit.
//
// Symbols.
//   k         matrix_limit, 2 to 4: matrices that one batch may use
//   w_i, d    weight of influence i, weight dropped [#vertices]
//   C_i, t_i  linear part [3, 3] and translation [3] of its skinning matrix M_i
//
// Requires. What linear blending requires; triangles (ARRAY_MISSING) within the mesh (INDEX_RANGE);
// matrix_limit of 2, 3 or 4 (PARAMETER_RANGE). A triangle that needs more matrices is an error that names it
// (TRIANGLE_INFLUENCES), with `excess` = reduce only where its vertices' strongest joints alone are too many.
//
// Degenerate. A weight of 0 needs no matrix. A vertex in no triangle is a point, drawn in the batch that
// holds its own joints. Rows without an answer are those of linear blending.
#pragma once

#include "reference/skinning/shared/parts.h"
