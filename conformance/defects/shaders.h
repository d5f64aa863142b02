// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: mistakes that are made in GLSL - in a body, or in the program around it - each registered once as another text in the
// place of what is written there. They are made on every OpenGL device: `gpu:surfaceless?mistake=shader-std140`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose::conformance {

/// What stands in a program's text, and what stands there instead, wherever it does.
struct ShaderEdit {
  std::string original, changed;
};

struct ShaderDefect {
  std::string_view id;        ///< "shader-std140"
  std::string_view sentence;  ///< "your output equals what one gets when ..."
  std::string_view symptom;   ///< what one sees
  std::string_view source;    ///< issue threads, or "(derived)"
  std::vector<ShaderEdit> edits;
};

std::span<const ShaderDefect> shader_defects();
/// Null if there is none of that id.
const ShaderDefect* find_shader_defect(std::string_view id);

/// A program's text with the mistake; nothing where it has no place for it.
std::optional<std::string> with_mistake(const ShaderDefect& defect, std::string text);

}  // namespace bindpose::conformance
