// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the blocks of a SPIR-V function, and the values that they share. Internal.
#pragma once

#include <map>
#include <set>
#include <span>

#include "gpu/spirv/module.h"

namespace bindpose::gpu {

constexpr SpirvId no_id = 0;

using Instructions = std::span<const SpirvInstruction>;

struct SpirvBlocks {
  std::map<SpirvId, Instructions> instructions = {};  ///< by label; a label is before its block
  std::set<SpirvId> shared = {};                      ///< values of other blocks that a block uses, and OpPhi
};

/// The function must outlive them. Literal operands may be mistaken for values, which are then shared
/// needlessly.
SpirvBlocks read_blocks(const SpirvModule& module, const SpirvFunction& function);

/// The first of this kind; null if the block has none.
const SpirvInstruction* find_in(Instructions block, spv::Op op);

}  // namespace bindpose::gpu
