// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what each warning about a file that is read all the same says.
#pragma once

#include <span>
#include <string_view>

namespace bindpose::gltf {

struct WarningFacts {
  std::string_view code;      ///< the Khronos validator's: "GLB_EXTRA_DATA"
  std::string_view sentence;  ///< without the full stop
};
std::span<const WarningFacts> warnings_with_facts();

}  // namespace bindpose::gltf
