// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/plain_avx512.h"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>

namespace bindpose::bench {
namespace {

/// Each holds the four columns of a product; their sum is x in the lowest quarter, n in the third.
__attribute__((target("avx512f"))) inline __m512 sums_of(__m512 x, __m512 n) {
  const __m512 two = _mm512_add_ps(_mm512_shuffle_f32x4(x, n, 0x44), _mm512_shuffle_f32x4(x, n, 0xEE));
  return _mm512_add_ps(two, _mm512_shuffle_f32x4(two, two, 0xB1));
}

/// Three numbers of a vertex, and an unused fourth except for the last vertex.
__attribute__((target("avx512f"))) inline __m512 load_three(const float* from, bool is_last) {
  return _mm512_castps128_ps512(is_last ? _mm_setr_ps(from[0], from[1], from[2], 0) : _mm_loadu_ps(from));
}

/// Three numbers of a vertex, and a fourth, except for the last vertex, which the next vertex overwrites.
__attribute__((target("avx512f"))) inline void store_three(__m128 numbers, bool is_last, float* out) {
  if (!is_last) return _mm_storeu_ps(out, numbers);
  _mm_store_sd(reinterpret_cast<double*>(out), _mm_castps_pd(numbers));
  _mm_store_ss(out + 2, _mm_movehl_ps(numbers, numbers));
}

/// Adds the matrix of one slot's joint times its weight to M; slots of all vertices are numbered in sequence.
__attribute__((target("avx512f"))) inline __m512 plus_joint(const PlainMesh& mesh, std::size_t slot,
                                                            __m512 M) {
  return _mm512_fmadd_ps(_mm512_set1_ps(mesh.weights[slot]),
                         _mm512_load_ps(mesh.columns + 16 * std::size_t{mesh.joints[slot]}), M);
}

__attribute__((target("avx512f"))) inline void transform(const PlainMesh& mesh, std::size_t v, __m512 M,
                                                         bool is_last) {
  constexpr __mmask16 three = 0x0FFF;  // columns; adds the translation once for x, never for n
  const __m512i to_columns = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
  const __m512 x = _mm512_mask_permutexvar_ps(_mm512_set1_ps(1), three, to_columns,
                                              load_three(mesh.positions + 3 * v, is_last));
  const __m512 n = _mm512_maskz_permutexvar_ps(three, to_columns, load_three(mesh.normals + 3 * v, is_last));
  const __m512 sums = sums_of(_mm512_mul_ps(M, x), _mm512_mul_ps(M, n));
  store_three(_mm512_castps512_ps128(sums), is_last, mesh.deformed_positions + 3 * v);
  store_three(_mm512_extractf32x4_ps(sums, 2), is_last, mesh.deformed_normals + 3 * v);
}

__attribute__((target("avx512f"))) void copy_by_512_bits(const float* from, float* to, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 16)
    _mm512_stream_ps(to + i, _mm512_load_ps(from + i));
  _mm_sfence();
}

void copy_by_128_bits(const float* from, float* to, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 4)
    _mm_stream_ps(to + i, _mm_load_ps(from + i));
  _mm_sfence();
}

}  // namespace

bool has_avx512() {
  return __builtin_cpu_supports("avx512f") != 0;
}

// Each multiply-add of a vertex depends on the previous one, so two vertices are interleaved.
__attribute__((target("avx512f"))) void plain_avx512(const PlainMesh& mesh, std::size_t vertex_count) {
  std::size_t v = 0;
  for (; v + 1 < vertex_count; v += 2) {
    __m512 M = _mm512_setzero_ps(), next = _mm512_setzero_ps();
    for (std::size_t i = 0; i < 4; ++i) {
      M = plus_joint(mesh, 4 * v + i, M);
      next = plus_joint(mesh, 4 * v + 4 + i, next);
    }
    transform(mesh, v, M, false);
    transform(mesh, v + 1, next, v + 2 == vertex_count);
  }
  if (v == vertex_count) return;
  __m512 M = _mm512_setzero_ps();
  for (std::size_t i = 0; i < 4; ++i)
    M = plus_joint(mesh, 4 * v + i, M);
  transform(mesh, v, M, true);
}

void copy_past_cache(const float* from, float* to, std::size_t count) {
  has_avx512() ? copy_by_512_bits(from, to, count) : copy_by_128_bits(from, to, count);
}

}  // namespace bindpose::bench

#else

namespace bindpose::bench {

bool has_avx512() {
  return false;
}
void plain_avx512(const PlainMesh&, std::size_t) {}
/// Uses ordinary stores, which every compiler has: the library copies the same way.
void copy_past_cache(const float* from, float* to, std::size_t count) {
  std::copy_n(from, count, to);
}

}  // namespace bindpose::bench

#endif
