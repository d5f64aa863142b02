// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Dual quaternion skinning: b = sum_i s_i w_i (q_i + e d_i), x' = r(x) + 2 vec(d r*). The page is
// reference/skinning/dual_quaternion.md.
//
// Highway includes this file once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "conformance/software/dual_quaternions.cpp"
#include "hwy/foreach_target.h"

#include "conformance/software/slots-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bindpose::software {
namespace HWY_NAMESPACE {

/// A register holds a joint's q_j and d_j, 128 bits each, or those of two joints; one of 128 bits holds either part.
constexpr std::size_t parts = lanes == 4 ? 2 : 1;
/// Vertices that are blended at a time.
constexpr std::size_t group_size = lanes == 16 ? 8 : 4;

/// Of every q and d, 128 bits each, those of q in both places.
HWY_INLINE V rotations_in_both(V v) {
#if HWY_MAX_BYTES >= 32
  return hn::OddEvenBlocks(hn::SwapAdjacentBlocks(v), v);
#else
  return v;
#endif
}

/// q_j and d_j of slot i of the group's k-th vertex, and of its fifth from there if the register holds two.
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

/// Those of all its vertices, a number a register.
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

/// sum_i s_i w_i q_i, sum_i s_i w_i d_i; where both are in one register, dual is not used.
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

/// Blended dual quaternions of a chunk: of a group one number after the other, as registers have them, q and d in turns.
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

/// 2 vec(d r*)
HWY_INLINE Vector translation(const Quaternion& r, const Quaternion& dual) {
  const Vector u{r.x, r.y, r.z}, d_u{dual.x, dual.y, dual.z};
  const Vector c = cross(u, d_u);
  const Vector half = sum(sum(c, r.w, d_u), hn::Neg(dual.w), u);
  return sum(half, hn::Set(d, 1.0F), half);
}

/// Moves the vertices of a register by what has been blended.
HWY_INLINE void move(const DualQuaternions& job, const Blends& b, Chunk& c, std::size_t v) {
  const Quaternion b_q = load_part(b, 0, v);
  const V inverse = inverse_norm(b_q);
  const Mask has_answer = hn::Ne(inverse, zero());
  const Quaternion r = scaled(inverse, b_q), dual = scaled(inverse, load_part(b, 1, v));
  const Vector x = sum(turned(r, load(c.x, v)), hn::Set(d, 1.0F), translation(r, dual));
  store(zero_unless(has_answer, x), c.x, v);
  if (job.out.normals != nullptr) store(zero_unless(has_answer, turned(r, load(c.n, v))), c.n, v);
  if (job.out.tangents == nullptr) return;
  store(zero_unless(has_answer, turned(r, load(c.t, v))), c.t, v);
  keep_handedness_where(has_answer, c.t, v);
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

void blend(const DualQuaternions& job, std::size_t begin, std::size_t end) {
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

void run(const DualQuaternions& job, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(blend)(job, begin, end);
}

}  // namespace bindpose::software
#endif
