// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/containment.h"

#include "reference/binding/shared/skeleton_arrays.h"
#include "reference/binding/shared/volumes.h"

namespace bindpose::binding {
namespace containment_question {

const Choice<Weighing> weighing = weighings("best-fitting", "by-depth");
enum class Outside { none, nearest };
const Choice<Outside> outside{.name = "outside",
                              .values = {{"none", Outside::none}, {"nearest", Outside::nearest}},
                              .meaning = "the joint of a vertex that is outside every volume"};
const Choice<VolumeKind> volume_kind{.name = "volume_kind",
                                     .values = {{"capsule", VolumeKind::capsule},
                                                {"cylinder", VolumeKind::cylinder},
                                                {"ellipsoid", VolumeKind::ellipsoid},
                                                {"sphere", VolumeKind::sphere}},
                                     .meaning = "shape of the volumes around bones, if none are given"};

ArrayList volume_arrays() {
  return {integer("volume_joints", "", "N", "joint of each volume").optional().not_empty().index_into("J"),
          integer("volume_kinds", "", "N", "0 cylinder, 1 capsule, 2 ellipsoid, 3 sphere")
              .asked_beside("volume_joints")
              .within(0, 3),
          real("volume_starts", "a", "N 3", Kind::point(Space::mesh), "start of its axis")
              .asked_beside("volume_joints")
              .finite(),
          real("volume_ends", "b", "N 3", Kind::point(Space::mesh), "end of its axis")
              .asked_beside("volume_joints")
              .finite(),
          real("volume_radii", "r", "N", Kind::length(), "its radius")
              .asked_beside("volume_joints")
              .finite()
              .above(0),
          real("radius_share", "share", "1", "radius / length of the volumes, if none are given; default 1/4")
              .optional()
              .finite()
              .above(0)};
}

Declaration declaration() {
  return {.inputs = bare_mesh_and_skeleton_arrays() + volume_arrays(),
          .stages = {},
          .outputs = {joint_weights_array()},
          .options = {weighing.spec(), outside.spec(), volume_kind.spec()}};
}

template <class T>
Expected<std::vector<Volume<T>>> read_volumes(const Inputs<T>& in) {
  if (in.has("volume_joints")) return given_volumes(in);
  const T share = in.has("radius_share") ? in.number("radius_share") : T(T(1) / T(4));
  return bone_volumes(in.integers("parents"), in.template rows<3>("pivots"), in.chosen(volume_kind), share);
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const auto volumes, read_volumes(in));
  const std::vector<Vec3<T>> x = in.template rows<3>("positions");
  const bool is_rigid = in.chosen(weighing) == Weighing::rigid,
             goes_to_nearest = in.chosen(outside) == Outside::nearest;
  return weigh_vertices<T>(x.size(), in.extent("J"), [&](std::size_t v, std::span<T> w) {
    const auto f = joint_depths(volumes, x[v]);
    const bool is_inside = is_inside_any(f);
    if (!is_inside && !goes_to_nearest) return "OUTSIDE_VOLUMES";
    if (is_rigid || !is_inside)
      w[deepest(f).j] = T(1);
    else
      weigh_by_depth(f, w);
    return "";
  });
}

}  // namespace containment_question

BINDPOSE_IMPLEMENT(containment)

}  // namespace bindpose::binding
