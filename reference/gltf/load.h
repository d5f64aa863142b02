// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: loads .gltf and .glb files as checked assets.
#pragma once

#include <filesystem>
#include <span>

#include <tl/expected.hpp>

#include "reference/gltf/asset.h"

namespace bindpose::gltf {

/// Reasons why a file was refused: all errors (at least one), then warnings, in file order.
struct Refusal {
  std::string file;
  std::vector<Issue> issues;
};

/// Reads a .gltf or .glb file and the buffers it refers to (data: URIs, and files in the file's own folder; no
/// network).
tl::expected<Asset, Refusal> load(const std::filesystem::path& file);

/// Loads a file from memory; `base` is the folder of relative buffer URIs; if empty, none are opened.
tl::expected<Asset, Refusal> parse(std::span<const std::byte> bytes, const std::filesystem::path& base,
                                   const std::string& name);

/// One line per issue: "error CODE file#pointer: message".
std::string to_string(const Refusal& refusal);

}  // namespace bindpose::gltf
