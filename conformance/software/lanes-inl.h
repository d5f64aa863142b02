// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: numbers of several vertices in registers, and the conversion between the caller's rows and registers, by
// chunks of vertices.
//
// Compiled once for each instruction set, each time in another namespace (Highway's HWY_NAMESPACE).
#if defined(BINDPOSE_SOFTWARE_LANES) == defined(HWY_TARGET_TOGGLE)
#ifdef BINDPOSE_SOFTWARE_LANES
#undef BINDPOSE_SOFTWARE_LANES
#else
#define BINDPOSE_SOFTWARE_LANES
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hwy/cache_control.h"
#include "hwy/highway.h"

#include "conformance/software/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace bindpose::software {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<float>;  ///< a register of float32
using Block = hn::FixedTag<float, 4>;  ///< 128 bits, in which registers are shuffled
using V = hn::Vec<Lanes>;
using Mask = hn::Mask<Lanes>;
constexpr Lanes d;
constexpr std::size_t lanes = hn::MaxLanes(Lanes());  // 4, 8, 16
static_assert(chunk % lanes == 0);

struct Vector {
  V x, y, z;
};
struct Quaternion {
  V x, y, z, w;
};

HWY_INLINE V zero() {
  return hn::Zero(d);
}
HWY_INLINE Vector zero_vector() {
  return {zero(), zero(), zero()};
}
HWY_INLINE Quaternion zero_quaternion() {
  return {zero(), zero(), zero(), zero()};
}
HWY_INLINE V dot(const Vector& a, const Vector& b) {
  return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}
HWY_INLINE V dot(const Quaternion& a, const Quaternion& b) {
  return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::MulAdd(a.z, b.z, hn::Mul(a.w, b.w))));
}
HWY_INLINE Vector cross(const Vector& a, const Vector& b) {
  return {hn::NegMulAdd(a.z, b.y, hn::Mul(a.y, b.z)), hn::NegMulAdd(a.x, b.z, hn::Mul(a.z, b.x)),
          hn::NegMulAdd(a.y, b.x, hn::Mul(a.x, b.y))};
}
/// a + s b
HWY_INLINE Vector sum(const Vector& a, V s, const Vector& b) {
  return {hn::MulAdd(s, b.x, a.x), hn::MulAdd(s, b.y, a.y), hn::MulAdd(s, b.z, a.z)};
}
HWY_INLINE Quaternion sum(const Quaternion& a, V s, const Quaternion& b) {
  return {hn::MulAdd(s, b.x, a.x), hn::MulAdd(s, b.y, a.y), hn::MulAdd(s, b.z, a.z), hn::MulAdd(s, b.w, a.w)};
}
HWY_INLINE Vector where(Mask mask, const Vector& yes, const Vector& no) {
  return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
          hn::IfThenElse(mask, yes.z, no.z)};
}
HWY_INLINE Vector zero_unless(Mask mask, const Vector& a) {
  return {hn::IfThenElseZero(mask, a.x), hn::IfThenElseZero(mask, a.y), hn::IfThenElseZero(mask, a.z)};
}
HWY_INLINE Quaternion zero_unless(Mask mask, const Quaternion& a) {
  return {hn::IfThenElseZero(mask, a.x), hn::IfThenElseZero(mask, a.y), hn::IfThenElseZero(mask, a.z),
          hn::IfThenElseZero(mask, a.w)};
}

HWY_INLINE Quaternion scaled(V s, const Quaternion& q) {
  return {hn::Mul(s, q.x), hn::Mul(s, q.y), hn::Mul(s, q.z), hn::Mul(s, q.w)};
}

/// q_w (u x y) + u x (u x y), q = (u, q_w)
HWY_INLINE Vector half_way(const Quaternion& q, const Vector& y) {
  const Vector u{q.x, q.y, q.z};
  const Vector u_y = cross(u, y);
  return sum(cross(u, u_y), q.w, u_y);
}
/// q(y) = y + 2 half_way(q, y), |q| = 1
HWY_INLINE Vector turned(const Quaternion& q, const Vector& y) {
  return sum(y, hn::Set(d, 2.0F), half_way(q, y));
}

