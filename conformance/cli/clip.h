// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the clip of a glTF file that a command line names.
#pragma once

#include "reference/gltf/asset.h"

namespace bindpose::conformance {

/// By its name, or by its number where none has that name. Errors CLIP_UNKNOWN, CLIP_AMBIGUOUS.
Expected<std::size_t> find_clip(const gltf::Asset& asset, const std::string& text);

}  // namespace bindpose::conformance
