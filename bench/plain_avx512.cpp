// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/plain_avx512.h"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>

namespace bindpose::bench {
namespace {

/// Adds up the four columns.
__attribute__((target("avx512f"))) inline __m128 sum_of(__m512 columns) {
  const __m256 high = _mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(columns), 1));
  const __m256 two = _mm256_add_ps(_mm512_castps512_ps256(columns), high);
  return _mm_add_ps(_mm256_castps256_ps128(two), _mm256_extractf128_ps(two, 1));
}

/// Three numbers of a vertex; but for the last one a fourth, which the next one overwrites.
__attribute__((target("avx512f"))) inline void store_three(__m128 numbers, bool is_last, float* out) {
  if (!is_last) return _mm_storeu_ps(out, numbers);
  _mm_store_sd(reinterpret_cast<double*>(out), _mm_castps_pd(numbers));
  _mm_store_ss(out + 2, _mm_movehl_ps(numbers, numbers));
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

__attribute__((target("avx512f"))) void plain_avx512(const PlainMesh& mesh, std::size_t vertex_count) {
  const __m512i to_columns = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
  const __m512 one = _mm512_set1_ps(1);
  for (std::size_t v = 0; v < vertex_count; ++v) {
    const std::uint16_t* joints = mesh.joints + 4 * v;
    const float* weights = mesh.weights + 4 * v;
    __m512 M = _mm512_setzero_ps();
    for (int i = 0; i < 4; ++i)
      M = _mm512_fmadd_ps(_mm512_set1_ps(weights[i]),
                          _mm512_load_ps(mesh.columns + 16 * std::size_t{joints[i]}), M);
    const __m512 x = _mm512_mask_loadu_ps(one, 0x7, mesh.positions + 3 * v);
    const __m512 n = _mm512_maskz_loadu_ps(0x7, mesh.normals + 3 * v);
    const bool is_last = v + 1 == vertex_count;
    store_three(sum_of(_mm512_mul_ps(M, _mm512_permutexvar_ps(to_columns, x))), is_last,
                mesh.deformed_positions + 3 * v);
    store_three(sum_of(_mm512_mul_ps(M, _mm512_permutexvar_ps(to_columns, n))), is_last,
                mesh.deformed_normals + 3 * v);
  }
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
/// No stores past the cache that every compiler has: as the library copies.
void copy_past_cache(const float* from, float* to, std::size_t count) {
  std::copy_n(from, count, to);
}

}  // namespace bindpose::bench

#endif
