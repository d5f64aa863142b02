// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: pairs the nodes, clips, morph targets and vertices of a rewritten glTF file with the original.
#pragma once

#include "conformance/same/posed_file.h"

namespace bindpose::conformance::same {

using Partner = std::optional<std::size_t>;

/// Partners of a list's entries, in both directions.
struct Pairing {
  std::vector<Partner> after;   ///< [#before]
  std::vector<Partner> before;  ///< [#after]

  Pairing(std::size_t before_count, std::size_t after_count) : after(before_count), before(after_count) {}
  void join(std::size_t b, std::size_t a) {
    after[b] = a;
    before[a] = b;
  }
  bool is_free(std::size_t b, std::size_t a) const { return !after[b] && !before[a]; }
};

/// Pairs by names that occur once in each file, then in order.
Pairing pair_clips(const gltf::Asset& before, const gltf::Asset& after);

/// Pairs by names that occur once in each file, then by joints of skins with the same number of
/// joints, then by paired parents with equal numbers of unpaired children, then by equal world
/// transforms at rest.
Pairing pair_nodes(const PosedFile& before, const PosedFile& after, const FilePose& rest_before,
                   const FilePose& rest_after);

struct PairedVertex {
  std::uint32_t before = 0, after_drawable = 0, after = 0;
};

struct VertexPairs {
  std::vector<std::vector<PairedVertex>> of;  ///< [#drawables before], in the order of vertices
  std::size_t paired = 0;
  /// (drawable, vertex) of each vertex of a triangle, or of points, without a partner.
  std::vector<std::pair<std::size_t, std::size_t>> only_before, only_after;
  /// object_before_from_after [#drawables after]: removes the scaling of a quantized mesh.
  std::vector<Affine<double>> object_from_after;
  /// [#drawables][#vertices] Number of a vertex's position. Equal for vertices of both files that
  /// rounding and quantization may have moved to one position; `nowhere` for a vertex that the
  /// other file does not have.
  std::vector<std::vector<std::size_t>> places_before, places_after;
  static constexpr std::size_t nowhere = SIZE_MAX;
};

/// Pairs by position at bind time (skins), or at rest in the world (other meshes); then by
/// influences and normals. A vertex that a tool split or welded has several partners; only one
/// counts.
VertexPairs pair_vertices(const PosedFile& before, const PosedFile& after, const FilePose& rest_before,
                          const FilePose& rest_after, const Pairing& nodes);

/// Pairs the morph targets of two drawables by name, else in order if their numbers are equal, else
/// by the displacements of paired vertices. Most partners of the first drawable's vertices are in
/// the second one.
Pairing pair_targets(const PosedFile& before, std::size_t drawable_before, const PosedFile& after,
                     std::size_t drawable_after, const VertexPairs& vertices);

/// Names of a drawable's targets: "smile", or "target 3".
std::string target_name(const PosedFile& file, std::size_t drawable, std::size_t target);

/// "elbow", or "node 3".
std::string node_name(const gltf::Asset& asset, std::size_t node);

}  // namespace bindpose::conformance::same
