// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/log_blend.h"

#include "reference/numeric/rigid_log.h"
#include "reference/skinning/shared/pivots.h"

namespace bindpose::skinning {
namespace {

// M = exp(sum_i w_i log M_i)
template <class T>
TurnedVertex<T> blend_logarithms(const RestVertex<T>& rest, const std::vector<Rigid<T>>& palette) {
  bindpose::RigidLog<T> sum;
  for (const Pull<T>& pull : rest.pulls) {
    const bindpose::RigidLog<T> log = bindpose::rigid_log(palette[pull.j]);
    sum.h += pull.w * log.h;
    sum.nu += pull.w * log.nu;
  }
  const Rigid<T> M = bindpose::rigid_exp(sum);
  return {carried(M, rest.x), M.rotation, {}};
}

}  // namespace

template <class T>
Surface<T> log_blend(const Mesh& mesh, const Influences& influences, const std::vector<Rigid<T>>& palette) {
  return turn_vertices<T>(mesh, influences,
                          [&](const RestVertex<T>& rest) { return blend_logarithms(rest, palette); });
}

namespace {

struct LogBlend {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options&) const {
    return answer_rigid_blend<T>(
        question, [](const auto&... inputs) -> Expected<Surface<T>> { return log_blend<T>(inputs...); });
  }
};

}  // namespace

Implementation log_blend_implementation() {
  return implement<LogBlend>({});
}

#define BINDPOSE_INSTANTIATE(T) \
  template Surface<T> log_blend(const Mesh&, const Influences&, const std::vector<Rigid<T>>&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
