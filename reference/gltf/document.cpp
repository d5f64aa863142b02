// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/document.h"

#include <algorithm>

#include <fmt/format.h>

namespace bindpose::gltf {
namespace {

/// "12.34" as two numbers; nothing for any other form.
std::optional<std::pair<int, int>> parse_version(const std::string& text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == text.size() || text.size() > 9) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i != dot && !(text[i] >= '0' && text[i] <= '9')) return std::nullopt;
  }
  return std::pair(std::stoi(text.substr(0, dot)), std::stoi(text.substr(dot + 1)));
}

/// The version of a member; PATTERN_MISMATCH for other text.
std::optional<std::pair<int, int>> version(const JsonObject& asset, const char* name, Presence presence) {
  const std::optional<std::string> text = asset.string(name, presence);
  if (!text) return std::nullopt;
  const auto parsed = parse_version(*text);
  if (!parsed) {
    asset.log().error("PATTERN_MISMATCH", asset.where() / name,
                      fmt::format("'{}' is not of the form 2.0", *text));
  }
  return parsed;
}

/// True if the rest of the document can be read.
bool check_asset(const JsonObject& root) {
  const std::optional<JsonObject> asset = root.object("asset", Presence::required);
  if (!asset) return false;
  asset->check_extensions();
  const auto found = version(*asset, "version", Presence::required);
  const auto least = version(*asset, "minVersion", Presence::optional);
  if (!found) return false;
  if (least && *least > *found) {
    root.log().error("ASSET_MIN_VERSION_GREATER_THAN_VERSION", asset->where() / "minVersion",
                     "minVersion is greater than version");
  }
  if (found->first != 2) {
    root.log().error("UNKNOWN_ASSET_MAJOR_VERSION", asset->where() / "version",
                     fmt::format("version {}, expected 2", found->first));
    return false;
  }
  if (found->second > 0) {
    root.log().warning("UNKNOWN_ASSET_MINOR_VERSION", asset->where() / "version",
                       fmt::format("version 2.{}, expected 2.0", found->second));
  }
  return true;
}

/// Reads a top-level array. Elements that are not objects stay as empty entries (and are errors).
template <class Entry>
std::vector<Entry> read_list(const JsonObject& root, const char* name, Entry (*read)(const JsonObject&),
                             Vetting& vetting) {
  std::vector<Entry> entries;
  if (!root.has(name)) return entries;
  const Json& list = root.json()[name];
  const Pointer where = root.where() / name;
  if (!list.is_array()) {
    vetting.log.error("TYPE_MISMATCH", where, fmt::format("'{}' is not of type array", name));
    return entries;
  }
  if (list.empty()) vetting.log.error("EMPTY_ENTITY", where, "the array is empty");
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i].is_object()) {
      vetting.log.error("TYPE_MISMATCH", where / i, "an element is not an object");
      entries.emplace_back();
      continue;
    }
    const JsonObject object(list[i], where / i, vetting);
    object.check_extensions();
    entries.push_back(read(object));
  }
  return entries;
}

struct Skipped {};

Skipped skip(const JsonObject&) {
  return {};
}

/// The largest set of texture coordinates that the textures in an object need; kNone without textures.
std::int64_t largest_texcoord(const Json& object) {
  std::int64_t largest = kNone;
  for (const auto& [name, texture] : object.items()) {
    if (!name.ends_with("Texture") || !texture.is_object()) continue;
    std::int64_t set = texture.contains("texCoord") ? as_integer(texture["texCoord"]).value_or(kNone) : 0;
    if (const auto extensions = texture.find("extensions");
        extensions != texture.end() && extensions->is_object()) {
      const auto transform = extensions->find("KHR_texture_transform");
      const bool overrides =
          transform != extensions->end() && transform->is_object() && transform->contains("texCoord");
      if (overrides) set = as_integer((*transform)["texCoord"]).value_or(kNone);
    }
    largest = std::max(largest, set);
  }
  return largest;
}

std::int64_t read_material_texcoord(const JsonObject& object) {
  std::int64_t largest = largest_texcoord(object.json());
  for (const char* name : {"pbrMetallicRoughness", "extensions"}) {
    const auto inner = object.json().find(name);
    if (inner == object.json().end() || !inner->is_object()) continue;
    largest = std::max(largest, largest_texcoord(*inner));
  }
  return largest;
}

std::int64_t read_image_view(const JsonObject& object) {
  return object.has("bufferView") ? as_integer(object.json()["bufferView"]).value_or(kNone) : kNone;
}

}  // namespace

Document read_document(const Json& json, IssueLog& log) {
  Document document;
  Vetting vetting{log, {}};
  const JsonObject root(json, Pointer(), vetting);
  read_extensions(root, vetting);
  if (!check_asset(root)) return document;

  document.quantized = vetting.extensions_used.contains("KHR_mesh_quantization");
  document.extensions.assign(vetting.extensions_used.begin(), vetting.extensions_used.end());
  document.accessors = read_list(root, "accessors", read_accessor_entry, vetting);
  document.animations = read_list(root, "animations", read_animation_entry, vetting);
  document.buffers = read_list(root, "buffers", read_buffer, vetting);
  document.views = read_list(root, "bufferViews", read_view, vetting);
  document.camera_count = read_list(root, "cameras", skip, vetting).size();
  document.image_views = read_list(root, "images", read_image_view, vetting);
  document.material_texcoords = read_list(root, "materials", read_material_texcoord, vetting);
  document.meshes = read_list(root, "meshes", read_mesh_entry, vetting);
  document.nodes = read_list(root, "nodes", read_node_entry, vetting);
  read_list(root, "samplers", skip, vetting);
  document.scenes = read_list(root, "scenes", read_scene_entry, vetting);
  document.scene = root.index("scene", Presence::optional);
  document.skins = read_list(root, "skins", read_skin_entry, vetting);
  read_list(root, "textures", skip, vetting);
  root.check_extensions();
  return document;
}

std::int64_t find_attribute(const Attributes& attributes, std::string_view semantic) {
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [&](const auto& attribute) { return attribute.first == semantic; });
  return found == attributes.end() ? kNone : found->second;
}

}  // namespace bindpose::gltf
