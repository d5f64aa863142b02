// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear blend skinning: x' = B x, n' along N n, t' along B t with B = sum_i w_i M_i. The page is
// reference/skinning/linear_blend.md.
//
// A register holds several rows of a matrix, each in 128 bits: with AVX-512 all of them, so that an influence takes one
// multiplication and addition. Four vertices' matrices, blended, are turned round in every 128 bits; then a register holds one
// number of four vertices' rows, and a row times (x, 1) is three more.
//
// Highway includes this file once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "conformance/software/linear_blend.cpp"
#include "hwy/foreach_target.h"

#include "conformance/software/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bindpose::software {
namespace HWY_NAMESPACE {

/// Registers that hold the three rows of a matrix.
constexpr std::size_t parts = lanes == 16 ? 1 : lanes == 8 ? 2 : 3;

/// sum_i w_i M_i, the rows of one part. Where not all matrices are finite, one of weight 0 is not touched.
template <bool are_finite>
HWY_INLINE V blended(const LinearBlend& job, std::size_t v, std::size_t part) {
  const std::uint16_t* HWY_RESTRICT joints = job.slots.joints + v * job.slots.per_vertex;
  const float* HWY_RESTRICT weights = job.slots.weights + v * job.slots.per_vertex;
  const float* HWY_RESTRICT matrices = job.matrices + lanes * part;
  const auto added = [&](V B, std::size_t i) HWY_ATTR {
    if (!are_finite && weights[i] == 0) return B;
    return hn::MulAdd(hn::Set(d, weights[i]), hn::Load(d, matrices + 16 * std::size_t{joints[i]}), B);
  };
  V B = zero();
  for (std::size_t i = 0; i < job.slots.per_vertex; i += 4)
    B = added(added(added(added(B, i), i + 1), i + 2), i + 3);
  return B;
}

/// Rows of four vertices: one number of each row, four vertices in each 128 bits.
struct Rows {
  V x, y, z, t;
};

/// Numbers of four vertices to each row's 128 bits.
HWY_INLINE Vector spread(const Columns& c, std::size_t v) {
  return {hn::LoadDup128(d, c.x + v), hn::LoadDup128(d, c.y + v), hn::LoadDup128(d, c.z + v)};
}

/// One number of each row of this part: to columns of four vertices.
HWY_INLINE void store_rows(V rows, std::size_t part, float* x, float* y, float* z) {
  const Block block;
#if HWY_MAX_BYTES >= 64
  static_cast<void>(part);
  const hn::FixedTag<float, 8> half;
  const auto low = hn::LowerHalf(half, rows), high = hn::UpperHalf(half, rows);
  hn::Store(hn::LowerHalf(block, low), block, x);
  hn::Store(hn::UpperHalf(block, low), block, y);
  hn::Store(hn::LowerHalf(block, high), block, z);
#elif HWY_MAX_BYTES >= 32
  hn::Store(hn::LowerHalf(block, rows), block, part == 0 ? x : z);
  if (part == 0) hn::Store(hn::UpperHalf(block, rows), block, y);
#else
  hn::Store(rows, block, part == 0 ? x : part == 1 ? y : z);
#endif
}

HWY_INLINE void store_rows(V rows, std::size_t part, Columns& c, std::size_t v) {
  store_rows(rows, part, c.x + v, c.y + v, c.z + v);
}

/// Blended linear parts of a chunk: columns of the matrices, each with a number of each row.
struct LinearParts {
  Columns x, y, z;
};

/// y = sign(det B) cof(B) n, a positive multiple of B^-T n; zero where B is singular.
HWY_INLINE Vector carried_by_inverse_transpose(const LinearParts& B, std::size_t v, const Vector& n) {
  const Vector c_x = load(B.x, v), c_y = load(B.y, v), c_z = load(B.z, v);  // columns
  const Vector r_0{c_x.x, c_y.x, c_z.x}, r_1{c_x.y, c_y.y, c_z.y}, r_2{c_x.z, c_y.z, c_z.z};
  const Vector c_0 = cross(r_1, r_2), c_1 = cross(r_2, r_0), c_2 = cross(r_0, r_1);
  const V det = dot(r_0, c_0);
  const Vector y{dot(c_0, n), dot(c_1, n), dot(c_2, n)};
  const Vector turned_round{hn::Neg(y.x), hn::Neg(y.y), hn::Neg(y.z)};
  return zero_unless(hn::Ne(det, zero()), where(hn::Lt(det, zero()), turned_round, y));
}

/// Moves four vertices of the chunk, from v; their matrices are those of at(0) .. at(3).
template <bool are_finite, class At>
HWY_INLINE void blend_four(const LinearBlend& job, At at, Chunk& c, LinearParts& B, std::size_t v) {
  const bool keeps_matrices = job.normal_rule == NormalRule::inverse_transpose_of_blend;
  // Each is read whole before any part of it is written.
  const Vector x = spread(c.x, v), n = spread(c.n, v), t = spread(c.t, v);
  for (std::size_t part = 0; part < parts; ++part) {
    Rows r{blended<are_finite>(job, at(0), part), blended<are_finite>(job, at(1), part),
           blended<are_finite>(job, at(2), part), blended<are_finite>(job, at(3), part)};
    transpose(r.x, r.y, r.z, r.t);
    const Vector row{r.x, r.y, r.z};
    store_rows(hn::MulAdd(r.x, x.x, hn::MulAdd(r.y, x.y, hn::MulAdd(r.z, x.z, r.t))), part, c.x, v);
    if (job.out.normals != nullptr && !keeps_matrices) store_rows(dot(row, n), part, c.n, v);
    if (job.out.tangents != nullptr) store_rows(dot(row, t), part, c.t, v);
    if (!keeps_matrices) continue;
    store_rows(r.x, part, B.x, v);
    store_rows(r.y, part, B.y, v);
    store_rows(r.z, part, B.z, v);
  }
}

template <bool are_finite>
HWY_INLINE void blend_chunk(const LinearBlend& job, std::size_t first, std::size_t count) {
  Chunk c;
  LinearParts B;
  c.read(job.in, job.out, first, count);
  std::size_t v = 0;
  for (; v + 4 <= count; v += 4)
    blend_four<are_finite>(
        job, [&](std::size_t i) HWY_ATTR { return first + v + i; }, c, B, v);
  if (v < count)
    blend_four<are_finite>(
        job, [&](std::size_t i) HWY_ATTR { return first + std::min(v + i, count - 1); }, c, B, v);
  if (job.normal_rule == NormalRule::inverse_transpose_of_blend && job.out.normals != nullptr)
    for (v = 0; v < count; v += lanes)
      store(carried_by_inverse_transpose(B, v, load(c.n, v)), c.n, v);
  c.write(job.out, first, count);
}

void blend(const LinearBlend& job, std::size_t begin, std::size_t end) {
  for_each_chunk(job.out, begin, end, [&](std::size_t first, std::size_t count) HWY_ATTR {
    job.are_finite ? blend_chunk<true>(job, first, count) : blend_chunk<false>(job, first, count);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace bindpose::software
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bindpose::software {

HWY_EXPORT(blend);

void run(const LinearBlend& job, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(blend)(job, begin, end);
}

}  // namespace bindpose::software
#endif
