// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Dense morph targets: x' = x + sum_i phi_i dx_i, directions likewise. The page is reference/morph/dense.md.
//
// Highway includes this file once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "conformance/software/morph.cpp"
#include "hwy/foreach_target.h"

#include "conformance/software/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bindpose::software {
namespace HWY_NAMESPACE {

/// c += sum_i phi_i d_i; d: [T, V, 3], or null.
HWY_INLINE void displace(const Morph& job, const float* HWY_RESTRICT displacements, std::size_t first,
                         std::size_t count, Columns& c) {
  if (displacements == nullptr) return;
  for (std::size_t i = 0; i < job.target_count; ++i) {
    if (job.weights[i] == 0) continue;
    Columns by;
    read_rows<3>(displacements + 3 * (i * job.vertex_count + first), count, by);
    const V phi = hn::Set(d, job.weights[i]);
    for (std::size_t v = 0; v < count; v += lanes)
      store(sum(load(c, v), phi, load(by, v)), c, v);
  }
}

void displace_all(const Morph& job, std::size_t begin, std::size_t end) {
  for_each_chunk(job.out, begin, end, [&](std::size_t first, std::size_t count) HWY_ATTR {
    Chunk c;
    c.read(job.in, job.out, first, count);
    if (job.out.positions != nullptr) displace(job, job.positions, first, count, c.x);
    if (job.out.normals != nullptr) displace(job, job.normals, first, count, c.n);
    if (job.out.tangents != nullptr) displace(job, job.tangents, first, count, c.t);
    c.write(job.out, first, count);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace bindpose::software
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
BINDPOSE_RUN_BY(Morph, displace_all)
#endif