/// Transposes four numbers of four vertices in each 128 bits: before, each of a, b, c, e has one vertex; after, one
/// component.
HWY_INLINE void transpose(V& a, V& b, V& c, V& e) {
  const V even_low = hn::InterleaveLower(d, a, c), odd_low = hn::InterleaveLower(d, b, e);
  const V even_high = hn::InterleaveUpper(d, a, c), odd_high = hn::InterleaveUpper(d, b, e);
  a = hn::InterleaveLower(d, even_low, odd_low);
  b = hn::InterleaveUpper(d, even_low, odd_low);
  c = hn::InterleaveLower(d, even_high, odd_high);
  e = hn::InterleaveUpper(d, even_high, odd_high);
}

/// Records of four numbers, at at(first), at(first + 4), at(first + 8) ..., to fill a register.
template <class At>
HWY_INLINE V stacked(std::size_t first, At at) {
  const Block block;
#if HWY_MAX_BYTES >= 64
  const hn::FixedTag<float, 8> half;
  return hn::Combine(d, hn::Combine(half, hn::LoadU(block, at(first + 12)), hn::LoadU(block, at(first + 8))),
                     hn::Combine(half, hn::LoadU(block, at(first + 4)), hn::LoadU(block, at(first))));
#elif HWY_MAX_BYTES >= 32
  return hn::Combine(d, hn::LoadU(block, at(first + 4)), hn::LoadU(block, at(first)));
#else
  return hn::LoadU(block, at(first));
#endif
}

/// A record of four numbers of each lane, at at(lane), as registers of one number each.
template <class At>
HWY_INLINE Quaternion records(At at) {
  Quaternion r{stacked(0, at), stacked(1, at), stacked(2, at), stacked(3, at)};
  transpose(r.x, r.y, r.z, r.w);
  return r;
}

/// Numbers of the vertices of a chunk, one column per number. The last vertex fills the rest of a column.
struct Columns {
  HWY_ALIGN float x[chunk];
  HWY_ALIGN float y[chunk];
  HWY_ALIGN float z[chunk];
  HWY_ALIGN float w[chunk];  ///< fourth number of rows of four; passes through
};

HWY_INLINE Vector load(const Columns& c, std::size_t v) {
  return {hn::Load(d, c.x + v), hn::Load(d, c.y + v), hn::Load(d, c.z + v)};
}
HWY_INLINE void store(const Vector& a, Columns& c, std::size_t v) {
  hn::Store(a.x, d, c.x + v);
  hn::Store(a.y, d, c.y + v);
  hn::Store(a.z, d, c.z + v);
}

/// A number of each lane, known to the compiler.
struct LaneNumbers {
  alignas(4 * lanes) std::int32_t of[lanes];
};

/// The lane with each row's number of this column, in any of the three registers with rows of three.
template <std::size_t column>
constexpr LaneNumbers lanes_of_rows() {
  LaneNumbers numbers{};
  for (std::size_t row = 0; row < lanes; ++row)
    numbers.of[row] = static_cast<std::int32_t>((3 * row + column) % lanes);
  return numbers;
}
/// The inverse.
template <std::size_t column>
constexpr LaneNumbers rows_of_lanes() {
  LaneNumbers numbers{};
  for (std::size_t row = 0; row < lanes; ++row)
    numbers.of[(3 * row + column) % lanes] = static_cast<std::int32_t>(row);
  return numbers;
}
constexpr LaneNumbers residues_by_3() {
  LaneNumbers numbers{};
  for (std::size_t lane = 0; lane < lanes; ++lane)
    numbers.of[lane] = static_cast<std::int32_t>(lane % 3);
  return numbers;
}

