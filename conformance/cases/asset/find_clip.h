// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the clip of a glTF file that a caller names.
#pragma once

#include "reference/gltf/asset.h"

namespace bindpose::conformance {

/// Finds a clip by its name, or by its number if no clip has that name. option: the option's name for errors,
/// "--clip". Errors CLIP_UNKNOWN, CLIP_AMBIGUOUS.
Expected<std::size_t> find_clip(const gltf::Asset& asset, const std::string& text, std::string_view option);

}  // namespace bindpose::conformance
