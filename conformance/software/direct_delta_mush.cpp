// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Direct delta mush: x' = R x + (q - R p), R the rotation nearest to A = Q - q p^T. The page is
// reference/surface/direct_delta_mush.md; R as in reference/numeric/polar.h, by Jacobi sweeps, in all lanes at
// once.
//
// Highway includes this file once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "conformance/software/direct_delta_mush.cpp"
#include "hwy/foreach_target.h"

#include "conformance/software/slots-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bindpose::software {
namespace HWY_NAMESPACE {

/// Sums over the slots of a register's vertices.
struct MomentSums {
  Vector Q_0, Q_1, Q_2;  ///< rows of Q
  Vector q, p;
  Mask has_any;
};

/// Adds row C_r of a joint's matrix to a row of Q and to a number of q. P: its rows; o: the last moment.
HWY_INLINE void add_row(const Quaternion& C, const Vector& P_x, const Vector& P_y, const Vector& P_z,
                        const Vector& p, V o, Vector& Q, V& q) {
  Q = sum(sum(sum(sum(Q, C.w, p), C.z, P_z), C.y, P_y), C.x, P_x);
  q = hn::Add(q, hn::MulAdd(C.w, o, dot(Vector{C.x, C.y, C.z}, p)));
}

template <class Vertices>
HWY_INLINE void add_slot(const DirectDeltaMush& job, const Vertices& group, std::size_t first,
                         std::size_t last, std::size_t i, MomentSums& s) {
  const auto moments = [&](std::size_t n) HWY_ATTR {
    return records([&](std::size_t lane) HWY_ATTR {
      return job.moments + 10 * (std::min(first + lane, last) * job.slots.per_vertex + i) + n;
    });
  };
  const Quaternion end = moments(6);
  const V o = end.w;
  const Mask counts = hn::Ne(o, zero());
  // xx xy xz x, then yy yz y zz
  const Quaternion m_0 = zero_unless(counts, moments(0)), m_4 = zero_unless(counts, moments(4));
  const Vector p{m_0.w, m_4.z, hn::IfThenElseZero(counts, end.z)};
  const Vector P_x{m_0.x, m_0.y, m_0.z}, P_y{m_0.y, m_4.x, m_4.y}, P_z{m_0.z, m_4.y, m_4.w};
  const auto row = [&](std::size_t r) HWY_ATTR {
    return zero_unless(counts, records([&](std::size_t lane) HWY_ATTR {
                         return job.matrices + 16 * std::size_t{group.joints[lane][i]} + 4 * r;
                       }));
  };
  add_row(row(0), P_x, P_y, P_z, p, o, s.Q_0, s.q.x);
  add_row(row(1), P_x, P_y, P_z, p, o, s.Q_1, s.q.y);
  add_row(row(2), P_x, P_y, P_z, p, o, s.Q_2, s.q.z);
  s.p = sum(s.p, hn::Set(d, 1.0F), p);
  s.has_any = hn::Or(s.has_any, counts);
}

/// A symmetric 4 by 4 matrix during its diagonalisation, and the columns of the rotations so far.
struct Jacobi {
  V a[4][4];
  V v[4][4];

