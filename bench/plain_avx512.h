// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the yardsticks of software skinning: a copy of memory, and linear blending written by hand for
// AVX-512.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bindpose::bench {

/// Inputs and outputs of linear blending of positions and normals: 4 influences per vertex.
struct PlainMesh {
  const float* positions = nullptr;       ///< [V, 3]
  const float* normals = nullptr;         ///< [V, 3]
  const std::uint16_t* joints = nullptr;  ///< [V, 4]
  const float* weights = nullptr;         ///< [V, 4]
  const float* columns = nullptr;         ///< [J, 4, 4], a matrix column by column, 64 bytes each, aligned
  float* deformed_positions = nullptr;    ///< [V, 3]
  float* deformed_normals = nullptr;      ///< [V, 3], not normalised
};

bool has_avx512();

/// Each 4 by 4 matrix is in one register; a vertex takes four multiplications and additions; two vertices are
/// interleaved. Requires has_avx512().
void plain_avx512(const PlainMesh& mesh, std::size_t vertex_count);

/// count: a multiple of 16; both aligned to 64 bytes. Stores bypass the cache and have the largest width of
/// this processor.
void copy_past_cache(const float* from, float* to, std::size_t count);

}  // namespace bindpose::bench
