// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The deformer's space, entered by q* and left by q.

UNIFORM_INPUT(deformer_origin, 3)
UNIFORM_INPUT(deformer_rotation, 4)

#if defined(FORMULATION_QUATERNION)
vec3 turned(vec3 d) { return rotate(deformer_rotation, d); }
vec3 turned_back(vec3 d) { return rotate(conjugate(deformer_rotation), d); }
#elif defined(FORMULATION_MATRIX)
vec3 turned(vec3 d) { return rotation_matrix(deformer_rotation) * d; }
vec3 turned_back(vec3 d) { return transpose(rotation_matrix(deformer_rotation)) * d; }
#endif
