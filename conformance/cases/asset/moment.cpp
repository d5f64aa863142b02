// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/moment.h"

#include "reference/hierarchy/shared/world.h"
#include "reference/morph/shared/posed_targets.h"
#include "reference/skinning/shared/entry.h"

namespace bindpose::conformance {
namespace {

/// The file's hierarchy and keyframes as arrays. Every node is a joint.
ArraySet pose_arrays(const Moment& moment, bool morphed) {
  ArraySet question;
  const NodePose pose = rest_pose(*moment.asset);
  add_pose(question, pose.parents, pose.locals);
  if (moment.clip) add_tracks(question, moment.tracks(morphed), moment.seconds);
  return question;
}

/// The morph target weights at the moment, rounded to float32.
std::vector<double> weights_at(const Moment& moment) {
  std::vector<double> weights = moment.drawable->morphing->default_weights;
  if (moment.clip)
    if (auto moved = bindpose::morph::sampled_weights<double>(moment.tracks(true), moment.seconds))
      weights = std::move(*moved);
  for (double& phi : weights)
    phi = to_float32(phi);
  return weights;
}

/// The mesh and its morph targets, with these weights.
void add_drawable(ArraySet& question, const Drawable& drawable, const Influences& influences,
                  const std::optional<std::vector<double>>& weights) {
  add_mesh(question, drawable.rig.mesh);
  add_influences(question, influences);
  if (weights)
    bindpose::morph::add_targets(question, drawable.rig.mesh, *weights, drawable.morphing->targets);
}

/// Influences that refer to nodes instead of the skin's joints.
Influences node_influences(const Drawable& drawable) {
  Influences influences = drawable.rig.influences;
  for (std::uint32_t& joint : influences.joints)
    joint = static_cast<std::uint32_t>(drawable.joint_nodes[joint]);
  return influences;
}

}  // namespace

std::vector<TrackOfJoint> Moment::tracks(bool morphed) const {
  return tracks_of(asset->clips[*clip], morphed ? std::optional(drawable->morphing->node) : std::nullopt);
}

std::string_view algorithm_of(const Drawable& drawable, bool morphed) {
  if (morphed) return "morph.then-skin";
  return drawable.skinned ? "lbs" : "rigid-parts";
}

Depiction depiction_of(const Moment& moment, Level level) {
  const Drawable& drawable = *moment.drawable;
  Depiction depiction{drawable.rig.mesh.vertex_count(), drawable.rig.mesh.triangles, {}};
  const std::vector<gltf::Node>& nodes = moment.asset->nodes;
  if (level == Level::palette)
    for (const std::size_t node : drawable.joint_nodes)
      depiction.joint_names.push_back(nodes[node].name);
  else
    for (const gltf::Node& node : nodes)
      depiction.joint_names.push_back(node.name);
  return depiction;
}

Expected<ArraySet> ask_pose(const Moment& moment, bool morphed) {
  const Drawable& drawable = *moment.drawable;
  ArraySet question = pose_arrays(moment, morphed);
  add_drawable(question, drawable, node_influences(drawable),
               morphed ? std::optional(drawable.morphing->default_weights) : std::nullopt);
  if (drawable.skinned || morphed) {
    std::vector<Affine<double>> inverse_binds(moment.asset->nodes.size());
    for (std::size_t j = 0; j < drawable.joint_nodes.size(); ++j)
      inverse_binds[drawable.joint_nodes[j]] = drawable.rig.skeleton.inverse_binds[j];
    add_affines(question, "inverse_binds", inverse_binds);
  }
  return question;
}

Expected<std::vector<Affine<double>>> node_worlds(const Moment& moment) {
  const ArraySet pose = pose_arrays(moment, false);
  BINDPOSE_TRY(const auto parents, read_parents(pose));
  BINDPOSE_TRY(const auto locals, bindpose::skinning::posed_locals<double>(pose, parents.size()));
  return bindpose::hierarchy::fk_matrix<double>(parents, locals);
}

Expected<ArraySet> ask_palette(const Moment& moment, bool morphed) {
  const Drawable& drawable = *moment.drawable;
  BINDPOSE_TRY(const auto world, node_worlds(moment));
  std::vector<Affine<double>> matrices;
  for (const std::size_t node : drawable.joint_nodes)
    matrices.push_back(world[node]);
  if (drawable.skinned) {
    BINDPOSE_TRY(matrices,
                 bindpose::hierarchy::palette<double>(matrices, drawable.rig.skeleton.inverse_binds));
  }
  ArraySet question;
  add_drawable(question, drawable, drawable.rig.influences,
               morphed ? std::optional(weights_at(moment)) : std::nullopt);
  add_affines(question, "palette", matrices);
  return question;
}

}  // namespace bindpose::conformance
