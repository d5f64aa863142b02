// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the meaning of each error and warning code about glTF files. Files with warnings are still read.
#pragma once

#include <span>
#include <string_view>

namespace bindpose::gltf {

struct CodeFacts {
  std::string_view code;      ///< a code of the Khronos validator if it has one: "GLB_EXTRA_DATA"
  std::string_view sentence;  ///< without a full stop
};
/// Errors in alphabetical order; a code may be in both lists.
std::span<const CodeFacts> errors_with_facts();
std::span<const CodeFacts> warnings_with_facts();

}  // namespace bindpose::gltf
