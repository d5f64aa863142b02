// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a character that a page poses: a built-in scene or a visitor's glTF file, by a method of skinning. Visitors rotate its joints.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/cases/asset/drawable.h"
#include "gpu/capture/skinner.h"
#include "reference/model/algorithm.h"

namespace bindpose::page {

struct NamedScene {
  std::string_view name, what;  ///< "tube", "A closed tube that bends and twists in its middle."
};
std::vector<NamedScene> named_scenes();

/// Methods that pose the scenes, linear blending first.
const std::vector<const Algorithm*>& methods();

/// Vertices that one input poses.
struct Part {
  std::string name;
  ArraySet arrays;  ///< inputs of all methods, at pose level; the pose is a placeholder
  std::vector<Triangle> triangles;
  bool is_skinned = true;                       ///< else each vertex follows its node, with every method
  std::optional<conformance::Morphing> morphs;  ///< moved by clips
  std::map<const Algorithm*, ArraySet> known;   ///< arrays of each method, made when it is needed
};

struct Character {
  std::vector<std::string> joints;  ///< names
  std::vector<int> parents;
  std::vector<bool> moves_vertices;  ///< [#joints]; true also if a joint below moves vertices
  std::vector<LocalTransform<double>> rest;
  std::vector<Quat<double>>
      rotations;  ///< [#joints] of the pose that is shown first, after the rest rotations
  std::vector<Part> parts;
  std::vector<gltf::Clip> clips;

  std::size_t vertex_count() const;
};

/// Error NAME_UNKNOWN.
Expected<Character> scene_character(std::string_view name);
/// Errors: the file's first error; NO_MESH; MESH_SIZE.
Expected<Character> file_character(std::span<const std::byte> file, const std::string& name);

struct AskedPose {
  std::optional<std::size_t> clip;
  double seconds = 0;
  std::vector<Quat<double>> rotations;  ///< [#joints], in the joint's own frame
};

/// Local and world transforms of the joints. Errors of keyframes and of the hierarchy.
struct JointPlaces {
  std::vector<LocalTransform<double>> locals;
  std::vector<Affine<double>> worlds;
};
Expected<JointPlaces> joint_places(const Character& character, const AskedPose& asked);

/// The device that computes the vertices. nullptr: the reference, in double precision.
struct Side {
  const Algorithm* method = nullptr;
  gpu::Skinner* device = nullptr;
};
struct PosedVertices {
  std::vector<double> positions;     ///< [#vertices * 3]
  std::vector<Undefined> undefined;  ///< their positions are 0
};
/// Poses all parts. from_palette: from the skinning matrices, rounded to float32, that a device gets. Errors name the part.
Expected<PosedVertices> posed_vertices(Character& character, const JointPlaces& places,
                                       const AskedPose& asked, const Side& side, bool from_palette);

/// The joint with the largest weight on each vertex; -1: none.
std::vector<std::int32_t> strongest_joints(const Character& character);

}  // namespace bindpose::page
