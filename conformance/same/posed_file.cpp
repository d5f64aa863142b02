// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/same/posed_file.h"

#include "reference/animation/shared/track.h"
#include "reference/hierarchy/shared/world.h"
#include "reference/morph/dense.h"
#include "reference/skinning/linear_blend.h"

namespace bindpose::conformance::same {
namespace {

PosedFile::RestVertices rest_vertices(const Rig& rig) {
  const Mesh& mesh = rig.mesh;
  PosedFile::RestVertices vertices(mesh.vertex_count());
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    vertices[v].v = v;
    vertices[v].x = mesh.positions[v];
    if (!mesh.normals.empty()) vertices[v].n = mesh.normals[v];
    for (std::size_t i = v * rig.influences.width; i < (v + 1) * rig.influences.width; ++i)
      if (rig.influences.weights[i] != 0)
        vertices[v].influences.push_back({rig.influences.joints[i], rig.influences.weights[i], i});
  }
  return vertices;
}

/// Displacements in the kernel's format.
morph::Displacements<double> displacements(const Drawable& drawable,
                                           std::vector<Vec3<double>> MorphTarget::*attribute) {
  morph::Displacements<double> all;
  if (!drawable.morphing) return all;
  const std::vector<Vec3<double>> none(drawable.rig.mesh.vertex_count(), Vec3<double>::Zero());
  for (const MorphTarget& target : drawable.morphing->targets)
    all.push_back((target.*attribute).empty() ? none : target.*attribute);
  return all;
}

void move(LocalTransform<double>& local, const TrackOfJoint& each, double seconds) {
  const std::vector<double> value = animation::sample<double>(each.track, seconds);
  if (each.path == TrackOfJoint::Path::rotation)
    local.trs.rotation = Quat<double>(Vec4<double>(value.data()));
  else
    (each.path == TrackOfJoint::Path::scale ? local.trs.scale : local.trs.translation) =
        Vec3<double>(value.data());
}

}  // namespace

PosedFile::PosedFile(std::shared_ptr<const gltf::Asset> asset)
    : asset_(std::move(asset)), drawables_(conformance::drawables(*asset_)), nodes_(rest_pose(*asset_)) {
  for (const Drawable& drawable : drawables_) {
    rest_.push_back(rest_vertices(drawable.rig));
    positions_.push_back(displacements(drawable, &MorphTarget::positions));
    normals_.push_back(displacements(drawable, &MorphTarget::normals));
    std::vector<std::uint32_t>& indices = part_indices_.emplace_back();
    for (std::size_t p = 0; p < drawable.parts.size(); ++p)
      indices.resize(indices.size() + drawable.parts[p].vertices, static_cast<std::uint32_t>(p));
  }
  for (const gltf::Clip& clip : asset_->clips) {
    std::vector<TrackOfJoint>& tracks = tracks_.emplace_back(tracks_of(clip));
    for (const gltf::Channel& channel : clip.channels)
      if (channel.path == gltf::Channel::Path::weights)
        tracks.push_back({channel.node, TrackOfJoint::Path::weights, channel.track});
  }
}

std::size_t PosedFile::vertex_count() const {
  std::size_t count = 0;
  for (const RestVertices& vertices : rest_)
    count += vertices.size();
  return count;
}

Expected<FilePose> PosedFile::pose(std::optional<std::size_t> clip, double seconds) const {
  FilePose pose{nodes_.locals, {}, {}, {}};
  for (const Drawable& drawable : drawables_)
    pose.morph_weights.push_back(drawable.morphing ? drawable.morphing->default_weights
                                                   : std::vector<double>());
  if (clip)
    for (const TrackOfJoint& each : tracks_[*clip]) {
      if (each.path != TrackOfJoint::Path::weights) {
        move(pose.locals[each.joint], each, seconds);
        continue;
      }
      for (std::size_t d = 0; d < drawables_.size(); ++d)
        if (drawables_[d].morphing && drawables_[d].morphing->node == each.joint)
          pose.morph_weights[d] = animation::sample<double>(each.track, seconds);
    }
  BINDPOSE_TRY(pose.worlds, hierarchy::fk_matrix<double>(nodes_.parents, pose.locals));
  for (const Drawable& drawable : drawables_) {
    std::vector<Affine<double>>& matrices = pose.palettes.emplace_back();
    for (const std::size_t node : drawable.joint_nodes)
      matrices.push_back(pose.worlds[node]);
    if (!drawable.skinned) continue;
    BINDPOSE_TRY(matrices, hierarchy::palette<double>(matrices, drawable.rig.skeleton.inverse_binds));
  }
  return pose;
}

const PosedFile::RestVertices& PosedFile::before_skinning(std::size_t d, const FilePose& pose,
                                                          RestVertices& morphed) const {
  if (!drawables_[d].morphing) return rest_[d];
  morphed = rest_[d];
  for (std::size_t v = 0; v < morphed.size(); ++v) {
    morphed[v].x = morph::dense(morphed[v].x, pose.morph_weights[d], positions_[d], v);
    morphed[v].n = morph::dense(morphed[v].n, pose.morph_weights[d], normals_[d], v);
  }
  return morphed;
}

skinning::DeformedVertex<double> PosedFile::in_world(std::size_t d,
                                                     const skinning::RestVertex<double>& vertex,
                                                     const FilePose& pose) const {
  return skinning::linear_blend(vertex, pose.palettes[d]);
}

std::optional<std::size_t> PosedFile::main_node(std::size_t d, std::size_t vertex) const {
  std::optional<std::size_t> node;
  double most = 0;
  for (const auto& influence : rest_[d][vertex].influences)
    if (influence.w > most) {
      most = influence.w;
      node = drawables_[d].joint_nodes[influence.j];
    }
  return node;
}

const AssetPart& PosedFile::part_of(std::size_t d, std::size_t vertex) const {
  return drawables_[d].parts[part_indices_[d][vertex]];
}

}  // namespace bindpose::conformance::same
