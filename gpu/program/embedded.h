// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the GLSL that was embedded when the library was built. Internal to the library.
#pragma once

#include <span>
#include <string_view>

namespace bindpose::gpu {

/// gpu/<path>.glsl, verbatim.
struct EmbeddedFunction {
  std::string_view path;  ///< "skinning/linear_blend"
  std::string_view text;
};

/// One for every row of algorithms.def with `glsl`.
std::span<const EmbeddedFunction> embedded_functions();

/// gpu/capture/common.glsl.
std::string_view embedded_common();

/// gpu/capture/elementary.glsl.
std::string_view embedded_elementary();

/// gpu/capture/sign_pivot.glsl.
std::string_view embedded_sign_pivot();

}  // namespace bindpose::gpu
