// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Defects of GLSL, in a shader function or in the program around it. shaders.defects lists program
// texts and their replacements. Every OpenGL device can run them:
// `gpu:surfaceless?defect=shader-std140`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose::conformance {

/// A text of a program, and the replacement for all its occurrences.
struct ShaderEdit {
  std::string original, changed;
};

struct ShaderDefect {
  std::string_view id;        ///< "shader-std140"
  std::string_view sentence;  ///< "your output equals what one gets when ..."
  std::string_view symptom;   ///< visible effect
  std::string_view source;    ///< issue threads, or "(derived)"
  std::vector<ShaderEdit> edits;
};

std::span<const ShaderDefect> shader_defects();
/// Null if the id is unknown.
const ShaderDefect* find_shader_defect(std::string_view id);

/// A program's text with the defect; empty if the defect does not apply to the text.
std::optional<std::string> with_defect(const ShaderDefect& defect, std::string text);

}  // namespace bindpose::conformance
