// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Which extensions a document uses, which it cannot do without, and which of those this loader understands.
#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "reference/gltf/document.h"

namespace bindpose::gltf {
namespace {

constexpr std::string_view kQuantization = "KHR_mesh_quantization";

/// Extensions that replace, compress or multiply geometry.
constexpr std::array<std::string_view, 6> kGeometryExtensions = {
    "KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression",
    "MESHOPT_compression",        "EXT_mesh_gpu_instancing", "KHR_gaussian_splatting"};

/// Extensions about looks, whatever they are attached to.
bool is_about_looks(std::string_view name) {
  constexpr std::array<std::string_view, 6> kWords = {"material",   "texture", "light",
                                                      "visibility", "xmp",     "iridescence"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

using Names = std::set<std::string, std::less<>>;

void add_attached(const Json& objects, Names& names) {
  if (!objects.is_array()) return;
  for (const Json& object : objects) {
    if (!object.is_object()) continue;
    if (const auto found = object.find("extensions"); found != object.end() && found->is_object()) {
      for (const auto& [name, value] : found->items())
        names.insert(name);
    }
    if (const auto found = object.find("primitives"); found != object.end()) add_attached(*found, names);
  }
}

/// The extensions attached to what geometry is made of.
Names attached_to_geometry(const Json& root) {
  Names names;
  for (const char* list : {"meshes", "accessors", "bufferViews", "buffers", "skins"}) {
    if (const auto found = root.find(list); found != root.end()) add_attached(*found, names);
  }
  return names;
}

bool is_supported(std::string_view name, const Names& attached) {
  if (name == kQuantization || is_about_looks(name)) return true;
  return std::find(kGeometryExtensions.begin(), kGeometryExtensions.end(), name) ==
             kGeometryExtensions.end() &&
         !attached.contains(name);
}

}  // namespace

void read_extensions(const JsonObject& root, Vetting& vetting) {
  IssueLog& log = vetting.log;
  if (root.has("extensionsRequired") && !root.has("extensionsUsed")) {
    log.error("UNSATISFIED_DEPENDENCY", root.where() / "extensionsRequired",
              "extensionsUsed must be defined");
  }
  const std::vector<std::string> used = root.strings("extensionsUsed");
  const std::vector<std::string> required = root.strings("extensionsRequired");
  vetting.extensions_used.insert(used.begin(), used.end());

  const bool quantization_required =
      std::find(required.begin(), required.end(), kQuantization) != required.end();
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i] == kQuantization && !quantization_required) {
      log.error("NON_REQUIRED_EXTENSION", root.where() / "extensionsUsed" / i,
                fmt::format("{} cannot be optional", kQuantization));
    }
  }
  const Names attached = required.empty() ? Names{} : attached_to_geometry(root.json());
  const Pointer where = root.where() / "extensionsRequired";
  for (std::size_t i = 0; i < required.size(); ++i) {
    if (!vetting.extensions_used.contains(required[i])) {
      log.error("UNUSED_EXTENSION_REQUIRED", where / i,
                fmt::format("'{}' is required but not used", required[i]));
    }
    if (!is_supported(required[i], attached)) {
      log.error("UNSUPPORTED_EXTENSION", where / i,
                fmt::format("'{}' changes geometry and is not understood", required[i]));
    }
  }
}

}  // namespace bindpose::gltf
