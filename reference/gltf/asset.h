// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the checked contents of a glTF 2.0 file that pose, skin or morph; without materials, cameras and lights.
// Source: Khronos glTF 2.0 specification. Error and warning codes are the Khronos glTF Validator's, if it has
// one, so that users can look them up.
#pragma once

#include <optional>

#include "reference/model/pose.h"
#include "reference/model/rig.h"

namespace bindpose::gltf {

/// One remark about a file: `pointer` is a JSON pointer ("/skins/0/joints/3"), or "@12" for byte 12 of a
/// .glb.
struct Issue {
  enum class Severity { error, warning };
  Severity severity = Severity::error;
  std::string code;
  std::string pointer;
  std::string message;  ///< the fact, and the expectation
};

/// Largest rounding errors of the stored numbers.
struct StorageErrors {
  double positions = 0;         ///< error of a coordinate, in the units of the mesh
  double normals = 0;           ///< error of a coordinate
  double weights = 0;           ///< error of a weight
  std::vector<double> targets;  ///< error of a displacement's coordinate [#targets]
};

/// One drawable piece of a mesh.
struct Primitive {
  Mesh mesh;              ///< triangles empty for points and lines
  Influences influences;  ///< all JOINTS_n / WEIGHTS_n sets of each vertex; width 0 without any
  std::vector<MorphTarget> morph_targets;
  StorageErrors storage = {};
};

struct MeshAsset {
  std::string name;
  std::vector<Primitive> primitives;
  std::vector<double> morph_weights;           ///< default weights [#targets or 0]
  std::vector<std::string> target_names = {};  ///< extras.targetNames [#targets], empty without them
};

struct Node {
  std::string name;
  int parent = -1;
  LocalTransform<double> local;  ///< rest pose: parent_from_node
  std::optional<std::size_t> mesh;
  std::optional<std::size_t> skin;
  bool is_shown = true;               ///< in the file's default scene
  bool is_instance = false;           ///< made by EXT_mesh_gpu_instancing; not a node of the file
  std::vector<double> morph_weights;  ///< overrides the mesh's [#targets or 0]
};

struct Skin {
  std::string name;
  std::vector<std::size_t> joints;            ///< nodes, in the order of the indices in JOINTS_n
  std::vector<Affine<double>> inverse_binds;  ///< [#joints]; identity if the file has none
};

struct Channel {
  enum class Path { translation, rotation, scale, weights };
  std::size_t node = 0;
  Path path = Path::translation;
  Track track;
  double storage_error = 0;  ///< largest rounding error of a stored value
};

struct Clip {
  std::string name;
  std::vector<Channel> channels;
};

struct Asset {
  std::string path;
  std::vector<Node> nodes;
  std::vector<MeshAsset> meshes;
  std::vector<Skin> skins;
  std::vector<Clip> clips;
  std::vector<std::string> extensions = {};  ///< extensionsUsed
  std::vector<Issue> warnings;  ///< unusual but valid contents, e.g. weights that do not sum to 1
};

}  // namespace bindpose::gltf
