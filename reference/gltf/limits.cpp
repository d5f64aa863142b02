// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "reference/gltf/accessor_store.h"
#include "reference/io/document_limits.h"

namespace bindpose::gltf {
namespace {

constexpr auto kMostNumbers = static_cast<std::int64_t>(limits::accessor_numbers.most);

/// Sums the memory that reading a document will allocate.
class Budget {
 public:
  Budget(const Document& document, const std::vector<BufferBytes>& buffers, std::size_t total_bytes,
         IssueLog& log)
      : document_(document),
        buffers_(buffers),
        most_zeros_((std::int64_t{1} << 16) + 16 * static_cast<std::int64_t>(total_bytes)),
        log_(log) {}

  /// Adds the cost of reading an accessor this many times.
  void spend(std::int64_t index, std::int64_t times = 1) {
    if (exceeded_ || index == kNone) return;
    const AccessorEntry& accessor = document_.accessors[static_cast<std::size_t>(index)];
    if (!accessor.is_readable()) return;
    const std::int64_t components = component_count(accessor.type);
    const std::int64_t count = accessor.count > kMostNumbers ? kMostNumbers : accessor.count;
    const std::int64_t once = count * components;
    const std::int64_t read =
        times > kMostNumbers / std::max<std::int64_t>(once, 1) ? kMostNumbers + 1 : once * times;
    numbers_ += read;
    if (!has_bytes(accessor)) zeros_ += read;
    exceeded_ = numbers_ > kMostNumbers || zeros_ > most_zeros_;
    if (exceeded_) {
      log_.error("LIMIT_EXCEEDED", Pointer() / "accessors" / static_cast<std::size_t>(index),
                 fmt::format("{} numbers, {} of them without bytes: more than this file can need", numbers_,
                             zeros_));
    }
  }

 private:
  bool has_bytes(const AccessorEntry& accessor) const {
    if (accessor.view == kNone) return false;
    const std::int64_t buffer = document_.views[static_cast<std::size_t>(accessor.view)].buffer;
    return buffers_[static_cast<std::size_t>(buffer)].has_value();
  }

  const Document& document_;
  const std::vector<BufferBytes>& buffers_;
  std::int64_t most_zeros_;
  IssueLog& log_;
  std::int64_t numbers_ = 0;
  std::int64_t zeros_ = 0;
  bool exceeded_ = false;
};

/// Copies of a channel of morph weights in a clip: one for each node that shows its mesh. The first channel of a
/// single weight also counts the other, unchanged weights.
class WeightUses {
 public:
  explicit WeightUses(const Document& document) : document_(document), nodes_(document.meshes.size()) {
    for (const NodeEntry& node : document.nodes)
      if (node.mesh != kNone) nodes_[static_cast<std::size_t>(node.mesh)] += copies_of(node);
  }

  std::int64_t of(const ChannelEntry& channel) {
    if (channel.path != "weights" || (channel.node == kNone && channel.mesh == kNone)) return 1;
    const NodeEntry* node =
        channel.mesh != kNone ? nullptr : &document_.nodes[static_cast<std::size_t>(channel.node)];
    const auto mesh = static_cast<std::size_t>(node == nullptr ? channel.mesh : node->mesh);
    std::int64_t uses = node == nullptr ? nodes_[mesh] : copies_of(*node);
    if (channel.element != kNone && seen_.emplace(channel.node, channel.mesh).second)
      uses *= static_cast<std::int64_t>(document_.meshes[mesh].target_count());
    return std::max<std::int64_t>(uses, 1);
  }
  void start_clip() { seen_.clear(); }

 private:
  std::int64_t copies_of(const NodeEntry& node) const {
    return node.instances ? static_cast<std::int64_t>(instance_count(node, document_)) : 1;
  }

