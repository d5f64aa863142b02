// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the container of a glTF file - the GLB header and its chunks, or plain JSON.
//
// Source: Khronos glTF 2.0, section 4 (GLB file format).
#pragma once

#include <span>

#include "reference/gltf/issue_log.h"

namespace bindpose::gltf {

/// A file's contents; the views point into the file's bytes.
struct Container {
  bool is_glb = false;
  std::optional<std::string_view> json;           ///< none if the container is invalid before its end
  std::optional<std::span<const std::byte>> bin;  ///< the first BIN chunk of a GLB
};

/// Splits a GLB into its chunks. Errors GLB_* at "@byte"; the result then holds the chunks found.
Container split_glb(std::span<const std::byte> bytes, IssueLog& log);

/// Reads a file by its name: ".glb" is GLB, ".gltf" is JSON; for other names the first byte decides.
Container open_container(std::span<const std::byte> bytes, std::string_view name, IssueLog& log);

}  // namespace bindpose::gltf
