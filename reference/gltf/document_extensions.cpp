// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks the extensions that a document uses or requires.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "reference/gltf/decompress.h"

namespace bindpose::gltf {
namespace {

constexpr std::string_view kQuantization = "KHR_mesh_quantization";
constexpr std::string_view kApplied[] = {kQuantization, "KHR_animation_pointer", "EXT_mesh_gpu_instancing"};

/// Extensions that do not move vertices: prefixes of names, and whole names.
constexpr std::string_view kAppearanceFamilies[] = {"KHR_materials_", "ADOBE_materials_", "KHR_texture_",
                                                    "EXT_texture_",   "MSFT_texture_",    "KHR_lights_",
                                                    "EXT_lights_",    "KHR_xmp"};
constexpr std::string_view kAppearance[] = {
    "KHR_node_visibility",     "KHR_node_selectability",   "KHR_node_hoverability",
    "KHR_techniques_webgl",    "EXT_mesh_features",        "EXT_instance_features",
    "EXT_structural_metadata", "CESIUM_primitive_outline", "VRMC_materials_mtoon"};

/// Extensions that move or multiply vertices and are not applied here.
constexpr std::string_view kMoving[] = {"KHR_interactivity", "KHR_physics_rigid_bodies",
                                        "VRMC_node_constraint", "VRMC_springBone", "VRM"};

const Decoder* decoder_of(std::string_view extension) {
  const auto found = std::ranges::find(decoders(), extension, &Decoder::extension);
  return found == decoders().end() ? nullptr : &*found;
}

bool is_understood(std::string_view name) {
  if (const Decoder* decoder = decoder_of(name)) return decoder->is_built_in;
  return std::ranges::find(kApplied, name) != std::end(kApplied) ||
         std::ranges::find(kAppearance, name) != std::end(kAppearance) ||
         std::ranges::any_of(kAppearanceFamilies,
                             [name](std::string_view family) { return name.starts_with(family); });
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
  for (std::size_t i = 0; i < used.size(); ++i)
    if (std::ranges::find(kMoving, used[i]) != std::end(kMoving) &&
        std::ranges::find(required, used[i]) == required.end())
      log.warning("EXTENSION_NOT_APPLIED", root.where() / "extensionsUsed" / i,
                  fmt::format("'{}' moves vertices and is not applied; its effect is not judged", used[i]));
  const Pointer where = root.where() / "extensionsRequired";
  for (std::size_t i = 0; i < required.size(); ++i) {
    if (!vetting.extensions_used.contains(required[i])) {
      log.error("UNUSED_EXTENSION_REQUIRED", where / i,
                fmt::format("'{}' is required but not used", required[i]));
    }
    if (!is_understood(required[i])) {
      log.error("UNSUPPORTED_EXTENSION", where / i,
                decoder_of(required[i]) == nullptr
                    ? fmt::format("the file requires '{}', which is not supported", required[i])
                    : fmt::format("the file requires '{}', and this program was built without {}",
                                  required[i], decoder_of(required[i])->library));
    }
  }
}

}  // namespace bindpose::gltf
