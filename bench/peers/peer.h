// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the functions that a library exports so that `bindpose-bench --software --peer=LIBRARY` can measure
// its software skinning. Plain C.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Positions and normals, four influences per vertex.
typedef struct {
  size_t vertex_count, joint_count;
  const float* positions;  ///< [V, 3]
  const float* normals;    ///< [V, 3]
  const uint16_t* joints;  ///< [V, 4]
  const float* weights;    ///< [V, 4], sum 1
  const float* matrices;   ///< [J, 3, 4], rows, rigid
} bindpose_peer_mesh;

/// Its name and version.
const char* bindpose_peer_name(void);
/// True if its normals have length 1.
int bindpose_peer_normalises(void);
/// The mesh in its own form, with space for results; not measured. Null if the library does not support the mesh.
void* bindpose_peer_make(const bindpose_peer_mesh* mesh);
/// The measured call: all vertices once, on the calling thread.
void bindpose_peer_blend(void* made);
/// The result of the last call: [V, 3] each.
void bindpose_peer_read(const void* made, float* positions, float* normals);
void bindpose_peer_drop(void* made);

#ifdef __cplusplus
}
#endif