/// Rows of three in three consecutive registers. Lanes of a register whose numbers have the same residue modulo 3 hold one
/// column, and no two registers hold the same column in the same lanes: a blend collects a column, and a permutation sorts it.
class Threes {
 public:
  HWY_INLINE Threes() {
    static constexpr LaneNumbers residues = residues_by_3();
    const hn::RebindToSigned<Lanes> integers;
    const auto of_lanes = hn::Load(integers, residues.of);
    is_0_ = hn::RebindMask(d, hn::Eq(of_lanes, hn::Zero(integers)));
    is_1_ = hn::RebindMask(d, hn::Eq(of_lanes, hn::Set(integers, 1)));
  }

  HWY_INLINE Vector columns(const float* HWY_RESTRICT rows) const {
    const V a = hn::LoadU(d, rows), b = hn::LoadU(d, rows + lanes), c = hn::LoadU(d, rows + 2 * lanes);
    return {column<0>(a, b, c), column<1>(a, b, c), column<2>(a, b, c)};
  }

  /// Three registers of rows.
  HWY_INLINE Vector rows(const Vector& columns) const {
    const V x = scattered<0>(columns.x), y = scattered<1>(columns.y), z = scattered<2>(columns.z);
    return {chosen<0>(x, y, z), chosen<lanes>(x, y, z), chosen<2 * lanes>(x, y, z)};
  }

 private:
  /// For each lane, selects the register whose number is (`first` + lane) modulo 3.
  template <std::size_t first>
  HWY_INLINE V chosen(V a, V b, V c) const {
    const auto at = [&](std::size_t place) HWY_ATTR { return place == 0 ? a : place == 1 ? b : c; };
    return hn::IfThenElse(is_0_, at(first % 3),
                          hn::IfThenElse(is_1_, at((first + 1) % 3), at((first + 2) % 3)));
  }
  // Register r has column (r * lanes + lane) % 3, and so column c is in register (c - lane) * lanes % 3: lanes % 3 is its own inverse.
  template <std::size_t c>
  HWY_INLINE V column(V first, V second, V third) const {
    static constexpr LaneNumbers order = lanes_of_rows<c>();
    const auto in = [&](std::size_t lane) HWY_ATTR {
      const std::size_t r = (c + 3 - lane) * lanes % 3;
      return r == 0 ? first : r == 1 ? second : third;
    };
    return hn::TableLookupLanes(hn::IfThenElse(is_0_, in(0), hn::IfThenElse(is_1_, in(1), in(2))),
                                hn::SetTableIndices(d, order.of));
  }
  template <std::size_t c>
  HWY_INLINE V scattered(V column) const {
    static constexpr LaneNumbers order = rows_of_lanes<c>();
    return hn::TableLookupLanes(column, hn::SetTableIndices(d, order.of));
  }

  Mask is_0_, is_1_;
};

/// `count` rows of `width` numbers, 3 or 4; count at least 1.
template <std::size_t width>
HWY_INLINE void read_rows(const float* HWY_RESTRICT rows, std::size_t count, Columns& c) {
  const Threes threes;
  std::size_t v = 0;
  for (; v + lanes <= count; v += lanes) {
    if constexpr (width == 4) {
      V x, y, z, w;
      hn::LoadInterleaved4(d, rows + 4 * v, x, y, z, w);
      hn::Store(w, d, c.w + v);
      store(Vector{x, y, z}, c, v);
    } else {
      store(threes.columns(rows + 3 * v), c, v);
    }
  }
  for (; v < count || v % lanes != 0; ++v) {
    const float* row = rows + width * std::min(v, count - 1);
    c.x[v] = row[0], c.y[v] = row[1], c.z[v] = row[2];
    if constexpr (width == 4) c.w[v] = row[3];
  }
}

/// Writes a register by non-temporal stores: completely if rows are aligned, else 128 bits at a time.
HWY_INLINE void stream(V numbers, float* HWY_RESTRICT out) {
  if (reinterpret_cast<std::uintptr_t>(out) % (4 * lanes) == 0) return hn::Stream(numbers, d, out);
#if HWY_MAX_BYTES >= 64
  const Block block;
  const hn::FixedTag<float, 8> half;
  const auto low = hn::LowerHalf(half, numbers), high = hn::UpperHalf(half, numbers);
  hn::Stream(hn::LowerHalf(block, low), block, out);
  hn::Stream(hn::UpperHalf(block, low), block, out + 4);
  hn::Stream(hn::LowerHalf(block, high), block, out + 8);
  hn::Stream(hn::UpperHalf(block, high), block, out + 12);
#elif HWY_MAX_BYTES >= 32
  const Block block;
  hn::Stream(hn::LowerHalf(block, numbers), block, out);
  hn::Stream(hn::UpperHalf(block, numbers), block, out + 4);
#endif
}

