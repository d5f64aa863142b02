// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/rigid_parts.h"

#include "reference/skinning/shared/entry.h"

namespace bindpose::skinning {

template <class T>
Expected<Surface<T>> rigid_parts(const Mesh& mesh, const std::vector<std::uint32_t>& joints,
                                 const std::vector<Affine<T>>& world, RigidNormalRule normal_rule) {
  return stitching<T>(mesh, joints, world, normal_rule);
}

namespace {

struct RigidParts {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    return answer_rigid<T>(question, chosen, PaletteKind::world_transforms);
  }
};

}  // namespace

Implementation rigid_parts_implementation() {
  return implement<RigidParts>(rigid_options());
}

#define BINDPOSE_INSTANTIATE(T)                                                             \
  template Expected<Surface<T>> rigid_parts(const Mesh&, const std::vector<std::uint32_t>&, \
                                            const std::vector<Affine<T>>&, RigidNormalRule);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
