// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include "reference/gltf/asset_builder.h"

namespace bindpose::gltf {
namespace {

/// A matrix of 16 numbers, column by column, whose last row is (0, 0, 0, 1).
Affine<double> affine_from_columns(const double* m) {
  Affine<double> affine;
  affine.linear << m[0], m[4], m[8],  //
      m[1], m[5], m[9],               //
      m[2], m[6], m[10];
  affine.translation << m[12], m[13], m[14];
  return affine;
}

LocalTransform<double> build_local(const NodeEntry& entry) {
  LocalTransform<double> local;
  if (entry.matrix) {
    local.is_matrix = true;
    local.matrix = affine_from_columns(entry.matrix->data());
    return local;
  }
  if (const auto& t = entry.translation) local.trs.translation = {(*t)[0], (*t)[1], (*t)[2]};
  if (const auto& q = entry.rotation)
    local.trs.rotation = quaternion_xyzw((*q)[0], (*q)[1], (*q)[2], (*q)[3]);
  if (const auto& s = entry.scale) local.trs.scale = {(*s)[0], (*s)[1], (*s)[2]};
  return local;
}

std::optional<std::size_t> as_index(std::int64_t index) {
  if (index == kNone) return std::nullopt;
  return static_cast<std::size_t>(index);
}

/// Local transforms of instances: identity where an attribute is missing or has no data.
class InstanceTransforms {
 public:
  InstanceTransforms(const AccessorStore& store, const InstancesEntry& instances, const Pointer& where,
                     IssueLog& log) {
    const auto read = [&](const char* semantic) -> std::vector<double> {
      const std::int64_t accessor = find_attribute(instances.attributes, semantic);
      if (accessor == kNone) return {};
      const Backing backing = store.backing(accessor);
      const bool is_rotation = std::string_view(semantic) == "ROTATION";
      if (backing == Backing::bytes || (backing == Backing::zeros && !is_rotation))
        return store.numbers(accessor);
      log.warning("ACCESSOR_WITHOUT_DATA", where / semantic, "an attribute without data is ignored");
      return {};
    };
    translations_ = read("TRANSLATION"), rotations_ = read("ROTATION"), scales_ = read("SCALE");
  }

  LocalTransform<double> at(std::size_t i) const {
    LocalTransform<double> local;
    if (const double* t = row(translations_, i, 3)) local.trs.translation = {t[0], t[1], t[2]};
    if (const double* q = row(rotations_, i, 4)) local.trs.rotation = quaternion_xyzw(q[0], q[1], q[2], q[3]);
    if (const double* s = row(scales_, i, 3)) local.trs.scale = {s[0], s[1], s[2]};
    return local;
  }

 private:
  static const double* row(const std::vector<double>& numbers, std::size_t i, std::size_t width) {
    return numbers.empty() ? nullptr : &numbers[width * i];
  }

  std::vector<double> translations_, rotations_, scales_;
};

}  // namespace

std::vector<std::size_t> instance_starts(const Document& document) {
  std::vector<std::size_t> starts{document.nodes.size()};
  for (const NodeEntry& node : document.nodes)
    starts.push_back(starts.back() + instance_count(node, document));
  return starts;
}

std::vector<Node> build_nodes(const AccessorStore& store, IssueLog& log) {
  const Document& document = store.document();
  std::vector<Node> nodes(document.nodes.size());
  const std::vector<bool> shown = nodes_in_default_scene(document);
  for (std::size_t i = 0; i < document.nodes.size(); ++i) {
    const NodeEntry& entry = document.nodes[i];
    nodes[i].name = entry.name;
    nodes[i].local = build_local(entry);
    nodes[i].mesh = as_index(entry.mesh);
    nodes[i].skin = as_index(entry.skin);
    nodes[i].is_shown = shown[i];
    nodes[i].morph_weights = entry.weights.value_or(std::vector<double>());
    if (!entry.children) continue;
    for (const std::int64_t child : *entry.children) {
      nodes[static_cast<std::size_t>(child)].parent = static_cast<int>(i);
    }
  }
  nodes.reserve(instance_starts(document).back());
  for (std::size_t n = 0; n < document.nodes.size(); ++n) {
    const NodeEntry& entry = document.nodes[n];
    if (!entry.instances) continue;
    const InstanceTransforms transforms(
        store, *entry.instances,
        Pointer() / "nodes" / n / "extensions" / "EXT_mesh_gpu_instancing" / "attributes", log);
    for (std::size_t i = 0; i < instance_count(entry, document); ++i) {
      Node instance = nodes[n];
      instance.name = fmt::format("{}[{}]", entry.name, i);
      instance.parent = static_cast<int>(n);
      instance.is_instance = true;
      instance.local = transforms.at(i);
      nodes.push_back(std::move(instance));
    }
    nodes[n].mesh.reset();
    nodes[n].morph_weights.clear();
  }
  return nodes;
}

std::vector<Skin> build_skins(const AccessorStore& store, IssueLog& log) {
  std::vector<Skin> skins;
  for (const SkinEntry& entry : store.document().skins) {
    Skin& skin = skins.emplace_back();
    skin.name = entry.name;
    for (const std::int64_t joint : *entry.joints)
      skin.joints.push_back(static_cast<std::size_t>(joint));
    skin.inverse_binds.resize(skin.joints.size());
    if (entry.inverse_binds == kNone) continue;
    if (store.backing(entry.inverse_binds) != Backing::bytes) {
      log.warning("ACCESSOR_WITHOUT_DATA",
                  Pointer() / "accessors" / static_cast<std::size_t>(entry.inverse_binds),
                  "inverse bind matrices without data are read as identity");
      continue;
    }
    const std::vector<double> numbers = store.numbers(entry.inverse_binds);
    for (std::size_t j = 0; j < skin.joints.size(); ++j) {
      skin.inverse_binds[j] = affine_from_columns(numbers.data() + 16 * j);
    }
  }
  return skins;
}

}  // namespace bindpose::gltf
