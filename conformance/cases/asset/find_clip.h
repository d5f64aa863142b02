// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: finds a clip of a glTF file by name or number.
#pragma once

#include "reference/gltf/asset.h"

namespace bindpose::conformance {

/// Finds a clip by its name, or by its number if no clip has that name. option: name of the option
/// for error messages, "--clip". Errors CLIP_UNKNOWN, CLIP_AMBIGUOUS.
Expected<std::size_t> find_clip(const gltf::Asset& asset, const std::string& text, std::string_view option);

}  // namespace bindpose::conformance
