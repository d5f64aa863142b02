// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/spirv/module.h"

#include <cstddef>

namespace bindpose::gpu {
namespace {

constexpr std::size_t header_words = 5;
constexpr std::uint32_t magic = 0x07230203;

SpirvInstruction instruction_of(std::span<const std::uint32_t> words) {
  SpirvInstruction instruction;
  instruction.op = static_cast<spv::Op>(words[0] & spv::OpCodeMask);
  bool has_result = false, has_type = false;
  spv::HasResultAndType(instruction.op, &has_result, &has_type);
  std::size_t at = 1;
  if (has_type && at < words.size()) instruction.type = words[at++];
  if (has_result && at < words.size()) instruction.result = words[at++];
  instruction.operands.assign(words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
  return instruction;
}

void note_decoration(SpirvModule& module, const SpirvInstruction& instruction) {
  const std::vector<std::uint32_t>& words = instruction.operands;
  if (instruction.op == spv::OpDecorate)
    module.decorations[{words[0], static_cast<spv::Decoration>(words[1])}] = words.size() > 2 ? words[2] : 0;
  else if (instruction.op == spv::OpMemberDecorate && words[2] == spv::DecorationOffset)
    module.offsets[{words[0], words[1]}] = words[3];
}

/// Sorts an instruction into its section; inside: true between a function's beginning and end.
void sort_in(SpirvModule& module, SpirvInstruction instruction, bool& inside) {
  if (instruction.result != 0) module.definitions[instruction.result] = instruction;
  if (instruction.op == spv::OpFunction) {
    inside = true;
    module.functions.push_back({std::move(instruction)});
  } else if (instruction.op == spv::OpFunctionEnd) {
    inside = false;
  } else if (inside) {
    SpirvFunction& function = module.functions.back();
    const bool parameter = instruction.op == spv::OpFunctionParameter;
    (parameter ? function.parameters : function.body).push_back(std::move(instruction));
  } else if (instruction.op == spv::OpEntryPoint) {
    module.entry = instruction.operands[1];
  } else if (instruction.result != 0) {
    module.globals.push_back(std::move(instruction));
  } else {
    note_decoration(module, instruction);
  }
}

}  // namespace

const SpirvInstruction& SpirvModule::type_of(SpirvId id) const {
  const SpirvInstruction& type = definition(definition(id).type);
  return type.op == spv::OpTypePointer ? definition(type.operands[1]) : type;
}

std::optional<std::uint32_t> SpirvModule::decoration(SpirvId id, spv::Decoration decoration) const {
  const auto found = decorations.find({id, decoration});
  return found == decorations.end() ? std::nullopt : std::optional(found->second);
}

Expected<SpirvModule> read_spirv(std::span<const std::uint32_t> words) {
  if (words.size() < header_words || words[0] != magic)
    return fail("SHADER_COMPILE", "SPIR-V", "the words do not begin like a module");
  SpirvModule module;
  bool inside = false;
  for (std::size_t at = header_words; at < words.size();) {
    const std::size_t count = words[at] >> spv::WordCountShift;
    if (count == 0 || at + count > words.size())
      return fail("SHADER_COMPILE", "SPIR-V", "an instruction does not end within the module");
    sort_in(module, instruction_of(words.subspan(at, count)), inside);
    at += count;
  }
  return module;
}

}  // namespace bindpose::gpu
