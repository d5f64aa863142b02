// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Dual quaternion skinning: b = sum_i s_i w_i (q_i + e d_i), x' = r(x) + 2 vec(d r*). The page is
// reference/skinning/dual_quaternion.md.
//
// If the relative signs of all joints are known (Sides), signs are looked up for several vertices at a time,
// and each vertex is blended separately: q and d keep the palette's layout in a register, and are transposed
// only at the end.
//
// Highway includes this file once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "conformance/software/dual_quaternions.cpp"
#include <array>
#include <cstring>
#include <limits>

#include "hwy/foreach_target.h"

#include "conformance/software/slots-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bindpose::software {
namespace HWY_NAMESPACE {

/// A register holds a joint's q_j and d_j, 128 bits each, or those of two joints; a register of 128 bits holds one
/// part.
constexpr std::size_t parts = lanes == 4 ? 2 : 1;
/// Vertices that are blended at a time.
constexpr std::size_t group_size = lanes == 16 ? 8 : 4;

/// Copies the 128 bits of each q over the following d.
HWY_INLINE V rotations_in_both(V v) {
#if HWY_MAX_BYTES >= 32
  return hn::OddEvenBlocks(hn::SwapAdjacentBlocks(v), v);
#else
  return v;
#endif
}

/// q_j and d_j of slot i of the group's k-th vertex, and of the vertex four later if the register holds two.
template <class Vertices>
HWY_INLINE V dual_quaternion(const Vertices& group, const float* HWY_RESTRICT palette, std::size_t k,
                             std::size_t i, std::size_t part) {
#if HWY_MAX_BYTES >= 64
  static_cast<void>(part);
  const hn::FixedTag<float, 8> half;
  return hn::Combine(d, hn::Load(half, palette + 8 * std::size_t{group.joints[k + 4][i]}),
                     hn::Load(half, palette + 8 * std::size_t{group.joints[k][i]}));
#else
  return hn::Load(d, palette + 8 * std::size_t{group.joints[k][i]} + 4 * part);
#endif
}

/// q_j or d_j of slot i of all vertices of the group, one number per register.
template <class Vertices>
HWY_INLINE Quaternion dual_quaternions(const Vertices& group, const float* HWY_RESTRICT palette,
                                       std::size_t i, std::size_t part) {
  Quaternion r{dual_quaternion(group, palette, 0, i, part), dual_quaternion(group, palette, 1, i, part),
               dual_quaternion(group, palette, 2, i, part), dual_quaternion(group, palette, 3, i, part)};
  transpose(r.x, r.y, r.z, r.w);
  return r;
}

/// Weights of the slots i .. i + 3 of the k-th vertex, to q and to d.
template <class Vertices>
HWY_INLINE V weights(const Vertices& group, std::size_t k, std::size_t i) {
#if HWY_MAX_BYTES >= 64
  const hn::FixedTag<float, 8> half;
  return hn::Combine(d, hn::LoadDup128(half, group.weights[k + 4] + i),
                     hn::LoadDup128(half, group.weights[k] + i));
#else
  return hn::LoadDup128(d, group.weights[k] + i);
#endif
}

/// sum_i s_i w_i q_i, sum_i s_i w_i d_i; if both are in one register, dual is not used.
struct Blend {
  RotationSum q;
  Quaternion dual;
};

template <bool are_finite, class Vertices>
HWY_INLINE void add(const DualQuaternions& job, const Vertices& group, V w, std::size_t i, Blend& b) {
  const Mask counts = hn::Ne(w, zero());
  Quaternion q = dual_quaternions(group, job.palette, i, 0);
  if (!are_finite) q = zero_unless(counts, q);
  V s_w = w;
  if (i == 0)
    b.q.begin(w, counts, q);
  else
    s_w = b.q.add(w, q, rotations_in_both(dot(b.q.lead(counts, q), q)));
  if (parts == 1) return;
  q = dual_quaternions(group, job.palette, i, 1);
  b.dual = sum(b.dual, s_w, are_finite ? q : zero_unless(counts, q));
}

/// Blended dual quaternions of a chunk: for each group one number after the other, as in registers, q and d
/// alternating.
struct Blends {
  HWY_ALIGN float numbers[8 * chunk];
};

HWY_INLINE void store_part(const Quaternion& b, std::size_t part, Blends& to, std::size_t v) {
  float* HWY_RESTRICT out = to.numbers + 8 * v + 4 * part;
  constexpr std::size_t step = 2 * group_size;
  hn::Store(b.x, d, out);
  hn::Store(b.y, d, out + step);
  hn::Store(b.z, d, out + 2 * step);
  hn::Store(b.w, d, out + 3 * step);
}

/// Numbers of q (part 0) or d of a register of vertices.
HWY_INLINE Quaternion load_part(const Blends& b, std::size_t part, std::size_t v) {
  const auto number = [&](std::size_t n) HWY_ATTR {
    return stacked(0, [&](std::size_t vertex) HWY_ATTR {
      const std::size_t first = vertex / group_size * group_size;
      return b.numbers + 8 * (v + first) + 2 * group_size * n + 2 * (vertex - first) + 4 * part;
    });
  };
  return {number(0), number(1), number(2), number(3)};
}

template <bool are_finite, class Vertices>
HWY_INLINE void blend_group(const DualQuaternions& job, const Vertices& group, Blends& to, std::size_t v) {
  Blend b{no_rotations(), zero_quaternion()};
  for (std::size_t i = 0; i < job.slots.per_vertex; i += 4) {
    V w0 = weights(group, 0, i), w1 = weights(group, 1, i), w2 = weights(group, 2, i),
      w3 = weights(group, 3, i);
    transpose(w0, w1, w2, w3);
    add<are_finite>(job, group, w0, i, b);
    add<are_finite>(job, group, w1, i + 1, b);
    add<are_finite>(job, group, w2, i + 2, b);
    add<are_finite>(job, group, w3, i + 3, b);
  }
  store_part(b.q.b, 0, to, v);
  if (parts == 2) store_part(b.dual, 1, to, v);
}

/// vec(d q*)
HWY_INLINE Vector vector_of_product(const Quaternion& q, const Quaternion& dual) {
  const Vector u{q.x, q.y, q.z}, d_u{dual.x, dual.y, dual.z};
  return sum(sum(cross(u, d_u), q.w, d_u), hn::Neg(dual.w), u);
}

/// The motion of a register of vertices from the blended quaternions: x' = x + 2 / |b|^2 (q_w (u x x) + u x (u x
/// x) + vec(d q*)) with b = q = (u, q_w), with one division and no root. Zero, without an output, if |b|^2 is 0 or
/// not a normal number.
struct Motion {
  Quaternion q;
  Vector along;  ///< vec(d q*)
  V two_by_square;
  Mask has_answer;