  const Document& document_;
  std::vector<std::int64_t> nodes_;                       // number of nodes that show a mesh [#meshes]
  std::set<std::pair<std::int64_t, std::int64_t>> seen_;  // node and mesh of single weights
};

/// Adds up the vertices, influences and joints of everything that nodes show.
class Shown {
 public:
  explicit Shown(const Document& document) : document_(document), nodes_(document.nodes.size()) {
    for (const NodeEntry& node : document.nodes) {
      if (nodes_ > limits::nodes.most || copied_ > limits::accessor_numbers.most) return;
      const std::size_t copies =
          std::min<std::size_t>(instance_count(node, document), limits::nodes.most + 1);
      nodes_ += copies;
      copied_ += copies * (node.name.size() + (node.weights ? node.weights->size() : 0));
    }
  }

  /// Nodes of the document, and one node for each instance.
  std::size_t nodes() const { return nodes_; }
  /// Characters of names, and morph weights, that instances copy from their nodes. Counting stops above the limit.
  std::uint64_t copied() const { return copied_; }

  void add(std::size_t n) {
    const NodeEntry& node = document_.nodes[n];
    if (node.mesh == kNone) return;
    const MeshEntry& mesh = document_.meshes[static_cast<std::size_t>(node.mesh)];
    const bool is_repeated = node.skin != kNone && !skinned_.emplace(node.mesh, node.skin).second;
    const bool has_own_group = is_repeated || mesh.target_count() > 0;
    const std::size_t copies = node.instances ? instance_count(node, document_) : 1;
    for (std::size_t i = 0; i < copies && !limit_exceeded(); ++i) {
      const std::int64_t own = has_own_group ? own_groups_++ : kNone;
      for (const PrimitiveEntry& primitive : mesh.primitives)
        if (!limit_exceeded()) add(primitive, node.skin, own);
    }
  }

  /// The limit that is exceeded, or nullptr.
  const DocumentLimit* limit_exceeded() const {
    if (vertices_ > limits::shown_vertices.most) return &limits::shown_vertices;
    if (slots_ > limits::shown_influences.most) return &limits::shown_influences;
    return joints_ > limits::shown_joints.most ? &limits::shown_joints : nullptr;
  }

 private:
  void add(const PrimitiveEntry& primitive, std::int64_t skin, std::int64_t own) {
    const std::int64_t positions = find_attribute(primitive.attributes, "POSITION");
    ++vertices_;  // without positions, a primitive still needs a step for each instance
    if (positions == kNone) return;
    const std::int64_t count = document_.accessors[static_cast<std::size_t>(positions)].count;
    const auto vertices = static_cast<std::uint64_t>(std::max<std::int64_t>(count, 1));
    vertices_ += std::min(vertices, limits::shown_vertices.most + 1) * (1 + primitive.targets.size());
    const std::int64_t joints_of = primitive.joint_sets > 0 ? skin : kNone;
    const auto [found, is_new] =
        groups_.try_emplace({joints_of, find_attribute(primitive.attributes, "NORMAL") != kNone,
                             find_attribute(primitive.attributes, "TANGENT") != kNone, own});
    Group& group = found->second;
    slots_ -= group.vertices * group.width;
    group.vertices += std::min(vertices, limits::shown_vertices.most + 1);
    group.width =
        std::max(group.width, joints_of == kNone ? 1 : 4 * static_cast<std::uint64_t>(primitive.joint_sets));
    slots_ += group.vertices * group.width;
    if (!is_new) return;
    if (joints_of == kNone)
      joints_ += nodes_;
    else if (const auto& joints = document_.skins[static_cast<std::size_t>(joints_of)].joints)
      joints_ += joints->size();
  }

  /// Primitives drawn as one mesh: every vertex has the largest number of influences.
  struct Group {
    std::uint64_t vertices = 0, width = 0;
  };
  using GroupKey =
      std::tuple<std::int64_t, bool, bool, std::int64_t>;  // skin, normals, tangents, number of its own group