/// Three registers of rows, one after the other.
HWY_INLINE void put(const Vector& rows, bool past_cache, float* HWY_RESTRICT out) {
  const V registers[] = {rows.x, rows.y, rows.z};
  for (std::size_t i = 0; i < 3; ++i)
    past_cache ? stream(registers[i], out + lanes * i) : hn::StoreU(registers[i], d, out + lanes * i);
}

/// Writes the rows of a register of vertices; rows of three by non-temporal stores.
template <std::size_t width>
HWY_INLINE void interleave(const Columns& c, std::size_t v, const Threes& threes, bool past_cache,
                           float* HWY_RESTRICT rows) {
  const Vector a = load(c, v);
  if constexpr (width == 4)
    hn::StoreInterleaved4(a.x, a.y, a.z, hn::Load(d, c.w + v), d, rows);
  else
    put(threes.rows(a), past_cache, rows);
}

template <std::size_t width>
HWY_INLINE void write_rows(const Columns& c, std::size_t count, bool past_cache, float* HWY_RESTRICT rows) {
  const Threes threes;
  std::size_t v = 0;
  for (; v + lanes <= count; v += lanes)
    interleave<width>(c, v, threes, past_cache, rows + width * v);
  if (v == count) return;
  HWY_ALIGN float buffer[lanes * width];
  interleave<width>(c, v, threes, false, buffer);
  std::copy(buffer, buffer + width * (count - v), rows + width * v);
}

/// a / |a|; zero if a is zero.
HWY_INLINE Vector normalised(const Vector& a) {
  const V squared = dot(a, a);
  const Mask has_direction = hn::Gt(squared, zero());
  const V length = hn::Sqrt(squared);
  return zero_unless(has_direction, Vector{hn::Div(a.x, length), hn::Div(a.y, length), hn::Div(a.z, length)});
}

HWY_INLINE void normalise(Columns& c, std::size_t count) {
  for (std::size_t v = 0; v < count; v += lanes)
    store(normalised(load(c, v)), c, v);
}

/// Inputs and outputs of a chunk of vertices.
struct Chunk {
  Columns x, n, t;

  HWY_INLINE void read(const Inputs& in, const Outputs& out, std::size_t first, std::size_t count) {
    if (out.positions != nullptr) read_rows<3>(in.positions + 3 * first, count, x);
    if (out.normals != nullptr) read_rows<3>(in.normals + 3 * first, count, n);
    if (out.tangents != nullptr) read_rows<4>(in.tangents + 4 * first, count, t);
  }

  HWY_INLINE void write(const Outputs& out, std::size_t first, std::size_t count) {
    if (out.normalise && out.normals != nullptr) normalise(n, count);
    if (out.normalise && out.tangents != nullptr) normalise(t, count);
    if (out.positions != nullptr) write_rows<3>(x, count, out.past_cache, out.positions + 3 * first);
    if (out.normals != nullptr) write_rows<3>(n, count, out.past_cache, out.normals + 3 * first);
    if (out.tangents != nullptr) write_rows<4>(t, count, out.past_cache, out.tangents + 4 * first);
  }
};

/// Calls each(first, count) for every chunk. Non-temporal stores are complete when it returns.
template <class Each>
HWY_INLINE void for_each_chunk(const Outputs& out, std::size_t begin, std::size_t end, Each each) {
  for (std::size_t first = begin; first < end; first += chunk)
    each(first, std::min(chunk, end - first));
  if (out.past_cache) hwy::FlushStream();
}

}  // namespace HWY_NAMESPACE
}  // namespace bindpose::software
HWY_AFTER_NAMESPACE();

#endif  // per target
