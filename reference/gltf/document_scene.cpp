// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Nodes, skins and scenes as written.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <fmt/format.h>

#include "reference/gltf/document.h"
#include "reference/gltf/tolerance.h"

namespace bindpose::gltf {
namespace {

Mat3<double> linear_part(const std::vector<double>& matrix) {
  Mat3<double> C;
  for (Eigen::Index column = 0; column < 3; ++column) {
    for (Eigen::Index row = 0; row < 3; ++row)
      C(row, column) = matrix[static_cast<std::size_t>(4 * column + row)];
  }
  return C;
}

/// True if translation, rotation and scale give the matrix back, as the Khronos validator decides it: last
/// row (0, 0, 0, 1), an inverse, and the largest column sum of the recomposed matrix within 5e-5.
bool is_trs_decomposable(const std::vector<double>& matrix) {
  if (matrix[3] != 0 || matrix[7] != 0 || matrix[11] != 0 || matrix[15] != 1) return false;
  const Mat3<double> C = linear_part(matrix);
  const double det = determinant(C);
  if (det == 0) return false;
  Vec3<double> scale(C.col(0).norm(), C.col(1).norm(), C.col(2).norm());
  if (det < 0) scale.x() = -scale.x();
  const Mat3<double> R = C * scale.cwiseInverse().asDiagonal();
  const Mat3<double> recomposed = rotation_matrix(Quat<double>(R)) * scale.asDiagonal();
  const auto largest_column_sum = [](const Mat3<double>& M) {
    return M.cwiseAbs().colwise().sum().maxCoeff();
  };
  return std::abs(largest_column_sum(recomposed) - largest_column_sum(C)) < 5e-5;
}

bool is_identity(const std::vector<double>& matrix) {
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    if (matrix[i] != (i % 5 == 0 ? 1.0 : 0.0)) return false;
  }
  return true;
}

void check_transform(const JsonObject& object, const NodeEntry& node) {
  IssueLog& log = object.log();
  if (node.rotation) {
    const std::vector<double>& q = *node.rotation;
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(std::abs(length - 1) <= kUnitTolerance4)) {
      log.error("ROTATION_NON_UNIT", object.where() / "rotation",
                fmt::format("length {}, expected 1", length));
    }
  }
  if (!node.matrix) return;
  if (node.translation || node.rotation || node.scale) {
    log.error("NODE_MATRIX_TRS", object.where() / "matrix", "a node has a matrix or TRS, not both");
  }
  if (!is_identity(*node.matrix) && !is_trs_decomposable(*node.matrix)) {
    log.error("NODE_MATRIX_NON_TRS", object.where() / "matrix",
              "the matrix is not translation * rotation * scale");
  }
}

std::optional<InstancesEntry> read_instances(const JsonObject& node) {
  const auto extension = node.extension("EXT_mesh_gpu_instancing");
  if (!extension) return std::nullopt;
  const auto attributes = extension->object("attributes", Presence::required);
  if (!attributes) return std::nullopt;
  InstancesEntry instances;
  for (const auto& [semantic, index] : attributes->json().items())
    instances.attributes.emplace_back(semantic, attributes->index(semantic.c_str(), Presence::required));
  if (instances.attributes.empty()) {
    node.log().error("EMPTY_ENTITY", attributes->where(), "the object is empty");
    return std::nullopt;
  }
  if (!node.has("mesh"))
    node.log().error("UNSATISFIED_DEPENDENCY", extension->where(), "mesh must be defined");
  if (node.has("skin"))
    node.log().error("UNSUPPORTED_EXTENSION", extension->where(),
                     "instances of a mesh with a skin are not supported");
  return instances;
}

}  // namespace

std::size_t instance_count(const NodeEntry& node, const Document& document) {
  if (!node.instances) return 0;
  const auto accessor = static_cast<std::size_t>(node.instances->attributes.front().second);
  return static_cast<std::size_t>(document.accessors[accessor].count);
}

NodeEntry read_node_entry(const JsonObject& object) {
  NodeEntry node;
  node.name = object.string("name").value_or("");
  node.matrix = object.numbers("matrix", {.length = 16});
  node.translation = object.numbers("translation", {.length = 3});
  node.rotation = object.numbers("rotation", {.length = 4, .min = -1, .max = 1});
  node.scale = object.numbers("scale", {.length = 3});
  node.camera = object.index("camera", Presence::optional);
  node.children = object.indices("children", Presence::optional);
  node.mesh = object.index("mesh", Presence::optional);
  node.skin = object.index("skin", Presence::optional);
  node.weights = object.numbers("weights", {});
  if (node.mesh == kNone && node.skin != kNone) {
    object.log().error("UNSATISFIED_DEPENDENCY", object.where() / "skin", "mesh must be defined");
  }
  if (node.mesh == kNone && node.weights) {
    object.log().error("UNSATISFIED_DEPENDENCY", object.where() / "weights", "mesh must be defined");
  }
  node.instances = read_instances(object);
  check_transform(object, node);
  return node;
}

SkinEntry read_skin_entry(const JsonObject& object) {
  SkinEntry skin;
  skin.name = object.string("name").value_or("");
  skin.inverse_binds = object.index("inverseBindMatrices", Presence::optional);
  skin.skeleton = object.index("skeleton", Presence::optional);
  skin.joints = object.indices("joints", Presence::required);
  return skin;
}

SceneEntry read_scene_entry(const JsonObject& object) {
  return {object.indices("nodes", Presence::optional)};
}

std::vector<bool> nodes_in_default_scene(const Document& document) {
  if (document.scenes.empty()) return std::vector<bool>(document.nodes.size(), true);
  std::vector<bool> shown(document.nodes.size());
  const std::size_t scene = document.scene == kNone ? 0 : static_cast<std::size_t>(document.scene);
  std::vector<std::int64_t> open = document.scenes[scene].nodes.value_or(std::vector<std::int64_t>());
  while (!open.empty()) {
    const auto node = static_cast<std::size_t>(open.back());
    open.pop_back();
    shown[node] = true;
    if (const auto& children = document.nodes[node].children)
      open.insert(open.end(), children->begin(), children->end());
  }
  return shown;
}

}  // namespace bindpose::gltf
