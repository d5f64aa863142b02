// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "reference/gltf/asset_builder.h"

namespace bindpose::gltf {
namespace {

std::optional<Interpolation> interpolation_named(const std::string& name) {
  if (name == "LINEAR") return Interpolation::linear;
  if (name == "STEP") return Interpolation::step;
  if (name == "CUBICSPLINE") return Interpolation::cubicspline;
  return std::nullopt;
}

std::optional<Channel::Path> path_named(const std::string& name) {
  if (name == "translation") return Channel::Path::translation;
  if (name == "rotation") return Channel::Path::rotation;
  if (name == "scale") return Channel::Path::scale;
  if (name == "weights") return Channel::Path::weights;
  return std::nullopt;
}

/// True if a track of zeros, which no buffer holds, can be played: increasing times, no rotation of length 0.
bool is_playable(const AccessorStore& store, const SamplerEntry& sampler, bool is_rotation,
                 std::size_t keys) {
  const Backing input = store.backing(sampler.input);
  const Backing output = store.backing(sampler.output);
  if (input == Backing::missing || output == Backing::missing) return false;
  if (input == Backing::zeros && keys > 1) return false;
  return output == Backing::bytes || !is_rotation;
}

/// Times and values of a channel without its node; none if it moves no node or has no data.
std::optional<Channel> read_channel(const AccessorStore& store, const AnimationEntry& animation,
                                    const ChannelEntry& entry, const Pointer& where, IssueLog& log) {
  const SamplerEntry& sampler = animation.samplers[static_cast<std::size_t>(entry.sampler)];
  const std::optional<Interpolation> interpolation = interpolation_named(sampler.interpolation);
  const std::optional<Channel::Path> path = path_named(entry.path);
  if ((entry.node == kNone && entry.mesh == kNone) || !interpolation || !path) return std::nullopt;

  const auto keys =
      static_cast<std::size_t>(store.document().accessors[static_cast<std::size_t>(sampler.input)].count);
  if (!is_playable(store, sampler, path == Channel::Path::rotation, keys)) {
    log.warning("ACCESSOR_WITHOUT_DATA", where, "a channel without data is ignored");
    return std::nullopt;
  }
  Channel channel;
  channel.path = *path;
  channel.track.interpolation = *interpolation;
  channel.track.rotation = path == Channel::Path::rotation;
  channel.track.times = store.numbers(sampler.input);
  channel.track.values = store.numbers(sampler.output);
  channel.storage_error = store.storage_error(sampler.output);
  return channel;
}

/// Builds the channels of one clip.
class ClipBuilder {
 public:
  ClipBuilder(const AccessorStore& store, IssueLog& log)
      : document_(store.document()),
        store_(store),
        log_(log),
        nodes_of_mesh_(document_.meshes.size()),
        instances_(instance_starts(document_)) {
    for (std::size_t n = 0; n < document_.nodes.size(); ++n)
      if (const NodeEntry& node = document_.nodes[n]; node.mesh != kNone && !node.weights)
        nodes_of_mesh_[static_cast<std::size_t>(node.mesh)].push_back(n);
  }

  Clip build(const AnimationEntry& animation, const Pointer& where) {
    Clip clip{animation.name, {}};
    std::set<std::int64_t> own;  // nodes whose weights have their own channels
    for (const ChannelEntry& entry : animation.channels)
      if (entry.path == "weights" && entry.mesh == kNone) own.insert(entry.node);
    std::map<std::size_t, std::size_t> single;  // channel of single weights of each node
    for (std::size_t c = 0; c < animation.channels.size(); ++c) {
      const ChannelEntry& entry = animation.channels[c];
      const auto channel = read_channel(store_, animation, entry, where / c, log_);
      if (!channel) continue;
      for (const std::size_t node : nodes_of(entry)) {
        if (entry.mesh != kNone && own.contains(static_cast<std::int64_t>(node))) continue;
        if (entry.element == kNone) {
          add(*channel, node, clip);
          continue;
        }
        const auto [found, is_new] = single.try_emplace(node, clip.channels.size());
        if (is_new) add_constant(*channel, node, clip);
        for (std::size_t i = 0; i < shown_by(node).size(); ++i)
          set_weight(clip.channels[found->second + i], *channel, static_cast<std::size_t>(entry.element),
                     where / c);
      }
    }
    return clip;
  }

