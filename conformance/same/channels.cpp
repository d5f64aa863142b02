// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/same/channels.h"

#include <algorithm>
#include <numbers>
#include <set>

#include <fmt/format.h>

#include "reference/animation/shared/track.h"

namespace bindpose::conformance::same {
namespace {

using Path = gltf::Channel::Path;
using Values = std::vector<double>;

const gltf::Channel* find_channel(const gltf::Clip& clip, std::size_t node, Path path) {
  const auto found = std::ranges::find_if(
      clip.channels, [&](const gltf::Channel& c) { return c.node == node && c.path == path; });
  return found == clip.channels.end() ? nullptr : &*found;
}

/// The value of a node without a channel; empty for a node with a matrix.
Values rest_value(const gltf::Asset& asset, std::size_t n, Path path) {
  const gltf::Node& node = asset.nodes[n];
  if (path == Path::weights) {
    if (!node.morph_weights.empty() || !node.mesh) return node.morph_weights;
    return asset.meshes[*node.mesh].morph_weights;
  }
  if (node.local.is_matrix) return {};
  const Trs<double>& trs = node.local.trs;
  if (path == Path::rotation) return {trs.rotation.coeffs().data(), trs.rotation.coeffs().data() + 4};
  const Vec3<double>& value = path == Path::scale ? trs.scale : trs.translation;
  return {value.data(), value.data() + 3};
}

/// A property of a node in a clip.
struct Property {
  const gltf::Channel* channel;
  Values rest;

  Values at(double seconds) const {
    return channel == nullptr ? rest : animation::sample<double>(channel->track, seconds);
  }
  double storage_error() const { return channel == nullptr ? 0 : channel->storage_error; }
};

double difference(Path path, const Values& before, const Values& after, const Pairing* targets) {
  if (path == Path::weights) {
    double most = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const Partner k = targets == nullptr ? Partner(i) : targets->after[i];
      if (k && *k < after.size()) most = std::max(most, std::fabs(before[i] - after[*k]));
    }
    return most;
  }
  if (before.size() != after.size()) return 0;
  if (path == Path::rotation) {
    const Quat<double> turn =
        Quat<double>(Vec4<double>(before.data())).conjugate() * Quat<double>(Vec4<double>(after.data()));
    return 2 * std::atan2(turn.vec().norm(), std::fabs(turn.w()));
  }
  return (Vec3<double>(before.data()) - Vec3<double>(after.data())).norm();
}

/// An error e in each component of both keys of a slerp becomes at most sqrt(2) e between them. A
/// rotation's angle is twice the quaternion's angle, and all four components have the error e.
double allowed_by(Path path, double error, const Values& value) {
  double largest = 0;
  for (const double x : value)
    largest = std::max(largest, std::fabs(x));
  const double of_component = error + two_roundings * largest;
  if (path == Path::rotation) return 4 * std::sqrt(2.0) * of_component;
  return path == Path::weights ? of_component : std::sqrt(3.0) * of_component;
}

/// The delay of all keys, if the keys differ only by a delay.
std::optional<double> shift_of(const gltf::Channel* before, const gltf::Channel* after) {
  if (before == nullptr || after == nullptr) return std::nullopt;
  const Values &b = before->track.times, &a = after->track.times;
  if (b.size() != a.size() || b.size() < 2) return std::nullopt;
  const double shift = a[0] - b[0];
  const double allowed = two_roundings * std::max(std::fabs(a.back()), std::fabs(b.back()));
  if (std::fabs(shift) <= allowed) return std::nullopt;
  for (std::size_t i = 0; i < b.size(); ++i)
    if (!(std::fabs(a[i] - b[i] - shift) <= allowed)) return std::nullopt;
  return shift;
}

ChannelDifference compare(const Property& before, const Property& after, Path path, const Pairing* targets) {
  ChannelDifference found;
  found.path = path;
  found.shift = shift_of(before.channel, after.channel);
  const auto look = [&](double seconds, double& most) {
    const Values b = before.at(seconds), a = after.at(seconds);
    found.allowed = std::max(found.allowed, allowed_by(path, after.storage_error(), b));
    const double far = difference(path, b, a, targets);
    if (far > found.most()) found.seconds = seconds;
    most = std::max(most, far);
  };
  std::set<double> keys, all;
  if (after.channel != nullptr)
    keys.insert(after.channel->track.times.begin(), after.channel->track.times.end());
  for (const Property* each : {&before, &after})
    if (each->channel != nullptr)
      all.insert(each->channel->track.times.begin(), each->channel->track.times.end());
  for (auto at = all.begin(); at != all.end(); ++at) {
    look(*at, keys.contains(*at) ? found.at_keys : found.elsewhere);
    if (const auto next = std::next(at); next != all.end()) look((*at + *next) / 2, found.elsewhere);
  }
  using State = ChannelDifference::State;
  if (found.at_keys <= found.allowed && after.channel != nullptr)
    found.state = found.elsewhere <= found.allowed ? State::same : State::resampled;
  else
    found.state = found.most() <= found.allowed ? State::same : State::changed;
  return found;
}

}  // namespace

std::vector<ChannelDifference> channel_differences(const gltf::Asset& before, std::size_t clip_before,
                                                   const gltf::Asset& after, std::size_t clip_after,
                                                   const Pairing& nodes, const TargetsOfNode& targets) {
  const gltf::Clip &b = before.clips[clip_before], &a = after.clips[clip_after];
  std::set<std::pair<std::size_t, Path>> properties;
  for (const gltf::Channel& channel : b.channels)
    if (nodes.after[channel.node]) properties.emplace(channel.node, channel.path);
  for (const gltf::Channel& channel : a.channels)
    if (nodes.before[channel.node]) properties.emplace(*nodes.before[channel.node], channel.path);
  std::vector<ChannelDifference> found;
  for (const auto& [node, path] : properties) {
    const std::size_t partner = *nodes.after[node];
    const auto of_node = targets.find(node);
    found.push_back(compare({find_channel(b, node, path), rest_value(before, node, path)},
                            {find_channel(a, partner, path), rest_value(after, partner, path)}, path,
                            of_node == targets.end() ? nullptr : &of_node->second));
    found.back().node_before = node;
    found.back().node_after = partner;
  }
  return found;
}

std::string_view name_of(Path path) {
  constexpr std::string_view names[] = {"translation", "rotation", "scale", "weights"};
  return names[static_cast<std::size_t>(path)];
}

std::string size_text(Path path, double size) {
  if (path == Path::translation) return fmt::format("{:.3g} mm", 1000 * size);
  if (path == Path::rotation) return fmt::format("{:.3g} deg", size * 180 / std::numbers::pi);
  return fmt::format("{:.3g}", size);
}

}  // namespace bindpose::conformance::same
