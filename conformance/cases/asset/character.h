// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a character for binding: a mesh and a skeleton at rest, the weights of its artist, and the motion of its joints.
#pragma once

#include <memory>

#include "conformance/cases/asset/drawable.h"

namespace bindpose::conformance {

/// The weight of every joint at every vertex [V J].
struct BoundWeights {
  std::size_t joints = 0;
  std::vector<double> w;

  std::size_t vertices() const { return joints == 0 ? 0 : w.size() / joints; }
  double of(std::size_t v, std::size_t j) const { return w[v * joints + j]; }
};

struct Character {
  std::string name;  ///< "figure", "skin0" of a file
  Mesh mesh;
  std::vector<int> parents;          ///< [#joints], -1 for a root
  std::vector<Vec3<double>> pivots;  ///< [#joints], at bind time, in mesh space
  BoundWeights own;
  std::size_t clips = 0;
  std::vector<std::vector<Affine<double>>> palettes;  ///< [#moments][#joints], of all clips
};

/// The built-in figure at `moments` moments of its walk. Errors: those of its palettes.
Expected<Character> built_in_figure(std::size_t moments);

/// Two swinging legs under a hip, mirror images of each other. moments: times of their clip.
Character built_in_legs(std::size_t moments);

/// A thick leg next to a thin one. Much of the thick leg's surface is closer, through the air, to
/// the thin leg's bones than to its own. Equal legs would not show this.
Character built_in_unlike_legs(std::size_t moments);

/// Legs of few sides and many rings, so that triangles are long. With a binder that ignores edge
/// lengths, weights extend half as far or twice as far. Other legs, with edges of similar lengths,
/// hardly show this.
Character built_in_ringed_legs(std::size_t moments);

/// A skin of a file, at `moments` moments of each clip. Errors: those of its palettes;
/// BINDING_SIZE for more than limits::bound_joints, bound_weights or bound_nodes.
Expected<Character> character_of(const std::shared_ptr<const gltf::Asset>& asset,
                                 const std::shared_ptr<const Drawable>& skin, std::size_t moments);

}  // namespace bindpose::conformance
