// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear blend skinning: x' = B x, n' along N n, t' along B t with B = sum_i w_i M_i. The page is
// reference/skinning/linear_blend.md.
//
// A register holds several rows of a matrix, each in 128 bits; with AVX-512 all rows, so that an influence takes
// one multiplication and addition. The blended matrices of four vertices are transposed in every 128 bits; then a
// register holds one number of four vertices' rows, and a row times (x, 1) is three more.
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

/// Compile-time facts about a job: if all matrices are finite, and the number of slots per vertex, or 0.
template <bool finite, std::size_t known_slots>
struct Kind {
  static constexpr bool are_finite = finite;
  static HWY_INLINE std::size_t slots(const LinearBlend& job) {
    return known_slots > 0 ? known_slots : job.slots.per_vertex;
  }
};

/// sum_i w_i M_i, the rows of one part. If not all matrices are finite, a matrix of weight 0 is not read.
template <class Kind>
HWY_INLINE V blended(const LinearBlend& job, std::size_t v, std::size_t part) {
  const std::size_t slots = Kind::slots(job);
  const std::uint16_t* HWY_RESTRICT joints = job.slots.joints + v * slots;
  const float* HWY_RESTRICT weights = job.slots.weights + v * slots;
  const float* HWY_RESTRICT matrices = job.matrices + lanes * part;
  const auto added = [&](V B, std::size_t i) HWY_ATTR {
    if (!Kind::are_finite && weights[i] == 0) return B;
    return hn::MulAdd(hn::Set(d, weights[i]), hn::Load(d, matrices + 16 * std::size_t{joints[i]}), B);
  };
  V B = zero();
  for (std::size_t i = 0; i < slots; i += 4)
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

/// y = sign(det B) cof(B) n, a positive multiple of B^-T n; zero if B is singular.
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
template <class Kind, class At>
HWY_INLINE void blend_four(const LinearBlend& job, At at, Chunk& c, LinearParts& B, std::size_t v) {
  const bool keeps_matrices = job.normal_rule == NormalRule::inverse_transpose_of_blend;
  // Reads each completely before writing any part of it.
  const Vector x = spread(c.x, v), n = spread(c.n, v), t = spread(c.t, v);
  for (std::size_t part = 0; part < parts; ++part) {
    Rows r{blended<Kind>(job, at(0), part), blended<Kind>(job, at(1), part), blended<Kind>(job, at(2), part),
           blended<Kind>(job, at(3), part)};
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

template <class Kind>
HWY_INLINE void blend_chunk(const LinearBlend& job, std::size_t first, std::size_t count) {
  Chunk c;
  LinearParts B;
  c.read(job.in, job.out, first, count);
  std::size_t v = 0;
  for (; v + 4 <= count; v += 4)
    blend_four<Kind>(
        job, [&](std::size_t i) HWY_ATTR { return first + v + i; }, c, B, v);
  if (v < count)
    blend_four<Kind>(
        job, [&](std::size_t i) HWY_ATTR { return first + std::min(v + i, count - 1); }, c, B, v);
  if (job.normal_rule == NormalRule::inverse_transpose_of_blend && job.out.normals != nullptr)
    for (v = 0; v < count; v += lanes)
      store(carried_by_inverse_transpose(B, v, load(c.n, v)), c.n, v);
  c.write(job.out, first, count);
}

#if HWY_MAX_BYTES >= 64
/// Three numbers of four vertices, 128 bits each: x, y, z and an unused number.
template <std::size_t number>
constexpr LaneNumbers everywhere() {
  LaneNumbers numbers{};
  for (std::size_t lane = 0; lane < lanes; ++lane)
    numbers.of[lane] = static_cast<std::int32_t>(3 * (lane % 4) + number);
  return numbers;
}
HWY_INLINE Vector spread_rows(const float* HWY_RESTRICT rows) {
  static constexpr LaneNumbers of_x = everywhere<0>(), of_y = everywhere<1>(), of_z = everywhere<2>();
  const V r = hn::MaskedLoad(hn::FirstN(d, 12), d, rows);
  return {hn::TableLookupLanes(r, hn::SetTableIndices(d, of_x.of)),
          hn::TableLookupLanes(r, hn::SetTableIndices(d, of_y.of)),
          hn::TableLookupLanes(r, hn::SetTableIndices(d, of_z.of))};
}

/// The twelve numbers of matrix number `which` of four, row by row, in their lanes after registers are filled
/// one after the other.
template <std::size_t which>
constexpr LaneNumbers rows_in_place() {
  LaneNumbers numbers{};
  for (std::size_t i = 0; i < 12; ++i)
    numbers.of[(12 * which + i) % lanes] = static_cast<std::int32_t>(4 * (i % 3) + i / 3);
  return numbers;
}
template <std::size_t which>
HWY_INLINE V in_place(V numbers) {
  static constexpr LaneNumbers order = rows_in_place<which>();
  return hn::TableLookupLanes(numbers, hn::SetTableIndices(d, order.of));
}

/// The moved positions of sixteen vertices, in groups of four.
struct Fours {
  V a, b, c, e;
};

HWY_INLINE Vector rows(const Fours& of) {
  const V b = in_place<1>(of.b), c = in_place<2>(of.c);
  return {hn::IfThenElse(hn::FirstN(d, 12), in_place<0>(of.a), b), hn::IfThenElse(hn::FirstN(d, 8), b, c),
          hn::IfThenElse(hn::FirstN(d, 4), c, in_place<3>(of.e))};
}

HWY_INLINE Vector columns(const Fours& of) {
  const V low_02 = hn::ConcatLowerLower(d, of.c, of.a), low_13 = hn::ConcatLowerLower(d, of.e, of.b);
  const V high_02 = hn::ConcatUpperUpper(d, of.c, of.a), high_13 = hn::ConcatUpperUpper(d, of.e, of.b);
  return {hn::OddEvenBlocks(hn::SwapAdjacentBlocks(low_13), low_02),
          hn::OddEvenBlocks(low_13, hn::SwapAdjacentBlocks(low_02)),
          hn::OddEvenBlocks(hn::SwapAdjacentBlocks(high_13), high_02)};
}

/// True if vertices can stay in registers from reading to writing.
bool stay_in_registers(const LinearBlend& job) {
  return job.out.positions != nullptr && job.out.tangents == nullptr &&
         (job.out.normals == nullptr || job.normal_rule == NormalRule::direction);
}

struct Four {
  V x, n;
};

template <class Kind>
HWY_INLINE Four move_four(const LinearBlend& job, std::size_t v) {
  Rows r{blended<Kind>(job, v, 0), blended<Kind>(job, v + 1, 0), blended<Kind>(job, v + 2, 0),
         blended<Kind>(job, v + 3, 0)};
  transpose(r.x, r.y, r.z, r.t);
  const Vector x = spread_rows(job.in.positions + 3 * v);
  Four four{hn::MulAdd(r.x, x.x, hn::MulAdd(r.y, x.y, hn::MulAdd(r.z, x.z, r.t))), zero()};
  if (job.out.normals != nullptr) four.n = dot(Vector{r.x, r.y, r.z}, spread_rows(job.in.normals + 3 * v));
  return four;
}

template <class Kind>
HWY_INLINE void move_sixteen(const LinearBlend& job, std::size_t v) {
  const Four a = move_four<Kind>(job, v), b = move_four<Kind>(job, v + 4), c = move_four<Kind>(job, v + 8),
             e = move_four<Kind>(job, v + 12);
  put(rows({a.x, b.x, c.x, e.x}), job.out.past_cache, job.out.positions + 3 * v);
  if (job.out.normals == nullptr) return;
  const Fours n{a.n, b.n, c.n, e.n};
  put(job.out.normalise ? Threes().rows(normalised(columns(n))) : rows(n), job.out.past_cache,
      job.out.normals + 3 * v);
}
#endif

void blend(const LinearBlend& job, std::size_t begin, std::size_t end) {
  for_each_chunk(job.out, begin, end, [&](std::size_t first, std::size_t count) HWY_ATTR {
#if HWY_MAX_BYTES >= 64
    if (job.are_finite && job.slots.per_vertex == 4 && stay_in_registers(job))
      for (; count >= lanes; first += lanes, count -= lanes)
        move_sixteen<Kind<true, 4>>(job, first);
    if (count == 0) return;
#endif
    if (!job.are_finite)
      blend_chunk<Kind<false, 0>>(job, first, count);
    else if (job.slots.per_vertex == 4)
      blend_chunk<Kind<true, 4>>(job, first, count);
    else
      blend_chunk<Kind<true, 0>>(job, first, count);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace bindpose::software
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
BINDPOSE_RUN_BY(LinearBlend, blend)
#endif
