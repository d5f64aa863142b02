// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "reference/gltf/hierarchy.h"
#include "reference/gltf/link_checks.h"

namespace bindpose::gltf {
namespace {

const Pointer kNodes = Pointer() / "nodes";

bool is_skinned(const PrimitiveEntry& primitive) {
  return primitive.joint_sets > 0;
}

void check_carried(const NodeEntry& node, const Pointer& where, Links& links) {
  const Document& document = links.document;
  resolves(node.camera, document.camera_count, where / "camera", links.log);
  const bool has_skin = resolves(node.skin, document.skins.size(), where / "skin", links.log);
  if (!resolves(node.mesh, document.meshes.size(), where / "mesh", links.log)) return;
  const MeshEntry& mesh = document.meshes[static_cast<std::size_t>(node.mesh)];
  if (mesh.primitives.empty()) return;
  if (node.weights && node.weights->size() != mesh.target_count()) {
    links.log.error(
        "NODE_WEIGHTS_INVALID", where / "weights",
        fmt::format("{} weights for {} morph targets", node.weights->size(), mesh.target_count()));
  }
  const bool some_skinned = std::any_of(mesh.primitives.begin(), mesh.primitives.end(), is_skinned);
  if (has_skin && !some_skinned) {
    links.log.error("NODE_SKIN_WITH_NON_SKINNED_MESH", where,
                    fmt::format("mesh {} has no joints", node.mesh));
  }
  for (std::size_t i = 0; has_skin && some_skinned && i < mesh.primitives.size(); ++i)
    if (!is_skinned(mesh.primitives[i]))
      links.log.warning(
          "SKIN_PRIMITIVE_WITHOUT_JOINTS", where,
          fmt::format("primitive {} of mesh {} has no joints; it follows the node", i, node.mesh));
  if (!has_skin && some_skinned) {
    links.log.warning("NODE_SKINNED_MESH_WITHOUT_SKIN", where, fmt::format("mesh {} has joints", node.mesh));
  }
}

/// True if EXT_mesh_gpu_instancing allows the accessor's format; attributes with other names may have any.
bool is_instance_format(std::string_view semantic, const AccessorEntry& a) {
  const bool is_float = a.component_type == kFloat && !a.normalized;
  if (semantic == "TRANSLATION" || semantic == "SCALE") return a.type == ElementType::vec3 && is_float;
  const bool is_signed = a.component_type == kByte || a.component_type == kShort;
  return semantic != "ROTATION" || (a.type == ElementType::vec4 && (is_float || (is_signed && a.normalized)));
}

void check_instances(const InstancesEntry& instances, const Pointer& where, Links& links) {
  std::int64_t count = kNone;
  for (const auto& [semantic, index] : instances.attributes) {
    const Pointer place = where / semantic;
    const AccessorEntry* accessor = links.accessor(index, place);
    if (accessor == nullptr) continue;
    if (!is_instance_format(semantic, *accessor))
      links.log.error(
          "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", place,
          fmt::format("accessor {} has a format that {} of instances cannot have", index, semantic));
    if (count == kNone) count = accessor->count;
    if (accessor->count != count)
      links.log.error("MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT", place,
                      fmt::format("{} elements, the first attribute has {}", accessor->count, count));
  }
}

/// The parent of every node [#nodes], -1 for roots; a second parent is an error and replaces the first.
std::vector<std::int64_t> check_children(Links& links) {
  const std::vector<NodeEntry>& nodes = links.document.nodes;
  std::vector<std::int64_t> parents(nodes.size(), -1);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].children) continue;
    const Pointer where = kNodes / i / "children";
    for (std::size_t c = 0; c < nodes[i].children->size(); ++c) {
      const std::int64_t child = (*nodes[i].children)[c];
      if (!resolves(child, nodes.size(), where / c, links.log)) continue;
      std::int64_t& parent = parents[static_cast<std::size_t>(child)];
      if (parent >= 0) {
        links.log.error("NODE_PARENT_OVERRIDE", where / c,
                        fmt::format("node {} already has parent {}", child, parent));
      }
      parent = static_cast<std::int64_t>(i);
    }
  }
  return parents;
}

