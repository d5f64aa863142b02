// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "reference/gltf/link_checks.h"

namespace bindpose::gltf {
namespace {

bool has_stride(const AccessorEntry& accessor, const Links& links) {
  const ViewEntry* view = links.view_of(accessor);
  return view != nullptr && view->byte_stride != kNone;
}

void check_input(const SamplerEntry& sampler, const Pointer& where, Links& links) {
  const AccessorEntry* input = links.accessor(sampler.input, where);
  if (input == nullptr) return;
  links.use(sampler.input, AccessorUse::animation_input, ViewUse::other, where);
  if (has_stride(*input, links)) {
    links.log.error("ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE", where,
                    "animation data must not have a byteStride");
  }
  if (input->type != ElementType::scalar || input->component_type != kFloat || input->normalized) {
    links.log.error("ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT", where,
                    "times must be scalars of FLOAT");
  }
  if (!input->min || !input->max) {
    links.log.error("ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS", where, "times need min and max");
  }
  if (sampler.interpolation == "CUBICSPLINE" && input->count < 2) {
    links.log.error("ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS", where, "CUBICSPLINE needs two keys");
  }
}

void check_output(const SamplerEntry& sampler, const Pointer& where, Links& links) {
  const AccessorEntry* output = links.accessor(sampler.output, where);
  if (output == nullptr) return;
  links.use(sampler.output, AccessorUse::animation_output, ViewUse::other, where);
  if (has_stride(*output, links)) {
    links.log.error("ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE", where,
                    "animation data must not have a byteStride");
  }
}

/// The mesh whose targets a channel of weights moves, or null.
const MeshEntry* mesh_of(const ChannelEntry& channel, const Document& document) {
  std::int64_t mesh = channel.mesh;
  if (channel.node != kNone && static_cast<std::size_t>(channel.node) < document.nodes.size())
    mesh = document.nodes[static_cast<std::size_t>(channel.node)].mesh;
  if (mesh == kNone || static_cast<std::size_t>(mesh) >= document.meshes.size()) return nullptr;
  return &document.meshes[static_cast<std::size_t>(mesh)];
}

void check_weights(const ChannelEntry& channel, const Pointer& where, Links& links) {
  const MeshEntry* mesh = mesh_of(channel, links.document);
  if (mesh == nullptr || mesh->target_count() == 0) {
    links.log.error("ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS", where,
                    "the node has no morph targets");
  } else if (channel.element != kNone) {
    resolves(channel.element, mesh->target_count(), where, links.log);
  }
}

void check_target(const ChannelEntry& channel, const Pointer& where, Links& links) {
  const Document& document = links.document;
  const Pointer place =
      channel.is_pointer ? where / "extensions" / "KHR_animation_pointer" / "pointer" : where;
  const bool is_found = channel.mesh != kNone
                            ? resolves(channel.mesh, document.meshes.size(), place, links.log)
                            : resolves(channel.node, document.nodes.size(),
                                       channel.is_pointer ? place : where / "node", links.log);
  if (!is_found) return;
  if (channel.path == "weights") {
    check_weights(channel, place, links);
  } else if (document.nodes[static_cast<std::size_t>(channel.node)].matrix &&
             (channel.path == "translation" || channel.path == "rotation" || channel.path == "scale")) {
    links.log.error("ANIMATION_CHANNEL_TARGET_NODE_MATRIX", place, "the node has a matrix");
  }
}

/// True if the values of a channel have a format that its path allows; behind a pointer, integers of any kind.
bool is_output_format(const ChannelEntry& channel, const AccessorEntry& output) {
  const std::string& path = channel.path;
  if (channel.is_pointer)
    return output.is_readable() && output.type == (path == "weights"    ? ElementType::scalar
                                                   : path == "rotation" ? ElementType::vec4
                                                                        : ElementType::vec3);
  const bool is_float = output.component_type == kFloat && !output.normalized;
  const std::int64_t size = component_size(output.component_type);
  const bool is_normalized = (size == 1 || size == 2) && output.normalized;
  if (path == "translation" || path == "scale") return output.type == ElementType::vec3 && is_float;
  if (path == "rotation") return output.type == ElementType::vec4 && (is_float || is_normalized);
  if (path == "weights") return output.type == ElementType::scalar && (is_float || is_normalized);
  return true;
}

/// Formats and counts of the accessors that a channel reads.
void check_values(const ChannelEntry& channel, const SamplerEntry& sampler, const Pointer& where,
                  Links& links) {
  if (channel.is_pointer && channel.path.empty()) return;
  const std::vector<AccessorEntry>& accessors = links.document.accessors;
  const auto find = [&](std::int64_t index) -> const AccessorEntry* {
    if (index == kNone || static_cast<std::size_t>(index) >= accessors.size()) return nullptr;
    return &accessors[static_cast<std::size_t>(index)];
  };
  const AccessorEntry* input = find(sampler.input);
  const AccessorEntry* output = find(sampler.output);
  if (output == nullptr) return;
  if (!is_output_format(channel, *output)) {
    links.log.error(
        "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT", where,
        fmt::format("accessor {} has a format that {} cannot have", sampler.output, channel.path));
  }
  if (input == nullptr || input->count == kNone || output->count == kNone) return;
  std::int64_t values_per_key = sampler.interpolation == "CUBICSPLINE" ? 3 : 1;
  if (channel.path == "weights" && channel.element == kNone) {
    const MeshEntry* mesh = mesh_of(channel, links.document);
    values_per_key *= mesh == nullptr ? 0 : static_cast<std::int64_t>(mesh->target_count());
  }
  if (values_per_key == 0) return;
  if (output->count % values_per_key != 0 || output->count / values_per_key != input->count) {
    links.log.error(
        "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT", where,
        fmt::format("{} values for {} keys of {} values", output->count, input->count, values_per_key));
  }
}

/// Property that a channel changes. `element` is kNone for an array.
struct Property {
  std::int64_t node, mesh;
  std::string path;
  std::int64_t element;
  bool operator<(const Property& other) const {
    return std::tie(node, mesh, path, element) < std::tie(other.node, other.mesh, other.path, other.element);
  }
};

void check_channels(const AnimationEntry& animation, const Pointer& where, Links& links) {
  std::map<Property, std::size_t> last;  // the last channel with this target
  for (std::size_t c = 0; c < animation.channels.size(); ++c) {
    const ChannelEntry& channel = animation.channels[c];
    last[{channel.node, channel.mesh, channel.path, channel.element}] = c;
  }
  for (std::size_t c = 0; c < animation.channels.size(); ++c) {
    const ChannelEntry& channel = animation.channels[c];
    if (channel.has_target) check_target(channel, where / c / "target", links);
    const Pointer place = where / c / "sampler";
    if (resolves(channel.sampler, animation.samplers.size(), place, links.log) && channel.has_target) {
      check_values(channel, animation.samplers[static_cast<std::size_t>(channel.sampler)], place, links);
    }
    if (!channel.has_target || (channel.node == kNone && channel.mesh == kNone) || channel.sampler == kNone)
      continue;
    Property property{channel.node, channel.mesh, channel.path, channel.element};
    std::size_t other = last[property];
    property.element = kNone;
    if (const auto whole = last.find(property); other == c && whole != last.end()) other = whole->second;
    if (other != c)
      links.log.error("ANIMATION_DUPLICATE_TARGETS", where / c / "target",
                      fmt::format("channel {} has the same target", other));
  }
}

}  // namespace

void check_animation_links(Links& links) {
  const Pointer animations = Pointer() / "animations";
  for (std::size_t a = 0; a < links.document.animations.size(); ++a) {
    const AnimationEntry& animation = links.document.animations[a];
    for (std::size_t s = 0; s < animation.samplers.size(); ++s) {
      const Pointer where = animations / a / "samplers" / s;
      check_input(animation.samplers[s], where / "input", links);
      check_output(animation.samplers[s], where / "output", links);
    }
    check_channels(animation, animations / a / "channels", links);
  }
}

}  // namespace bindpose::gltf
