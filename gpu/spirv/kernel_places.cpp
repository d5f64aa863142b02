// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/spirv/kernel_places.h"

#include <cstddef>
#include <cstdint>

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

/// "@group(0) @binding(1) var<storage, read> v12: S11;"
std::string KernelPlaces::wgsl_buffer(const SpirvInstruction& variable, bool is_written) const {
  const bool storage = variable.operands[0] == spv::StorageClassStorageBuffer;
  return fmt::format("@group(0) @binding({}) var<{}> v{}: {};\n", binding_of(variable),
                     !storage     ? "uniform"
                     : is_written ? "storage, read_write"
                                  : "storage, read",
                     variable.result, types_.name(module_.type_of(variable.result).result));
}

std::string KernelPlaces::shared_variables() const {
  std::string statements;
  for (const auto& [id, type] : shared_)
    statements += fmt::format("  __local {0} shared{1};\n  program.v{1} = &shared{1};\n", type, id);
  return statements;
}

std::set<SpirvId> KernelPlaces::written_buffers() const {
  std::set<SpirvId> written;
  for (const SpirvFunction& function : module_.functions)
    for (const SpirvInstruction& instruction : function.body) {
      if (instruction.op != spv::OpStore) continue;
      SpirvId root = instruction.operands[0];
      while (module_.definition(root).op == spv::OpAccessChain)
        root = module_.definition(root).operands[0];
      const SpirvInstruction& variable = module_.definition(root);
      if (variable.op == spv::OpVariable && is_buffer(variable.operands[0])) written.insert(root);
    }
  return written;
}

std::string KernelPlaces::program() {
  const bool wgsl = types_.is_wgsl();
  const std::set<SpirvId> written = written_buffers();
  std::string members;
  for (const SpirvInstruction& variable : module_.globals) {
    if (variable.op != spv::OpVariable) continue;
    const std::uint32_t storage = variable.operands[0];
    const bool own = storage == spv::StorageClassPrivate || storage == spv::StorageClassInput;
    if (is_buffer(storage)) {
      buffers_[binding_of(variable)] = variable.result;
      members += wgsl ? wgsl_buffer(variable, written.contains(variable.result))
                      : fmt::format("  {} uchar* v{};\n", variable_place(variable).space, variable.result);
    } else if (storage == spv::StorageClassWorkgroup) {
      const std::string type = types_.name(module_.type_of(variable.result).result);
      shared_[variable.result] = type;
      members += fmt::format(fmt::runtime(wgsl ? "var<workgroup> v{1}: {0};\n" : "  __local {}* v{};\n"),
                             type, variable.result);
    } else if (own) {
      members += fmt::format(fmt::runtime(wgsl ? "var<private> v{1}: {0};\n" : "  {} v{};\n"),
                             types_.name(module_.type_of(variable.result).result), variable.result);
    } else {
      refusal_.note("a texture");
    }
  }
  return wgsl ? members : fmt::format("typedef struct {{\n{}}} Program;\n", members);
}

std::string KernelPlaces::beginnings(const std::string& owner, const std::string& invocation) const {
  std::string statements;
  const auto begin = [&](const SpirvInstruction& variable, const std::string& value) {
    statements += fmt::format("  {}v{} = {};\n", owner, variable.result, value);
  };
  for (const SpirvInstruction& variable : module_.globals) {
    if (variable.op != spv::OpVariable) continue;
    if (module_.decoration(variable.result, spv::DecorationBuiltIn) == spv::BuiltInGlobalInvocationId)
      begin(variable, invocation);
    else if (variable.operands[0] == spv::StorageClassInput)
      refusal_.note("an input that is not gl_GlobalInvocationID");
    if (variable.operands.size() > 1) begin(variable, types_.value(variable.operands[1]));
  }
  return statements;
}

KernelPlace KernelPlaces::variable_place(const SpirvInstruction& variable) const {
  KernelPlace place;
  place.type = module_.type_of(variable.result).result;
  const std::uint32_t storage = variable.operands[0];
  const std::string name = fmt::format("v{}", variable.result);
  if (types_.is_wgsl()) {
    place.text = name;
  } else if (is_buffer(storage)) {
    place.buffer = name;
    place.text = "0u";
    place.space = storage == spv::StorageClassStorageBuffer ? "__global" : "__constant const";
  } else if (storage == spv::StorageClassWorkgroup) {
    place.text = fmt::format("(*program->{})", name);
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
  if (type.op == spv::OpTypeVector && !known && !types_.is_wgsl())
    place.text =
        fmt::format("((__private {}*)&{})[{}]", types_.name(place.type), place.text, types_.value(index));
  else
    place.text += types_.part(type, known ? std::to_string(part) : types_.value(index));
  if (types_.is_wgsl() && types_.is_padded(type)) place.text += ".x";
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
