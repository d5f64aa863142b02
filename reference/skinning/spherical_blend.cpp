// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/spherical_blend.h"

#include "reference/skinning/shared/rigid_blend.h"
#include "reference/skinning/shared/rotation_centre.h"

namespace bindpose::skinning {
namespace {

// x' = q(x - r) + sum_i w_i M_i r
template <class T>
TurnedVertex<T> turn_about_centre(const RestVertex<T>& rest, const std::vector<Rigid<T>>& palette,
                                  const JointPlaces& places) {
  const JointList joints = joints_of(rest.pulls);
  TurnedVertex<T> turned;
  if (!blend_rotations(rest.pulls, palette, lead_of(joints, places.parents), turned.q))
    return {Vec3<T>::Zero(), turned.q, "ZERO_BLEND"};
  const RotationCentre<T> centre = rotation_centre(joints, palette, places);
  turned.x = bindpose::rotate<T>(turned.q, rest.x - centre.r);
  Mat3<T> G = -rotation_matrix(turned.q);  // dx' / dr
  for (const Pull<T>& pull : rest.pulls) {
    const Rigid<T>& M = palette[pull.j];
    turned.x += pull.w * carried(M, centre.r);
    G += pull.w * rotation_matrix(M.rotation);
  }
  turned.x = for_any_centre(turned.x, G, centre);
  return turned;
}

}  // namespace

template <class T>
Surface<T> spherical_blend(const Mesh& mesh, const Influences& influences,
                           const std::vector<Rigid<T>>& palette, const JointPlaces& places) {
  return turn_vertices<T>(
      mesh, influences, [&](const RestVertex<T>& rest) { return turn_about_centre(rest, palette, places); });
}

namespace {

struct SphericalBlend {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options&) const {
    return answer_with_places<T>(question, [](const auto&... inputs) -> Expected<Surface<T>> {
      return spherical_blend<T>(inputs...);
    });
  }
};

}  // namespace

Implementation spherical_blend_implementation() {
  return implement<SphericalBlend>({});
}

#define BINDPOSE_INSTANTIATE(T)                                                                     \
  template Surface<T> spherical_blend(const Mesh&, const Influences&, const std::vector<Rigid<T>>&, \
                                      const JointPlaces&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
