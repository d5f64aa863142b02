// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: influences of a register of vertices, slot by slot, and the blend of their rotations.
#if defined(BINDPOSE_SOFTWARE_SLOTS) == defined(HWY_TARGET_TOGGLE)
#ifdef BINDPOSE_SOFTWARE_SLOTS
#undef BINDPOSE_SOFTWARE_SLOTS
#else
#define BINDPOSE_SOFTWARE_SLOTS
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"

#include "conformance/software/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bindpose::software {
namespace HWY_NAMESPACE {

/// Some vertices: the index of each vertex's first slot.
template <std::size_t n>
struct Group {
  const std::uint16_t* HWY_RESTRICT joints[n];
  const float* HWY_RESTRICT weights[n];

  /// Vertices from `first`; an index beyond the last vertex means the last.
  HWY_INLINE Group(const Slots& slots, std::size_t first, std::size_t last) {
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t slot = std::min(first + k, last) * slots.per_vertex;
      joints[k] = slots.joints + slot;
      weights[k] = slots.weights + slot;
    }
  }
};

/// Rows of four that follow one another.
template <class Number>
struct RowsOfFour {
  const Number* HWY_RESTRICT first;
  HWY_INLINE const Number* operator[](std::size_t k) const { return first + 4 * k; }
};

/// A whole group of vertices with four slots each: no look-ups are needed.
struct WholeGroup {
  RowsOfFour<std::uint16_t> joints;
  RowsOfFour<float> weights;

  HWY_INLINE WholeGroup(const Slots& slots, std::size_t first)
      : joints{slots.joints + 4 * first}, weights{slots.weights + 4 * first} {}
};

/// sum_i s_i w_i q_i, s_i = 1 for the first influence; s_i moves the others into its hemisphere.
struct RotationSum {
  Quaternion b;
  Quaternion first;  ///< zero until there is an influence
  Mask has_first;

  /// Starts with w q of each vertex's first slot.
  HWY_INLINE void begin(V w, Mask counts, const Quaternion& q) {
    first = zero_unless(counts, q);
    has_first = counts;
    b = scaled(w, q);
  }
  /// The quaternion that decides the sign of the next q.
  HWY_INLINE const Quaternion& lead(Mask counts, const Quaternion& q) {
    if (hn::AllTrue(d, has_first)) return first;
    const Mask is_first = hn::AndNot(has_first, counts);
    first = {hn::IfThenElse(is_first, q.x, first.x), hn::IfThenElse(is_first, q.y, first.y),
             hn::IfThenElse(is_first, q.z, first.z), hn::IfThenElse(is_first, q.w, first.w)};
    has_first = hn::Or(has_first, counts);
    return first;
  }
  /// Adds w q; side: lead() . q. Returns s w.
  HWY_INLINE V add(V w, const Quaternion& q, V side) {
    const V s_w = hn::IfThenElse(hn::Lt(side, zero()), hn::Neg(w), w);
    b = sum(b, s_w, q);
    return s_w;
  }
};

HWY_INLINE RotationSum no_rotations() {
  return {zero_quaternion(), zero_quaternion(), hn::Ne(zero(), zero())};
}

/// 1 / |b|; zero if b is zero, which has no output.
HWY_INLINE V inverse_norm(const Quaternion& b) {
  const V squared = dot(b, b);
  return hn::IfThenElseZero(hn::Gt(squared, zero()), hn::Div(hn::Set(d, 1.0F), hn::Sqrt(squared)));
}
/// A vertex without an output also has no handedness.
HWY_INLINE void keep_handedness_where(Mask mask, Columns& t, std::size_t v) {
  hn::Store(hn::IfThenElseZero(mask, hn::Load(d, t.w + v)), d, t.w + v);
}

}  // namespace HWY_NAMESPACE
}  // namespace bindpose::software
HWY_AFTER_NAMESPACE();

#endif  // per target
