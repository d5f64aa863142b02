// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a glTF file that the reference poses at many moments. Uses the kernels of posed_meshes(),
// and prepares everything that does not depend on the moment only once.
#pragma once

#include <memory>

#include "conformance/cases/asset/drawable.h"
#include "reference/morph/shared/targets.h"
#include "reference/skinning/shared/vertex.h"

namespace bindpose::conformance::same {

/// Relative error of a float32 number that a tool computed from float32 numbers: two roundings, and
/// two more for the tool's arithmetic.
inline constexpr double two_roundings = 0x1p-22;

/// All nodes of a file at one moment.
struct FilePose {
  std::vector<LocalTransform<double>> locals;         ///< [#nodes]
  std::vector<Affine<double>> worlds;                 ///< [#nodes]
  std::vector<std::vector<Affine<double>>> palettes;  ///< [#drawables][#joints]
  std::vector<std::vector<double>> morph_weights;     ///< [#drawables][#targets]
};

class PosedFile {
 public:
  using RestVertices = std::vector<skinning::RestVertex<double>>;

  explicit PosedFile(std::shared_ptr<const gltf::Asset> asset);

  const gltf::Asset& asset() const { return *asset_; }
  const std::vector<Drawable>& drawables() const { return drawables_; }
  std::size_t vertex_count() const;

  /// The pose at a time of a clip; without a clip, the rest pose. Errors as fk_matrix and palette.
  Expected<FilePose> pose(std::optional<std::size_t> clip, double seconds) const;

  /// A drawable's vertices after morphing, before skinning: the vertices at rest, or `morphed`,
  /// which the call fills.
  const RestVertices& before_skinning(std::size_t drawable, const FilePose& pose,
                                      RestVertices& morphed) const;

  /// Position and normal in the world; the normal is not normalized.
  skinning::DeformedVertex<double> in_world(std::size_t drawable, const skinning::RestVertex<double>& vertex,
                                            const FilePose& pose) const;

  /// The node with the largest weight of a vertex; none without influences.
  std::optional<std::size_t> main_node(std::size_t drawable, std::size_t vertex) const;

  /// The node, mesh and primitive of a vertex.
  const AssetPart& part_of(std::size_t drawable, std::size_t vertex) const;

 private:
  std::shared_ptr<const gltf::Asset> asset_;
  std::vector<Drawable> drawables_;
  std::vector<RestVertices> rest_;                                 ///< [#drawables]
  std::vector<morph::Displacements<double>> positions_, normals_;  ///< [#drawables], of morph targets
  std::vector<std::vector<std::uint32_t>> part_indices_;           ///< [#drawables][#vertices]
  NodePose nodes_;
  std::vector<std::vector<TrackOfJoint>> tracks_;  ///< [#clips], including tracks of weights
};

}  // namespace bindpose::conformance::same