  const Document& document_;
  std::size_t nodes_;
  std::uint64_t copied_ = 0;
  std::int64_t own_groups_ = 0;
  std::set<std::pair<std::int64_t, std::int64_t>> skinned_;  // mesh, skin
  std::map<GroupKey, Group> groups_;
  std::uint64_t vertices_ = 0;
  std::uint64_t joints_ = 0;
  std::uint64_t slots_ = 0;
};

}  // namespace

bool check_counts(const Document& document, IssueLog& log) {
  bool is_within = true;
  const auto check = [&](const auto& entries, const char* list, const DocumentLimit& limit) {
    if (entries.size() <= limit.most) return;
    is_within = false;
    log.error("LIMIT_EXCEEDED", Pointer() / list,
              fmt::format("{} {}, expected at most {}", entries.size(), limit.unit, limit.most));
  };
  check(document.nodes, "nodes", limits::nodes);
  check(document.scenes, "scenes", limits::scenes);
  check(document.skins, "skins", limits::skins);
  check(document.animations, "animations", limits::clips);
  return is_within;
}

void check_shown(const Document& document, IssueLog& log) {
  Shown shown(document);
  if (shown.copied() > limits::accessor_numbers.most) {
    log.error("LIMIT_EXCEEDED", Pointer() / "nodes",
              fmt::format("instances copy {} characters of names and weights, expected at most {}",
                          shown.copied(), limits::accessor_numbers.most));
    return;
  }
  if (shown.nodes() > limits::nodes.most) {
    log.error("LIMIT_EXCEEDED", Pointer() / "nodes",
              fmt::format("{} nodes and instances, expected at most {}", shown.nodes(), limits::nodes.most));
    return;
  }
  const std::vector<bool> is_shown = nodes_in_default_scene(document);
  for (std::size_t n = 0; n < document.nodes.size(); ++n) {
    if (!is_shown[n]) {
      if (document.nodes[n].mesh != kNone)
        log.warning("MESH_NOT_IN_SCENE", Pointer() / "nodes" / n,
                    "its mesh is not in the default scene and is not judged");
      continue;
    }
    shown.add(n);
    if (const DocumentLimit* limit = shown.limit_exceeded()) {
      log.error("LIMIT_EXCEEDED", Pointer() / "nodes" / n,
                fmt::format("the nodes up to this one show more than {} {} ({}); split the file", limit->most,
                            limit->unit, limit->of));
      return;
    }
  }
}

void check_limits(const Document& document, const std::vector<BufferBytes>& buffers, std::size_t total_bytes,
                  IssueLog& log) {
  Budget budget(document, buffers, total_bytes, log);
  for (std::size_t i = 0; i < document.accessors.size(); ++i)
    budget.spend(static_cast<std::int64_t>(i));
  for (const MeshEntry& mesh : document.meshes) {
    for (const PrimitiveEntry& primitive : mesh.primitives) {
      for (const auto& [semantic, accessor] : primitive.attributes)
        budget.spend(accessor);
      budget.spend(primitive.indices);
      for (const Attributes& target : primitive.targets) {
        for (const auto& [semantic, accessor] : target)
          budget.spend(accessor);
      }
    }
  }
  for (const SkinEntry& skin : document.skins)
    budget.spend(skin.inverse_binds);
  for (const NodeEntry& node : document.nodes)
    if (node.instances)
      for (const auto& [semantic, accessor] : node.instances->attributes)
        budget.spend(accessor);
  WeightUses uses(document);
  for (const AnimationEntry& animation : document.animations) {
    uses.start_clip();
    for (const SamplerEntry& sampler : animation.samplers)
      budget.spend(sampler.input);
    for (const ChannelEntry& channel : animation.channels) {
      if (channel.sampler == kNone) continue;
      budget.spend(animation.samplers[static_cast<std::size_t>(channel.sampler)].input);
      budget.spend(animation.samplers[static_cast<std::size_t>(channel.sampler)].output, uses.of(channel));
    }
  }
}

}  // namespace bindpose::gltf
