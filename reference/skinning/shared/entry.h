// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how a skinning algorithm is asked at palette and at pose level.
#pragma once

#include "reference/animation/shared/track.h"
#include "reference/hierarchy/shared/world.h"
#include "reference/model/question.h"
#include "reference/model/surface.h"

namespace bindpose::skinning {

/// What a vertex is multiplied by.
enum class PaletteKind {
  skinning_matrices,  ///< M_j = W_j A_j
  world_transforms,   ///< W_j, for parts stored in their joint's space
};

/// The local transforms of a question at pose level: as given, with keyframes sampled where the question has
/// them.
template <class T>
Expected<std::vector<LocalTransform<T>>> posed_locals(const ArraySet& question, std::size_t joint_count) {
  auto locals = read_locals<T>(question, joint_count);
  if (!locals || !question.has("tracks")) return locals;
  const auto time = question.require_reals("time", {1});
  if (!time) return tl::unexpected(time.error());
  const auto tracks = read_tracks(question, joint_count);
  if (!tracks) return tl::unexpected(tracks.error());
  for (const TrackOfJoint& t : *tracks) {
    const std::vector<T> value = animation::sample<T>(t.track, (*time)->reals()[0]);
    Trs<T>& trs = (*locals)[t.joint].trs;
    switch (t.path) {
      case TrackOfJoint::Path::translation:
        trs.translation << value[0], value[1], value[2];
        break;
      case TrackOfJoint::Path::rotation:
        trs.rotation = quaternion_xyzw<T>(value[0], value[1], value[2], value[3]);
        break;
      case TrackOfJoint::Path::scale:
        trs.scale << value[0], value[1], value[2];
        break;
    }
  }
  return locals;
}

/// Answers a question with "palette" (palette level), or with a pose from which the palette is computed first
/// (pose level; the stage taps "world" and "palette" then stand before the surface). skin: (mesh, influences,
/// palette) -> Expected<Surface<T>>.
template <class T, class Skin>
Expected<Result<T>> answer_skinning(const ArraySet& question, PaletteKind kind, Skin skin) {
  const auto mesh = read_mesh(question);
  if (!mesh) return tl::unexpected(mesh.error());
  const auto influences = read_influences(question, mesh->vertex_count());
  if (!influences) return tl::unexpected(influences.error());

  Result<T> result;
  Expected<std::vector<Affine<T>>> palette;
  if (question.has("palette")) {
    palette = read_affines<T>(question, "palette");
  } else {
    const auto parents = read_parents(question);
    if (!parents) return tl::unexpected(parents.error());
    const auto locals = posed_locals<T>(question, parents->size());
    if (!locals) return tl::unexpected(locals.error());
    palette = hierarchy::fk_matrix<T>(*parents, *locals);
    if (palette) result.arrays.push_back(to_result_array("world", *palette));
    if (palette && kind == PaletteKind::skinning_matrices) {
      const auto inverse_binds = read_affines<T>(question, "inverse_binds");
      if (!inverse_binds) return tl::unexpected(inverse_binds.error());
      palette = hierarchy::palette<T>(*palette, *inverse_binds);
      if (palette) result.arrays.push_back(to_result_array("palette", *palette));
    }
  }
  if (!palette) return tl::unexpected(palette.error());

  const auto surface = skin(*mesh, *influences, *palette);
  if (!surface) return tl::unexpected(surface.error());
  append_surface(result, *surface);
  return result;
}

}  // namespace bindpose::skinning