  /// Makes a[p][q] zero.
  template <int p, int q>
  HWY_INLINE void rotate() {
    const V one = hn::Set(d, 1.0F), twice = hn::Add(a[p][q], a[p][q]);
    const V diff = hn::Sub(a[q][q], a[p][p]);
    const V root = hn::Sqrt(hn::MulAdd(diff, diff, hn::Mul(twice, twice)));
    const V divisor = hn::IfThenElse(hn::Lt(diff, zero()), hn::Sub(diff, root), hn::Add(diff, root));
    const V t = hn::IfThenElseZero(hn::Ne(divisor, zero()), hn::Div(twice, divisor));
    const V c = hn::Div(one, hn::Sqrt(hn::MulAdd(t, t, one))), s = hn::Mul(t, c);
    a[p][p] = hn::NegMulAdd(t, a[p][q], a[p][p]);
    a[q][q] = hn::MulAdd(t, a[p][q], a[q][q]);
    a[p][q] = a[q][p] = zero();
    for (int k = 0; k < 4; ++k) {
      if (k != p && k != q) {
        const V kp = a[k][p], kq = a[k][q];
        a[k][p] = a[p][k] = hn::NegMulAdd(s, kq, hn::Mul(c, kp));
        a[k][q] = a[q][k] = hn::MulAdd(s, kp, hn::Mul(c, kq));
      }
      const V vp = v[k][p], vq = v[k][q];
      v[k][p] = hn::NegMulAdd(s, vq, hn::Mul(c, vp));
      v[k][q] = hn::MulAdd(s, vp, hn::Mul(c, vq));
    }
  }
  HWY_INLINE Quaternion column(int i) const { return {v[0][i], v[1][i], v[2][i], v[3][i]}; }
};

/// The unit quaternion of the rotation nearest to the matrix of these rows.
HWY_INLINE Quaternion nearest_rotation(const Vector& A_0, const Vector& A_1, const Vector& A_2) {
  const V yx = hn::Add(A_0.y, A_1.x), zx = hn::Add(A_0.z, A_2.x), zy = hn::Add(A_1.z, A_2.y);
  const V wx = hn::Sub(A_2.y, A_1.z), wy = hn::Sub(A_0.z, A_2.x), wz = hn::Sub(A_1.x, A_0.y);
  const V o = zero(), one = hn::Set(d, 1.0F);
  const auto alone = [&](V one_of_them, V b, V c) HWY_ATTR { return hn::Sub(hn::Sub(one_of_them, b), c); };
  Jacobi K{{{alone(A_0.x, A_1.y, A_2.z), yx, zx, wx},
            {yx, alone(A_1.y, A_0.x, A_2.z), zy, wy},
            {zx, zy, alone(A_2.z, A_0.x, A_1.y), wz},
            {wx, wy, wz, hn::Add(hn::Add(A_0.x, A_1.y), A_2.z)}},
           {{one, o, o, o}, {o, one, o, o}, {o, o, one, o}, {o, o, o, one}}};
  constexpr int sweeps = 6;  // the float32 sweeps of polar.h
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    K.rotate<0, 1>();
    K.rotate<2, 3>();
    K.rotate<0, 2>();
    K.rotate<1, 3>();
    K.rotate<0, 3>();
    K.rotate<1, 2>();
  }
  V largest = K.a[3][3];
  Quaternion best = K.column(3);
  for (int i = 2; i >= 0; --i) {
    const Mask is_larger = hn::Gt(K.a[i][i], largest);
    const Quaternion other = K.column(i);
    largest = hn::IfThenElse(is_larger, K.a[i][i], largest);
    best = {hn::IfThenElse(is_larger, other.x, best.x), hn::IfThenElse(is_larger, other.y, best.y),
            hn::IfThenElse(is_larger, other.z, best.z), hn::IfThenElse(is_larger, other.w, best.w)};
  }
  return scaled(inverse_norm(best), best);
}

HWY_INLINE void move(const DirectDeltaMush& job, std::size_t first, std::size_t last, Chunk& c,
                     std::size_t v) {
  const Group<lanes> group(job.slots, first, last);
  MomentSums s{zero_vector(), zero_vector(), zero_vector(),
               zero_vector(), zero_vector(), hn::Ne(zero(), zero())};
  for (std::size_t i = 0; i < job.slots.per_vertex; ++i)
    add_slot(job, group, first, last, i, s);
  // A = Q - q p^T
  const Quaternion R = nearest_rotation(sum(s.Q_0, hn::Neg(s.q.x), s.p), sum(s.Q_1, hn::Neg(s.q.y), s.p),
                                        sum(s.Q_2, hn::Neg(s.q.z), s.p));
  const Vector from_p = sum(load(c.x, v), hn::Set(d, -1.0F), s.p);
  store(zero_unless(s.has_any, sum(s.q, hn::Set(d, 1.0F), turned(R, from_p))), c.x, v);
  if (job.out.normals != nullptr) store(zero_unless(s.has_any, turned(R, load(c.n, v))), c.n, v);
  if (job.out.tangents == nullptr) return;
  store(zero_unless(s.has_any, turned(R, load(c.t, v))), c.t, v);
  keep_handedness_where(s.has_any, c.t, v);
}

void blend(const DirectDeltaMush& job, std::size_t begin, std::size_t end) {
  for_each_chunk(job.out, begin, end, [&](std::size_t first, std::size_t count) HWY_ATTR {
    Chunk c;
    c.read(job.in, job.out, first, count);
    for (std::size_t v = 0; v < count; v += lanes)
      move(job, first + v, first + count - 1, c, v);
    c.write(job.out, first, count);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace bindpose::software
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
BINDPOSE_RUN_BY(DirectDeltaMush, blend)
#endif
