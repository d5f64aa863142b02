// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/spherical_joint_blend.h"

#include <fmt/format.h>

#include "reference/skinning/shared/rigid_blend.h"

namespace bindpose::skinning {
namespace {

Expected<void> require_pivots(const Influences& influences, const JointPlaces& places) {
  for (std::size_t v = 0; v < influences.vertex_count(); ++v) {
    const JointList joints = joints_of(pulls_of<double>(influences, v));
    if (!joints.empty() && !pivot_of(joints, places))
      return fail("NO_COMMON_PIVOT", fmt::format("joints[{}]", v),
                  fmt::format("the {} joints of vertex {} do not meet in one point", joints.size(), v));
  }
  return {};
}

// x' = q(x - c) + c'
template <class T>
TurnedVertex<T> turn_about_pivot(const RestVertex<T>& rest, const std::vector<Rigid<T>>& palette,
                                 const JointPlaces& places) {
  const JointList joints = joints_of(rest.pulls);
  const std::uint32_t p = *pivot_of(joints, places);
  const Vec3<T> c = places.bind_positions[p].template cast<T>();
  TurnedVertex<T> turned;
  if (!blend_rotations(rest.pulls, palette, lead_of(joints, places.parents), turned.q))
    return {Vec3<T>::Zero(), turned.q, "ZERO_BLEND"};
  turned.x = bindpose::rotate<T>(turned.q, rest.x - c) + carried(palette[p], c);
  return turned;
}

}  // namespace

template <class T>
Expected<Surface<T>> spherical_joint_blend(const Mesh& mesh, const Influences& influences,
                                           const std::vector<Rigid<T>>& palette, const JointPlaces& places) {
  if (auto ok = require_pivots(influences, places); !ok) return tl::unexpected(ok.error());
  return turn_vertices<T>(mesh, influences,
                          [&](const RestVertex<T>& rest) { return turn_about_pivot(rest, palette, places); });
}

namespace {

struct SphericalJointBlend {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options&) const {
    return answer_with_places<T>(question,
                                 [](const auto&... inputs) { return spherical_joint_blend<T>(inputs...); });
  }
};

}  // namespace

Implementation spherical_joint_blend_implementation() {
  return implement<SphericalJointBlend>({});
}

#define BINDPOSE_INSTANTIATE(T)                                                       \
  template Expected<Surface<T>> spherical_joint_blend(const Mesh&, const Influences&, \
                                                      const std::vector<Rigid<T>>&, const JointPlaces&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
