// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/spirv/kernel_places.h"

#include <fmt/format.h>
#include <glslang/SPIRV/doc.h>

#include "gpu/spirv/kernel.h"

namespace bindpose::gpu {

bool is_buffer(std::uint32_t storage) {
  return storage == spv::StorageClassUniform || storage == spv::StorageClassStorageBuffer ||
         storage == spv::StorageClassPushConstant;
}

unsigned KernelPlaces::binding_of(const SpirvInstruction& variable) const {
  if (variable.operands[0] == spv::StorageClassPushConstant) return part_numbers_binding;
  return module_.decoration(variable.result, spv::DecorationBinding).value_or(0);
}

std::string KernelPlaces::program() {
  std::string members;
  for (const SpirvInstruction& variable : module_.globals) {
    if (variable.op != spv::OpVariable) continue;
    const std::uint32_t storage = variable.operands[0];
    const bool own = storage == spv::StorageClassPrivate || storage == spv::StorageClassInput;
    if (is_buffer(storage)) {
      buffers_[binding_of(variable)] = variable.result;
      members += fmt::format("  {} uchar* v{};\n", variable_place(variable).space, variable.result);
    } else if (own) {
      members +=
          fmt::format("  {} v{};\n", types_.name(module_.type_of(variable.result).result), variable.result);
    } else {
      refusal_.note("a texture");
    }
  }
  return fmt::format("typedef struct {{\n{}}} Program;\n", members);
}

KernelPlace KernelPlaces::variable_place(const SpirvInstruction& variable) const {
  KernelPlace place;
  place.type = module_.type_of(variable.result).result;
  const std::uint32_t storage = variable.operands[0];
  const std::string name = fmt::format("v{}", variable.result);
  if (is_buffer(storage)) {
    place.buffer = name;
    place.text = "0u";
    place.space = storage == spv::StorageClassStorageBuffer ? "__global" : "__constant const";
  } else {
    place.text = storage == spv::StorageClassFunction ? name : fmt::format("program->{}", name);
  }
  return place;
}

KernelPlace KernelPlaces::place(SpirvId pointer) const {
  const SpirvInstruction& made = module_.definition(pointer);
  if (made.op == spv::OpVariable) return variable_place(made);
  if (made.op == spv::OpFunctionParameter)
    return {module_.type_of(pointer).result, fmt::format("(*v{})", pointer)};
  if (made.op != spv::OpAccessChain) {
    refusal_.note(fmt::format("a pointer by {}", spv::OpcodeString(made.op)));
    return {};
  }
  KernelPlace place = this->place(made.operands[0]);
  for (std::size_t i = 1; i < made.operands.size(); ++i)
    if (place.buffer.empty())
      step(place, made.operands[i]);
    else
      step_in_buffer(place, made.operands[i]);
  return place;
}

void KernelPlaces::step(KernelPlace& place, SpirvId index) const {
  const SpirvInstruction& type = module_.definition(place.type);
  const bool known = module_.definition(index).op == spv::OpConstant;
  const std::size_t part = known ? module_.definition(index).operands[0] : 0;
  place.type = types_.part_type(type, part);
  if (type.op == spv::OpTypeVector && !known)
    place.text =
        fmt::format("((__private {}*)&{})[{}]", types_.name(place.type), place.text, types_.value(index));
  else
    place.text += types_.part(type, known ? std::to_string(part) : types_.value(index));
}

void KernelPlaces::step_in_buffer(KernelPlace& place, SpirvId index) const {
  const SpirvInstruction& type = module_.definition(place.type);
  if (type.op == spv::OpTypeStruct) {
    const std::uint32_t member = module_.definition(index).operands[0];
    place.type = types_.part_type(type, member);
    place.text += fmt::format(" + {}u", module_.offsets.at({type.result, member}));
    return;
  }
  constexpr std::uint32_t bytes_of_number = 4;
  const std::uint32_t stride = type.op == spv::OpTypeVector
                                   ? bytes_of_number
                                   : module_.decoration(type.result, spv::DecorationArrayStride).value_or(0);
  if (stride == 0) refusal_.note("a part of a matrix in a buffer");
  place.type = types_.part_type(type, 0);
  place.text += fmt::format(" + {}u * (uint){}", stride, types_.value(index));
}

std::string KernelPlaces::access(const KernelPlace& place) const {
  if (place.buffer.empty()) return place.text;
  const spv::Op type = module_.definition(place.type).op;
  if (type == spv::OpTypeStruct || type == spv::OpTypeArray || type == spv::OpTypeMatrix)
    return refusal_.note("a structure, an array or a matrix read from a buffer at once");
  return fmt::format("*({} {}*)(program->{} + ({}))", place.space, types_.name(place.type), place.buffer,
                     place.text);
}

}  // namespace bindpose::gpu
