// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/shaders.h"

#include <algorithm>

namespace bindpose::conformance {
std::span<const ShaderDefect> shader_defects() {
  static const std::vector<ShaderDefect> all = {
#include "shaders.inc"
  };
  return all;
}

const ShaderDefect* find_shader_defect(std::string_view id) {
  const auto found = std::ranges::find(shader_defects(), id, &ShaderDefect::id);
  return found == shader_defects().end() ? nullptr : &*found;
}

std::optional<std::string> with_defect(const ShaderDefect& defect, std::string text) {
  bool is_made = false;
  for (const auto& [original, changed] : defect.edits)
    for (std::size_t at = text.find(original); at != std::string::npos;
         at = text.find(original, at + changed.size())) {
      text.replace(at, original.size(), changed);
      is_made = true;
    }
  if (!is_made) return std::nullopt;
  return text;
}

}  // namespace bindpose::conformance
