// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Animations as written, and the targets of KHR_animation_pointer.
// Source: Khronos, KHR_animation_pointer, and the glTF 2.0 Asset Object Model.
#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "reference/gltf/document.h"

namespace bindpose::gltf {
namespace {

constexpr std::string_view kPaths[] = {"translation", "rotation", "scale", "weights"};

bool is_path(std::string_view text) {
  return std::ranges::find(kPaths, text) != std::end(kPaths);
}

SamplerEntry read_sampler(const JsonObject& object) {
  object.check_extensions();
  SamplerEntry sampler;
  sampler.input = object.index("input", Presence::required);
  sampler.interpolation = object.string("interpolation").value_or("LINEAR");
  if (sampler.interpolation != "LINEAR" && sampler.interpolation != "STEP" &&
      sampler.interpolation != "CUBICSPLINE") {
    object.log().warning(
        "VALUE_NOT_IN_LIST", object.where() / "interpolation",
        fmt::format("'{}' is not an interpolation; its channels are skipped", sampler.interpolation));
  }
  sampler.output = object.index("output", Presence::required);
  return sampler;
}

/// "nodes", "2" and "rotation" of "/nodes/2/rotation".
std::vector<std::string_view> parts_of(std::string_view pointer) {
  std::vector<std::string_view> parts;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const std::size_t end = std::min(pointer.find('/'), pointer.size());
    parts.push_back(pointer.substr(0, end));
    pointer.remove_prefix(end);
  }
  return parts;
}

/// An array index of RFC 6901: digits without a leading zero.
std::optional<std::int64_t> array_index(std::string_view text) {
  constexpr std::size_t most_digits = 9;
  if (text.empty() || text.size() > most_digits || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  if (!std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
  std::int64_t index = 0;
  std::from_chars(text.data(), text.data() + text.size(), index);
  return index;
}

/// Sets the target of the channel. A pointer to a material, a camera, a light or an extension moves no
/// vertex: the channel then has no node and no mesh, and is skipped.
void read_pointer(const JsonObject& extension, ChannelEntry& channel) {
  channel.path.clear();
  channel.is_pointer = true;
  const std::optional<std::string> pointer = extension.string("pointer", Presence::required);
  if (!pointer) return;
  const Pointer where = extension.where() / "pointer";
  if (!pointer->starts_with('/')) {
    extension.log().error("PATTERN_MISMATCH", where,
                          fmt::format("'{}' is not a JSON pointer (RFC 6901)", *pointer));
    return;
  }
  const std::vector<std::string_view> parts = parts_of(*pointer);
  const bool is_node = parts[0] == "nodes", is_mesh = parts[0] == "meshes";
  if (!is_node && !is_mesh) return;
  if (parts.size() > 2 && (parts[2] == "extensions" || parts[2] == "extras")) return;
  const bool is_element = parts.size() == 4 && parts[2] == "weights";
  const std::optional<std::int64_t> index = parts.size() > 1 ? array_index(parts[1]) : std::nullopt;
  const std::optional<std::int64_t> element = is_element ? array_index(parts[3]) : std::nullopt;
  if (!index || (parts.size() != 3 && !is_element) || (is_element && !element) ||
      !(is_node ? is_path(parts[2]) : parts[2] == "weights")) {
    extension.log().warning(
        "VALUE_NOT_IN_LIST", where,
        fmt::format("'{}' is not a property that can be animated; the channel is skipped", *pointer));
    return;
  }
  (is_node ? channel.node : channel.mesh) = *index;
  channel.path = parts[2];
  channel.element = element.value_or(kNone);
}

ChannelEntry read_channel(const JsonObject& object) {
  object.check_extensions();
  ChannelEntry channel;
  channel.sampler = object.index("sampler", Presence::required);
  const std::optional<JsonObject> target = object.object("target", Presence::required);
  if (!target) return channel;
  target->check_extensions();
  channel.has_target = true;
  channel.node = target->index("node", Presence::optional);
  channel.path = target->string("path", Presence::required).value_or("");
  if (const std::optional<JsonObject> extension = target->extension("KHR_animation_pointer")) {
    if (channel.path != "pointer")
      object.log().error("KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH", extension->where(),
                         fmt::format("the path is '{}', expected 'pointer'", channel.path));
    if (target->has("node"))
      object.log().error("KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE", extension->where(),
                         "a target with a pointer has no node");
    channel.node = kNone;
    read_pointer(*extension, channel);
  } else if (!is_path(channel.path) && target->has("path")) {
    object.log().warning("VALUE_NOT_IN_LIST", target->where() / "path",
                         fmt::format("'{}' is not a path; the channel is skipped", channel.path));
  }
  return channel;
}

}  // namespace

AnimationEntry read_animation_entry(const JsonObject& object) {
  AnimationEntry animation;
  animation.name = object.string("name").value_or("");
  object.objects("channels", [&](const JsonObject& channel, std::size_t) {
    animation.channels.push_back(read_channel(channel));
  });
  object.objects("samplers", [&](const JsonObject& sampler, std::size_t) {
    animation.samplers.push_back(read_sampler(sampler));
  });
  return animation;
}

}  // namespace bindpose::gltf