  HWY_INLINE Motion(const Quaternion& q_, const Quaternion& dual)
      : q(q_), along(vector_of_product(q_, dual)) {
    const V square = dot(q, q), least = hn::Set(d, std::numeric_limits<float>::min());
    two_by_square = hn::IfThenElseZero(hn::Ge(square, least), hn::Div(hn::Set(d, 2.0F), square));
    has_answer = hn::Ne(two_by_square, zero());
  }
  HWY_INLINE Vector moved(const Vector& x) const {
    return zero_unless(has_answer, sum(x, two_by_square, sum(half_way(q, x), hn::Set(d, 1.0F), along)));
  }
  HWY_INLINE Vector turned_along(const Vector& n) const {
    return zero_unless(has_answer, sum(n, two_by_square, half_way(q, n)));
  }
};

/// Moves the vertices of a register by the blended motions.
HWY_INLINE void move(const DualQuaternions& job, const Blends& b, Chunk& c, std::size_t v) {
  const Motion motion(load_part(b, 0, v), load_part(b, 1, v));
  store(motion.moved(load(c.x, v)), c.x, v);
  if (job.out.normals != nullptr) store(motion.turned_along(load(c.n, v)), c.n, v);
  if (job.out.tangents == nullptr) return;
  store(motion.turned_along(load(c.t, v)), c.t, v);
  keep_handedness_where(motion.has_answer, c.t, v);
}

template <bool are_finite>
HWY_INLINE void blend_chunk(const DualQuaternions& job, std::size_t first, std::size_t count) {
  Chunk c;
  Blends b;
  c.read(job.in, job.out, first, count);
  const std::size_t filled = (count + lanes - 1) / lanes * lanes;  // whole registers
  const std::size_t whole = job.slots.per_vertex == 4 ? count / group_size * group_size : 0;
  for (std::size_t v = 0; v < whole; v += group_size)
    blend_group<are_finite>(job, WholeGroup(job.slots, first + v), b, v);
  for (std::size_t v = whole; v < filled; v += group_size)
    blend_group<are_finite>(job, Group<group_size>(job.slots, first + v, first + count - 1), b, v);
  for (std::size_t v = 0; v < count; v += lanes)
    move(job, b, c, v);
  c.write(job.out, first, count);
}

#if HWY_MAX_BYTES >= 32
using Wide = hn::Repartition<std::uint64_t, Lanes>;  ///< a lane holds the four joints of a vertex
constexpr Wide wide;
constexpr std::size_t wide_lanes = lanes / 2;

/// The vertex in a lane. Interleaved registers have their vertices in order.
constexpr std::size_t vertex_in_lane(std::size_t lane) {
  return lane / 2 + (lane % 2 == 0 ? 0 : wide_lanes / 2);
}
constexpr LaneNumbers halves_of_vertices() {
  LaneNumbers numbers{};
  for (std::size_t half = 0; half < lanes; ++half)
    numbers.of[half] = static_cast<std::int32_t>(2 * vertex_in_lane(half / 2) + half % 2);
  return numbers;
}

/// The state of a chunk of vertices.
struct Sided {
  HWY_ALIGN Sides leads[chunk];               ///< each vertex's first joint, in the order of lanes
  HWY_ALIGN std::uint16_t places[4 * chunk];  ///< by slot: offset of its joint in the palette
  HWY_ALIGN float weights[4 * chunk];         ///< by slot: s_i w_i
  HWY_ALIGN float q[4 * chunk];  ///< for `lanes` vertices at a time, as a transposition needs them
  HWY_ALIGN float dual[4 * chunk];
};

HWY_INLINE void look_up_leads(const DualQuaternions& job, std::size_t first, std::size_t count, Sided& s) {
  for (std::size_t v = 0; v < count; v += wide_lanes)
    for (std::size_t lane = 0; lane < wide_lanes; ++lane)
      s.leads[v + lane] = job.sides[job.slots.joints[4 * (first + v + vertex_in_lane(lane))]];
}

/// s_i w_i: w_i with its sign changed if its joint's bit is set in the bits of the first joint. False if a first
/// weight is zero: then another joint decides the sides.
HWY_INLINE bool give_sides(const DualQuaternions& job, std::size_t first, std::size_t count, Sided& s) {
  static constexpr LaneNumbers order = halves_of_vertices();
  const hn::Repartition<float, Wide> halves;
  const hn::Repartition<std::uint16_t, Wide> joints;
  const auto in_order = hn::SetTableIndices(halves, order.of);
  const auto top = hn::Set(wide, Sides{1} << 63), last = hn::Set(wide, Sides{most_sides - 1});
  Mask is_zero = hn::Ne(zero(), zero());
  for (std::size_t v = 0; v < count; v += wide_lanes) {
    const auto as_listed = hn::LoadU(joints, job.slots.joints + 4 * (first + v));
    const auto j = hn::BitCast(wide, hn::TableLookupLanes(hn::BitCast(halves, as_listed), in_order));
    hn::Store(hn::ShiftLeft<3>(as_listed), joints, s.places + 4 * v);
    const auto lead = hn::Load(wide, s.leads + v);
    const auto second = hn::And(lead << hn::And(hn::ShiftRight<16>(j), last), top);
    const auto third = hn::And(lead << hn::And(hn::ShiftRight<32>(j), last), top);
    const auto fourth = hn::And(lead << hn::ShiftRight<48>(j), top);
    const auto of_last_two = hn::Or(fourth, hn::ShiftRight<32>(third));
    const V signs[] = {hn::BitCast(d, hn::InterleaveLower(wide, second, of_last_two)),
                       hn::BitCast(d, hn::InterleaveUpper(wide, second, of_last_two))};
    for (std::size_t half = 0; half < 2; ++half) {
      const std::size_t slot = 4 * v + lanes * half;
      const V w = hn::LoadU(d, job.slots.weights + 4 * first + slot);
      is_zero = hn::Or(is_zero, hn::Eq(w, zero()));
      hn::Store(hn::Xor(w, signs[half]), d, s.weights + slot);
    }
  }
  const hn::RebindToSigned<Lanes> integers;
  const auto slot = hn::And(hn::Iota(integers, 0), hn::Set(integers, 3));
  return hn::AllFalse(d, hn::And(hn::RebindMask(d, hn::Eq(slot, hn::Zero(integers))), is_zero));
}

/// Stores sum_i s_i w_i (q_i, d_i) of a vertex at its positions in q and d.
HWY_INLINE void blend_one(const float* HWY_RESTRICT palette, const std::uint16_t* HWY_RESTRICT places,
                          const float* HWY_RESTRICT weights, float* HWY_RESTRICT q,
                          float* HWY_RESTRICT dual) {
  const hn::FixedTag<float, 8> whole;
  const Block block;
  const auto both = [&](std::size_t i) HWY_ATTR { return hn::Load(whole, palette + std::size_t{places[i]}); };
  const auto weight = [&](std::size_t i) HWY_ATTR { return hn::Set(whole, weights[i]); };
  auto b = hn::Mul(weight(0), both(0));
  b = hn::MulAdd(weight(1), both(1), b);
  b = hn::MulAdd(weight(2), both(2), b);
  b = hn::MulAdd(weight(3), both(3), b);
  hn::Store(hn::LowerHalf(block, b), block, q);
  hn::Store(hn::UpperHalf(block, b), block, dual);
}

/// Each of four registers of the transposition has one of every four vertices.
HWY_INLINE void blend_each(const float* HWY_RESTRICT palette, std::size_t count, Sided& s) {
  for (std::size_t v = 0; v < count; v += lanes)
    for (std::size_t fours = 0; fours < lanes / 4; ++fours)
      for (std::size_t k = 0; k < 4; ++k) {
        const std::size_t slot = 4 * (v + 4 * fours + k), place = 4 * (v + k * (lanes / 4) + fours);
        blend_one(palette, s.places + slot, s.weights + slot, s.q + place, s.dual + place);
      }
}

HWY_INLINE Quaternion turned_round(const float* HWY_RESTRICT blocks) {
  Quaternion r{hn::Load(d, blocks), hn::Load(d, blocks + lanes), hn::Load(d, blocks + 2 * lanes),
               hn::Load(d, blocks + 3 * lanes)};
  transpose(r.x, r.y, r.z, r.w);
  return r;
}

/// True if vertices can stay in registers from reading to writing.
bool stay_in_registers(const DualQuaternions& job) {
  return job.slots.per_vertex == 4 && job.out.positions != nullptr && job.out.tangents == nullptr;
}

/// count: whole registers. False without any output if a vertex's first weight is zero.
HWY_INLINE bool blend_by_sides(const DualQuaternions& job, std::size_t first, std::size_t count) {
  Sided s;
  look_up_leads(job, first, count, s);
  if (!give_sides(job, first, count, s)) return false;
  blend_each(job.palette, count, s);
  const Threes threes;
  for (std::size_t v = 0; v < count; v += lanes) {
    const Motion motion(turned_round(s.q + 4 * v), turned_round(s.dual + 4 * v));
    const std::size_t at = 3 * (first + v);
    put(threes.rows(motion.moved(threes.columns(job.in.positions + at))), job.out.past_cache,
        job.out.positions + at);
    if (job.out.normals == nullptr) continue;
    const Vector n = motion.turned_along(threes.columns(job.in.normals + at));
    put(threes.rows(job.out.normalise ? normalised(n) : n), job.out.past_cache, job.out.normals + at);
  }
  return true;
}
#endif

bool find_sides(const DualQuaternions& job, std::size_t joint_count, Sides* sides) {
#if HWY_MAX_BYTES >= 32
  if (joint_count > most_sides || !job.are_finite || !stay_in_registers(job)) return false;
  HWY_ALIGN float columns[4][most_sides] = {};  // the last joint first
  for (std::size_t j = 0; j < joint_count; ++j)
    for (std::size_t n = 0; n < 4; ++n)
      columns[n][most_sides - 1 - j] = job.palette[8 * j + n];
  for (std::size_t j = 0; j < joint_count; ++j) {
    const float* q = job.palette + 8 * j;
    const Quaternion own{hn::Set(d, q[0]), hn::Set(d, q[1]), hn::Set(d, q[2]), hn::Set(d, q[3])};
    std::array<std::uint8_t, sizeof(Sides)> bits;
    for (std::size_t k = 0; k < most_sides; k += lanes) {
      const Quaternion other{hn::Load(d, columns[0] + k), hn::Load(d, columns[1] + k),
                             hn::Load(d, columns[2] + k), hn::Load(d, columns[3] + k)};
      hn::StoreMaskBits(d, hn::Lt(dot(own, other), zero()), bits.data() + k / 8);
    }
    std::memcpy(&sides[j], bits.data(), sizeof bits);
  }
  return true;
#else
  static_cast<void>(job), static_cast<void>(joint_count), static_cast<void>(sides);
  return false;
#endif
}

void blend(const DualQuaternions& job, std::size_t begin, std::size_t end) {
  for_each_chunk(job.out, begin, end, [&](std::size_t first, std::size_t count) HWY_ATTR {
#if HWY_MAX_BYTES >= 32
    const std::size_t whole = job.sides != nullptr ? count / lanes * lanes : 0;
    if (whole > 0 && blend_by_sides(job, first, whole)) first += whole, count -= whole;
    if (count == 0) return;
#endif
    job.are_finite ? blend_chunk<true>(job, first, count) : blend_chunk<false>(job, first, count);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace bindpose::software
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bindpose::software {

HWY_EXPORT(find_sides);

bool find_sides(const DualQuaternions& job, std::size_t joint_count, Sides* sides) {
  return HWY_DYNAMIC_DISPATCH(find_sides)(job, joint_count, sides);
}

}  // namespace bindpose::software
BINDPOSE_RUN_BY(DualQuaternions, blend)
#endif
