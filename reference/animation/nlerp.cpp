// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/nlerp.h"

#include <cmath>

#include "reference/animation/shared/interpolation.h"
#include "reference/model/surface.h"
#include "reference/numeric/stored.h"

namespace bindpose::animation {

template <class T>
Vec4<T> nlerp(const Vec4<T>& q0, const Vec4<T>& q1, const T& t) {
  using std::sqrt;
  const T dot = q0.dot(q1);
  const T s = dot < T(0) ? T(-1) : T(1);
  Vec4<T> q = stored_entries(Vec4<T>((T(1) - t) * q0 + (t * s) * q1));
  const T length = sqrt(q.dot(q));
  for (int i = 0; i < 4; ++i)
    q[i] /= length;
  return q;
}

namespace {

struct Nlerp {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options&) const {
    const auto rows = InterpolationRows::read(question, 4);
    if (!rows) return tl::unexpected(rows.error());
    if (auto ok = rows->require_rotations(); !ok) return tl::unexpected(ok.error());
    std::vector<Vec4<T>> values;
    for (std::size_t i = 0; i < rows->count(); ++i)
      values.push_back(
          nlerp<T>(read_row<T, 4>(*rows->a, i), read_row<T, 4>(*rows->b, i), read_scalar<T>(*rows->t, i)));
    return Result<T>{{rotation_array<T>("values", values)}, {}};
  }
};

}  // namespace

Implementation nlerp_implementation() {
  return implement<Nlerp>({});
}

#define BINDPOSE_INSTANTIATE(T) template Vec4<T> nlerp(const Vec4<T>&, const Vec4<T>&, const T&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::animation
