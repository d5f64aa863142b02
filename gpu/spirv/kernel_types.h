// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the types and constants of a SPIR-V module in OpenCL C and in WGSL. Internal.
//
//   vec3, ivec2, uvec3, bvec4, mat3   types with GLSL's names (gpu/spirv/prelude.cl); in WGSL vec3f,
//                                     vec2i, vec3u, vec4b, mat3x3f (gpu/spirv/prelude.wgsl)
//   A12, S12                          an array or a structure, by the number of its type; in OpenCL C
//                                     an assignable structure: {T e[n]}, {T0 m0; T1 m1; ...}
//   make_vec3(x, y, z), make_A12(...) a value from its parts; in WGSL vec3f(x, y, z), A12(...)
//   v12                               a value or a variable, by its number
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gpu/spirv/kernel_language.h"
#include "gpu/spirv/module.h"

namespace bindpose::gpu {

/// The first unsupported part.
struct Refusal {
  std::optional<std::string> what;
  /// Records the reason, and returns a placeholder for the text.
  std::string note(std::string reason);
};

class KernelTypes {
 public:
  KernelTypes(const SpirvModule& module, KernelLanguage language, Refusal& refusal)
      : module_(module), language_(language), refusal_(refusal) {}

  bool is_wgsl() const { return language_ == KernelLanguage::wgsl; }

  std::string name(SpirvId type) const;
  /// Structures and arrays; in OpenCL C those with a make_ function, without those of buffers.
  std::string declarations() const;
  /// A constant's expression, or the name of a value.
  std::string value(SpirvId id) const;
  std::string made(SpirvId type, const std::vector<std::string>& parts) const;

  /// Parts of a vector, an array, a structure or a matrix; 1 for a single number.
  std::size_t part_count(const SpirvInstruction& type) const;
  SpirvId part_type(const SpirvInstruction& type, std::size_t part) const;
  /// ".y", ".e[2]", ".m1", ".column[0]", in WGSL ".y", "[2]", ".m1", "[0]"; `index` may be an expression.
  std::string part(const SpirvInstruction& type, const std::string& index) const;
  /// True for an array of numbers with a stride of four words: in WGSL an array of vectors, only with their first
  /// components.
  bool is_padded(const SpirvInstruction& array) const;

 private:
  std::string wgsl_declarations() const;
  std::string wgsl_structure(const SpirvInstruction& type) const;
  std::string vector_name(const SpirvInstruction& type) const;
  std::string scalar_constant(const SpirvInstruction& constant) const;
  bool is_declared(const SpirvInstruction& type) const;
  std::set<SpirvId> made_types() const;

  const SpirvModule& module_;
  const KernelLanguage language_;
  Refusal& refusal_;
};

}  // namespace bindpose::gpu
