// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the instructions of a SPIR-V module, divided into globals and functions. Internal.
//
// Source. Khronos Group, SPIR-V specification 1.3, sections 2.3 (physical layout) and 2.4 (logical layout).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#ifndef SPV_ENABLE_UTILITY_CODE
#define SPV_ENABLE_UTILITY_CODE
#endif
#include <glslang/SPIRV/spirv.hpp>

#include "reference/model/error.h"

namespace bindpose::gpu {

using SpirvId = std::uint32_t;

struct SpirvInstruction {
  spv::Op op = spv::OpNop;
  SpirvId type = 0;    ///< 0 without a result
  SpirvId result = 0;  ///< 0 without a result
  std::vector<std::uint32_t> operands = {};
};

struct SpirvFunction {
  SpirvInstruction head;                          ///< OpFunction
  std::vector<SpirvInstruction> parameters = {};  ///< OpFunctionParameter
  std::vector<SpirvInstruction> body = {};        ///< from the first OpLabel on
};

struct SpirvModule {
  SpirvId entry = 0;
  std::vector<SpirvInstruction> globals = {};  ///< types, constants and variables
  std::vector<SpirvFunction> functions = {};
  std::map<SpirvId, SpirvInstruction> definitions = {};  ///< all instructions with a result
  std::map<std::pair<SpirvId, spv::Decoration>, std::uint32_t> decorations =
      {};  ///< its first operand; 0 without operands
  std::map<std::pair<SpirvId, std::uint32_t>, std::uint32_t> offsets =
      {};  ///< offsets of a structure's members, bytes

  const SpirvInstruction& definition(SpirvId id) const { return definitions.at(id); }
  /// The type of a value; for a pointer, the type that it points to.
  const SpirvInstruction& type_of(SpirvId id) const;
  std::optional<std::uint32_t> decoration(SpirvId id, spv::Decoration decoration) const;
};

/// Error SHADER_COMPILE for words that are not a module.
Expected<SpirvModule> read_spirv(std::span<const std::uint32_t> words);

}  // namespace bindpose::gpu
