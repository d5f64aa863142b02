// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the blocks of a function of SPIR-V, and what they take from each other. Internal.
#pragma once

#include <map>
#include <set>
#include <span>

#include "gpu/spirv/module.h"

namespace bindpose::gpu {

constexpr SpirvId no_id = 0;

using Instructions = std::span<const SpirvInstruction>;

struct SpirvBlocks {
  std::map<SpirvId, Instructions> instructions = {};  ///< by their labels, which are before them
  std::set<SpirvId> shared = {};                      ///< values that a block takes from another, and OpPhi
};

/// The function must outlive them. Numbers among operands may be taken for values, which are shared for nothing then.
SpirvBlocks read_blocks(const SpirvModule& module, const SpirvFunction& function);

/// The first of this kind; null if the block has none.
const SpirvInstruction* find_in(Instructions block, spv::Op op);

}  // namespace bindpose::gpu
