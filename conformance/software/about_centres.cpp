// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Skinning about centres of rotation: x' = q(x - p) + sum_i w_i (q_i(p) + t_i). The page is
// reference/skinning/centre_of_rotation.md.
//
// For a vertex without a centre, p = x, so x' is its linear blend.
//
// Highway includes this file once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "conformance/software/about_centres.cpp"
#include "hwy/foreach_target.h"

#include "conformance/software/slots-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bindpose::software {
namespace HWY_NAMESPACE {

/// C = sum_i w_i R_i, R_i of the columns q_i(e_1), q_i(e_2), q_i(e_3)
struct RotationMatrixSum {
  Vector x, y, z;  ///< columns

  HWY_INLINE void add(V w, const Quaternion& q) {
    const V one = hn::Set(d, 1.0F), none = zero();
    x = sum(x, w, turned(q, Vector{one, none, none}));
    y = sum(y, w, turned(q, Vector{none, one, none}));
    z = sum(z, w, turned(q, Vector{none, none, one}));
  }
  /// C y
  HWY_INLINE Vector times(const Vector& a) const {
    return sum(sum(sum(zero_vector(), a.z, z), a.y, y), a.x, x);
  }
};

/// Centres of rotation of a chunk's vertices.
struct ChunkCentres {
  Columns p;
  HWY_ALIGN float is_there[chunk];  ///< 1 or 0
  bool all_there = true;

  HWY_INLINE void read(const AboutCentres& job, std::size_t first, std::size_t count) {
    read_rows<3>(job.centres + 3 * first, count, p);
    for (std::size_t v = 0; v < chunk; ++v) {
      const std::size_t row = first + std::min(v, count - 1);
      is_there[v] = job.has_centre == nullptr || job.has_centre[row] != 0 ? 1.0F : 0.0F;
      all_there = all_there && is_there[v] != 0;
    }
  }
};

using CentreGroup = Group<lanes>;

/// Four numbers of slot i's joint in a palette with rows of `width`; zero for a slot that does not count.
template <std::size_t width>
HWY_INLINE Quaternion joint_rows(const float* HWY_RESTRICT palette, const CentreGroup& group, std::size_t i,
                                 Mask counts) {
  return zero_unless(counts, records([&](std::size_t lane) HWY_ATTR {
                       return palette + width * std::size_t{group.joints[lane][i]};
                     }));
}

/// The sums over the influences of a register's vertices.
struct Sums {
  RotationSum q;
  RotationMatrixSum C;  ///< only if a vertex has no centre
  Vector p;             ///< sum_i w_i (q_i(p) + t_i)
};

HWY_INLINE void add(const AboutCentres& job, const CentreGroup& group, const Vector& p, bool needs_matrices,
                    V w, std::size_t i, Sums& s) {
  const Mask counts = hn::Ne(w, zero());
  const Quaternion q = joint_rows<8>(job.palette, group, i, counts);
  const Quaternion t = joint_rows<4>(job.translations, group, i, counts);
  s.q.add(w, q, dot(s.q.lead(counts, q), q));
  s.p = sum(s.p, w, sum(Vector{t.x, t.y, t.z}, hn::Set(d, 1.0F), turned(q, p)));
  if (needs_matrices) s.C.add(w, q);
}

HWY_INLINE Sums sums(const AboutCentres& job, const CentreGroup& group, const Vector& p,
                     bool needs_matrices) {
  Sums s{no_rotations(), {zero_vector(), zero_vector(), zero_vector()}, zero_vector()};
  for (std::size_t i = 0; i < job.slots.per_vertex; i += 4) {
    const Quaternion w = records([&](std::size_t lane) HWY_ATTR { return group.weights[lane] + i; });
    add(job, group, p, needs_matrices, w.x, i, s);
    add(job, group, p, needs_matrices, w.y, i + 1, s);
    add(job, group, p, needs_matrices, w.z, i + 2, s);
    add(job, group, p, needs_matrices, w.w, i + 3, s);
  }
  return s;
}

HWY_INLINE void move(const AboutCentres& job, const CentreGroup& group, const ChunkCentres& centres, Chunk& c,
                     std::size_t v) {
  const Mask has_centre = hn::Ne(hn::Load(d, centres.is_there + v), zero());
  const Vector x = load(c.x, v), p = where(has_centre, load(centres.p, v), x);
  const Sums s = sums(job, group, p, !centres.all_there);
  const V inverse = inverse_norm(s.q.b);
  const Mask has_rotation = hn::Ne(inverse, zero());
  const Mask has_answer = hn::Or(has_rotation, hn::AndNot(has_centre, s.q.has_first));
  const Quaternion q = scaled(inverse, s.q.b);

  const Vector from_p{hn::Sub(x.x, p.x), hn::Sub(x.y, p.y), hn::Sub(x.z, p.z)};
  store(zero_unless(has_answer, sum(s.p, hn::Set(d, 1.0F), turned(q, from_p))), c.x, v);
  const auto direction = [&](Columns& columns) HWY_ATTR {
    const Vector a = load(columns, v);
    const Vector y = centres.all_there ? turned(q, a) : where(has_centre, turned(q, a), s.C.times(a));
    store(zero_unless(has_answer, y), columns, v);
  };
  if (job.out.normals != nullptr) direction(c.n);
  if (job.out.tangents == nullptr) return;
  direction(c.t);
  keep_handedness_where(has_answer, c.t, v);
}

void blend(const AboutCentres& job, std::size_t begin, std::size_t end) {
  for_each_chunk(job.out, begin, end, [&](std::size_t first, std::size_t count) HWY_ATTR {
    Chunk c;
    ChunkCentres centres;
    c.read(job.in, job.out, first, count);
    centres.read(job, first, count);
    for (std::size_t v = 0; v < count; v += lanes)
      move(job, CentreGroup(job.slots, first + v, first + count - 1), centres, c, v);
    c.write(job.out, first, count);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace bindpose::software
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
BINDPOSE_RUN_BY(AboutCentres, blend)
#endif