 private:
  std::vector<std::size_t> nodes_of(const ChannelEntry& entry) const {
    if (entry.mesh != kNone) return nodes_of_mesh_[static_cast<std::size_t>(entry.mesh)];
    return {static_cast<std::size_t>(entry.node)};
  }

  const MeshEntry& mesh_of(std::size_t node) const {
    return document_.meshes[static_cast<std::size_t>(document_.nodes[node].mesh)];
  }

  /// Nodes of the asset that show the mesh of a node: its instances, or itself.
  std::vector<std::size_t> shown_by(std::size_t node) const {
    if (!document_.nodes[node].instances) return {node};
    std::vector<std::size_t> all(instances_[node + 1] - instances_[node]);
    std::iota(all.begin(), all.end(), instances_[node]);
    return all;
  }

  void add(Channel channel, std::size_t node, Clip& clip) const {
    channel.node = node;
    channel.track.width = channel.path == Channel::Path::rotation ? 4 : 3;
    if (channel.path != Channel::Path::weights) return clip.channels.push_back(std::move(channel));
    channel.track.width = mesh_of(node).target_count();
    for (const std::size_t each : shown_by(node)) {
      channel.node = each;
      clip.channels.push_back(channel);
    }
  }

  /// A channel with the keys of a single weight; the other weights keep their values in the file.
  void add_constant(Channel channel, std::size_t node, Clip& clip) const {
    const MeshEntry& mesh = mesh_of(node);
    const std::size_t targets = mesh.target_count();
    const std::vector<double> zeros(targets, 0.0);
    const std::vector<double>& fixed = document_.nodes[node].weights ? *document_.nodes[node].weights
                                       : mesh.weights                ? *mesh.weights
                                                                     : zeros;
    const bool is_cubic = channel.track.interpolation == Interpolation::cubicspline;
    std::vector<double> values;
    for (std::size_t key = 0; key < channel.track.times.size(); ++key) {
      if (is_cubic) values.insert(values.end(), zeros.begin(), zeros.end());
      values.insert(values.end(), fixed.begin(), fixed.end());
      if (is_cubic) values.insert(values.end(), zeros.begin(), zeros.end());
    }
    channel.track.values = std::move(values);
    add(std::move(channel), node, clip);
  }

  void set_weight(Channel& all, const Channel& one, std::size_t target, const Pointer& where) const {
    if (all.track.times != one.track.times || all.track.interpolation != one.track.interpolation) {
      log_.error("UNSUPPORTED_EXTENSION", where,
                 "pointers to single weights of one node need the same keys and interpolation");
      return;
    }
    for (std::size_t i = 0; i < one.track.values.size(); ++i)
      all.track.values[i * all.track.width + target] = one.track.values[i];
    all.storage_error = std::max(all.storage_error, one.storage_error);
  }

  const Document& document_;
  const AccessorStore& store_;
  IssueLog& log_;
  std::vector<std::vector<std::size_t>>
      nodes_of_mesh_;                   // nodes that show the mesh and have no weights [#meshes]
  std::vector<std::size_t> instances_;  // first instance of each node [#nodes + 1]
};

}  // namespace

std::vector<Clip> build_clips(const AccessorStore& store, IssueLog& log) {
  ClipBuilder builder(store, log);
  std::vector<Clip> clips;
  const std::vector<AnimationEntry>& animations = store.document().animations;
  for (std::size_t a = 0; a < animations.size(); ++a)
    clips.push_back(builder.build(animations[a], Pointer() / "animations" / a / "channels"));
  return clips;
}

}  // namespace bindpose::gltf
