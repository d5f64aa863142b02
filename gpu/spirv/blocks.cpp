// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/spirv/blocks.h"

#include <algorithm>
#include <cstddef>

namespace bindpose::gpu {
namespace {

using Makers = std::map<SpirvId, SpirvId>;  // values, and the block that makes each

/// Records the use of a value here. A pointer is written at its use, together with the indices of its parts.
void note_use(const SpirvModule& module, const Makers& made_in, SpirvId value, SpirvId here,
              std::set<SpirvId>& shared) {
  const auto made = made_in.find(value);
  if (made == made_in.end()) return;
  if (made->second != here) shared.insert(value);
  const SpirvInstruction& definition = module.definition(value);
  if (definition.op != spv::OpAccessChain) return;
  for (const SpirvId part : definition.operands)
    note_use(module, made_in, part, here, shared);
}

}  // namespace

SpirvBlocks read_blocks(const SpirvModule& module, const SpirvFunction& function) {
  SpirvBlocks blocks;
  Makers made_in;
  SpirvId label = no_id;
  for (std::size_t i = 0; i < function.body.size(); ++i) {
    const SpirvInstruction& instruction = function.body[i];
    if (instruction.op == spv::OpLabel) {
      label = instruction.result;
      blocks.instructions[label] = Instructions(function.body).subspan(i + 1, 0);
      continue;
    }
    Instructions& block = blocks.instructions[label];
    block = Instructions(block.data(), block.size() + 1);
    if (instruction.result != no_id) made_in[instruction.result] = label;
  }
  for (const auto& [here, block] : blocks.instructions)
    for (const SpirvInstruction& instruction : block) {
      if (instruction.op == spv::OpPhi) blocks.shared.insert(instruction.result);
      for (const SpirvId operand : instruction.operands)
        note_use(module, made_in, operand, here, blocks.shared);
    }
  return blocks;
}

const SpirvInstruction* find_in(Instructions block, spv::Op op) {
  const auto found = std::ranges::find(block, op, &SpirvInstruction::op);
  return found == block.end() ? nullptr : &*found;
}

}  // namespace bindpose::gpu
