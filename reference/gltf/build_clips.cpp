// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include "reference/gltf/asset_builder.h"
#include "reference/gltf/tolerance.h"

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

/// True if a track made of zeros from nowhere can be played: increasing times, no rotation of length 0.
bool is_playable(const AccessorStore& store, const SamplerEntry& sampler, bool is_rotation,
                 std::size_t keys) {
  const Backing input = store.backing(sampler.input);
  const Backing output = store.backing(sampler.output);
  if (input == Backing::missing || output == Backing::missing) return false;
  if (input == Backing::zeros && keys > 1) return false;
  return output == Backing::bytes || !is_rotation;
}

/// Numbers a value of a path has.
std::size_t width_of(Channel::Path path, const Document& document, std::int64_t node) {
  if (path == Channel::Path::rotation) return 4;
  if (path != Channel::Path::weights) return 3;
  const std::int64_t mesh = document.nodes[static_cast<std::size_t>(node)].mesh;
  return document.meshes[static_cast<std::size_t>(mesh)].target_count();
}

std::optional<Channel> build_channel(const AccessorStore& store, const AnimationEntry& animation,
                                     const ChannelEntry& entry, const Pointer& where, IssueLog& log) {
  const SamplerEntry& sampler = animation.samplers[static_cast<std::size_t>(entry.sampler)];
  const std::optional<Interpolation> interpolation = interpolation_named(sampler.interpolation);
  const std::optional<Channel::Path> path = path_named(entry.path);
  if (entry.node == kNone || !interpolation || !path) return std::nullopt;

  const auto keys =
      static_cast<std::size_t>(store.document().accessors[static_cast<std::size_t>(sampler.input)].count);
  if (!is_playable(store, sampler, path == Channel::Path::rotation, keys)) {
    log.warning("ACCESSOR_WITHOUT_DATA", where, "a channel without data is ignored");
    return std::nullopt;
  }
  Channel channel;
  channel.node = static_cast<std::size_t>(entry.node);
  channel.path = *path;
  channel.track.interpolation = *interpolation;
  channel.track.rotation = path == Channel::Path::rotation;
  channel.track.width = width_of(*path, store.document(), entry.node);
  channel.track.times = store.numbers(sampler.input);
  channel.track.values = store.numbers(sampler.output);
  channel.storage_error = store.storage_error(sampler.output);
  return channel;
}

}  // namespace

std::vector<Clip> build_clips(const AccessorStore& store, IssueLog& log) {
  std::vector<Clip> clips;
  const std::vector<AnimationEntry>& animations = store.document().animations;
  for (std::size_t a = 0; a < animations.size(); ++a) {
    Clip& clip = clips.emplace_back();
    clip.name = animations[a].name;
    for (std::size_t c = 0; c < animations[a].channels.size(); ++c) {
      const Pointer where = Pointer() / "animations" / a / "channels" / c;
      std::optional<Channel> channel =
          build_channel(store, animations[a], animations[a].channels[c], where, log);
      if (channel) clip.channels.push_back(std::move(*channel));
    }
  }
  return clips;
}

}  // namespace bindpose::gltf
