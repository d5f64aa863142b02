// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: linear blending of a mesh cut into parts that need no more of the palette than a device holds at
// once.
//
// Formula. Part p holds a table J_p of at most P joints; a vertex of the part names its joints by their place
// l in that table, M_i = M_{J_p[l_i]}, and
//   x' = sum_i w_i (C_i x + t_i)
// exactly as linear blending has it, normals and tangents likewise. A vertex on a seam is stored in several
// parts under different places, and gets the same numbers from each.
//
// Source. The indexed vertex blending of Direct3D 8; V. Houska, Animace na GPU, Charles University 2005,
// sections 3.3.2 and 3.3.4. Sizes met in practice: 57 matrices of fixed-function blending; 85 = 256 / 3, as
// many as 256 registers hold in three rows each; 128 where a joint is a quaternion and a translation. The
// greedy partition and what it is compared with: reference/skinning/partition.h. Deviation: none.
//
// Symbols.
//   P         matrix_limit, at least 1: matrices that one part may use
//   J_p, l_i  the part's table of joints, ascending; place of influence i in it
//   w_i       weight of influence i
//   C_i, t_i  linear part [3, 3] and translation [3] of its skinning matrix M_i
//
// Requires. What linear blending requires; triangles (ARRAY_MISSING) within the mesh (INDEX_RANGE);
// matrix_limit of at least 1 (PARAMETER_RANGE). A triangle that needs more than P matrices is an error that
// names it (TRIANGLE_INFLUENCES).
//
// Degenerate. A weight of 0 needs no matrix. A vertex in no triangle is a point, drawn in the part that holds
// its own joints. Rows without an answer are those of linear blending.
#pragma once

#include "reference/skinning/shared/parts.h"
