// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/stretchable_twistable.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/rigid_loop.h"
#include "reference/skinning/stretchable_twistable_bound.h"

namespace bindpose::skinning {
namespace {

const Declaration& declaration() {
  static const Declaration declared{
      .inputs = mesh_arrays() + influence_arrays() + rigid_palette_or_pose_arrays() +
                ArrayList{bone_heads().finite().where_used(), bone_tails().finite().where_used(),
                          endpoint_weights(),
                          real("stretches", "s_j", "J 3")
                              .in("mesh space at bind time, before the rotation; metres")
                              .means("stretch of the bone's tail")
                              .finite()
                              .where_used(),
                          real("twists", "t_j", "J")
                              .in("radians")
                              .means("twist of the bone's tail about the bone, any number of turns")
                              .finite()
                              .where_used()},
      .stages = rigid_palette_stages(),
      .outputs = surface_arrays(),
      .options = {twist_forms.spec()}};
  return declared;
}

template <class T>
std::vector<BoneMotion<T>> bone_motions(const Inputs<T>& in) {
  const std::vector<Vec3<T>> stretches = in.template rows<3>("stretches");
  const std::vector<T> twists = in.numbers("twists");
  std::vector<BoneMotion<T>> motions;
  for (std::size_t j = 0; j < twists.size(); ++j)
    motions.push_back({stretches[j], twists[j]});
  return motions;
}

/// Error ZERO_BONE: something twists about a bone without direction.
template <class T>
Expected<void> check_twists(const std::vector<Influence<double>>& influences,
                            const std::vector<Bone<T>>& bones, const std::vector<BoneMotion<T>>& motions) {
  for (const Influence<double>& i : influences)
    if (to_double(motions[i.j].twist) != 0) BINDPOSE_CHECK(require_direction(bones[i.j], i.j));
  return {};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<Bone<T>> of_joints = bones(in);
  const std::vector<BoneMotion<T>> motions = bone_motions(in);
  const std::vector<T> e = in.numbers("endpoint_weights");
  const TwistForm form = in.chosen(twist_forms);
  BINDPOSE_CHECK(
      check_influences(in, [&](auto, const auto& i) { return check_twists(i, of_joints, motions); }));
  return deform_rigidly(
      in,
      [&](const RestVertex<T>& rest, const std::vector<Rigid<T>>& M) {
        return stretchable_twistable(rest, M, of_joints, motions, e, form);
      },
      WithoutInfluence::empty_sum);
}

}  // namespace

BINDPOSE_IMPLEMENT(stretchable_twistable)

}  // namespace bindpose::skinning