/// Ascending indices of the scenes that show a tree, for every root [#nodes].
using ScenesOf = std::vector<std::vector<std::size_t>>;

/// True if one scene shows the trees of all joints.
bool share_a_scene(const std::vector<std::int64_t>& joints, const Hierarchy& hierarchy,
                   const ScenesOf& scenes_of) {
  std::set<std::size_t> roots;
  for (const std::int64_t joint : joints)
    roots.insert(hierarchy.root_of(static_cast<std::size_t>(joint)));
  std::vector<std::size_t> shared = scenes_of[*roots.begin()];
  for (const std::size_t root : roots) {
    std::vector<std::size_t> kept;
    std::set_intersection(shared.begin(), shared.end(), scenes_of[root].begin(), scenes_of[root].end(),
                          std::back_inserter(kept));
    shared = std::move(kept);
  }
  return !shared.empty();
}

/// The deepest node above all joints of a skin; nothing without such a node. Then the skin is an error, unless
/// one scene has all of its trees: exporters write such files, and their meaning is clear.
std::optional<std::size_t> check_joints(const std::vector<std::int64_t>& joints, const Pointer& where,
                                        const Hierarchy& hierarchy, const ScenesOf& scenes_of, Links& links) {
  bool resolved = true;
  std::optional<std::size_t> common;
  bool split = false;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (!resolves(joints[j], links.document.nodes.size(), where / j, links.log)) {
      resolved = false;
      continue;
    }
    const auto joint = static_cast<std::size_t>(joints[j]);
    if (split || !hierarchy.looped_nodes().empty()) continue;
    common = common ? hierarchy.lowest_common(*common, joint) : joint;
    split = !common;
  }
  if (split && resolved && share_a_scene(joints, hierarchy, scenes_of)) {
    links.log.warning("SKIN_NO_COMMON_ROOT", where, "no node is above all joints, but one scene has all");
  } else if (split || (!resolved && !common)) {
    links.log.error("SKIN_NO_COMMON_ROOT", where, "no node is above all joints");
  }
  return common;
}

void check_inverse_binds(const SkinEntry& skin, const Pointer& where, Links& links) {
  const AccessorEntry* accessor = links.accessor(skin.inverse_binds, where);
  if (accessor == nullptr) return;
  links.use(skin.inverse_binds, AccessorUse::inverse_binds, ViewUse::inverse_binds, where);
  if (const ViewEntry* view = links.view_of(*accessor); view != nullptr && view->byte_stride != kNone) {
    links.log.error("SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE", where,
                    "inverse bind matrices must not have a byteStride");
  }
  if (accessor->type != ElementType::mat4 || accessor->component_type != kFloat || accessor->normalized) {
    links.log.error("SKIN_IBM_INVALID_FORMAT", where, "inverse bind matrices must be MAT4 of FLOAT");
  }
  if (skin.joints && accessor->count != kNone &&
      accessor->count < static_cast<std::int64_t>(skin.joints->size())) {
    links.log.error("INVALID_IBM_ACCESSOR_COUNT", where,
                    fmt::format("{} matrices for {} joints", accessor->count, skin.joints->size()));
  }
}

/// The deepest node above all joints of each skin [#skins].
std::vector<std::optional<std::size_t>> check_skins(const Hierarchy& hierarchy, const ScenesOf& scenes_of,
                                                    Links& links) {
  const std::vector<SkinEntry>& skins = links.document.skins;
  const bool is_tree = hierarchy.looped_nodes().empty();
  std::vector<std::optional<std::size_t>> roots(skins.size());
  for (std::size_t s = 0; s < skins.size(); ++s) {
    const Pointer where = Pointer() / "skins" / s;
    if (skins[s].joints)
      roots[s] = check_joints(*skins[s].joints, where / "joints", hierarchy, scenes_of, links);
    check_inverse_binds(skins[s], where / "inverseBindMatrices", links);
    if (!resolves(skins[s].skeleton, links.document.nodes.size(), where / "skeleton", links.log) || !is_tree)
      continue;
    if (!roots[s] || !hierarchy.is_above(static_cast<std::size_t>(skins[s].skeleton), *roots[s])) {
      links.log.error("SKIN_SKELETON_INVALID", where / "skeleton", "the node is not above all joints");
    }
  }
  return roots;
}

ScenesOf check_scenes(const std::vector<std::int64_t>& parents, Links& links) {
  ScenesOf scenes_of(parents.size());
  const std::vector<SceneEntry>& scenes = links.document.scenes;
  for (std::size_t s = 0; s < scenes.size(); ++s) {
    if (!scenes[s].nodes) continue;
    const Pointer where = Pointer() / "scenes" / s / "nodes";
    for (std::size_t n = 0; n < scenes[s].nodes->size(); ++n) {
      const std::int64_t node = (*scenes[s].nodes)[n];
      if (!resolves(node, parents.size(), where / n, links.log)) continue;
      scenes_of[static_cast<std::size_t>(node)].push_back(s);
      if (parents[static_cast<std::size_t>(node)] >= 0) {
        links.log.error("SCENE_NON_ROOT_NODE", where / n, fmt::format("node {} has a parent", node));
      }
    }
  }
  resolves(links.document.scene, scenes.size(), Pointer() / "scene", links.log);
  return scenes_of;
}

/// A scene that shows a skinned mesh must also show its joints.
void check_skin_scenes(const ScenesOf& scenes_of, const std::vector<std::optional<std::size_t>>& skin_roots,
                       const Hierarchy& hierarchy, Links& links) {
  std::map<std::pair<std::size_t, std::size_t>, bool> shown;  // compares the roots of mesh and joints
  for (std::size_t n = 0; n < links.document.nodes.size(); ++n) {
    const std::int64_t skin = links.document.nodes[n].skin;
    if (skin == kNone || static_cast<std::size_t>(skin) >= skin_roots.size()) continue;
    const std::optional<std::size_t>& joints = skin_roots[static_cast<std::size_t>(skin)];
    if (!joints) continue;
    const std::pair roots(hierarchy.root_of(n), hierarchy.root_of(*joints));
    const auto [entry, is_new] = shown.emplace(roots, true);
    if (is_new) {
      const auto& mesh_scenes = scenes_of[roots.first];
      const auto& joint_scenes = scenes_of[roots.second];
      entry->second =
          std::includes(joint_scenes.begin(), joint_scenes.end(), mesh_scenes.begin(), mesh_scenes.end());
    }
    if (!entry->second) {
      links.log.error("NODE_SKIN_NO_SCENE", kNodes / n,
                      "a scene shows the node but not the joints of its skin");
    }
  }
}

}  // namespace

void check_scene_links(Links& links) {
  for (std::size_t i = 0; i < links.document.nodes.size(); ++i) {
    const NodeEntry& node = links.document.nodes[i];
    check_carried(node, kNodes / i, links);
    if (node.instances)
      check_instances(*node.instances, kNodes / i / "extensions" / "EXT_mesh_gpu_instancing" / "attributes",
                      links);
  }
  const std::vector<std::int64_t> parents = check_children(links);
  const Hierarchy hierarchy(parents);
  for (const std::size_t node : hierarchy.looped_nodes()) {
    links.log.error("NODE_LOOP", kNodes / node, "the node is its own ancestor");
  }
  const ScenesOf scenes_of = check_scenes(parents, links);
  const std::vector<std::optional<std::size_t>> skin_roots = check_skins(hierarchy, scenes_of, links);
  if (hierarchy.looped_nodes().empty()) check_skin_scenes(scenes_of, skin_roots, hierarchy, links);
}

}  // namespace bindpose::gltf
