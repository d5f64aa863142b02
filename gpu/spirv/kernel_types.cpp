// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/spirv/kernel_types.h"

#include <bit>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glslang/SPIRV/doc.h>

namespace bindpose::gpu {
namespace {

bool is_number(const std::string& index) {
  return !index.empty() && index.find_first_not_of("0123456789u") == std::string::npos;
}

}  // namespace

std::string Refusal::note(std::string reason) {
  if (!what) what = std::move(reason);
  return "";
}

std::string KernelTypes::vector_name(const SpirvInstruction& type) const {
  const std::string component = name(type.operands[0]);
  if (is_wgsl()) return fmt::format("vec{}{}", type.operands[1], component[0]);
  const std::string prefix = component == "float" ? "" : component.substr(0, 1);
  return fmt::format("{}vec{}", prefix, type.operands[1]);
}

std::string KernelTypes::name(SpirvId id) const {
  const SpirvInstruction& type = module_.definition(id);
  switch (type.op) {
    case spv::OpTypeVoid:
      return "void";
    case spv::OpTypeBool:
      return "bool";
    case spv::OpTypeInt:
      if (type.operands[0] == 32 && type.operands[1] == 0) return is_wgsl() ? "u32" : "uint";
      if (type.operands[0] == 32) return is_wgsl() ? "i32" : "int";
      break;
    case spv::OpTypeFloat:
      if (type.operands[0] == 32) return is_wgsl() ? "f32" : "float";
      break;
    case spv::OpTypeVector:
      return vector_name(type);
    case spv::OpTypeMatrix:
      if (part_count(type) == part_count(module_.definition(type.operands[0])))
        return fmt::format(fmt::runtime(is_wgsl() ? "mat{0}x{0}f" : "mat{0}"), type.operands[1]);
      return refusal_.note("a matrix that is not square");
    case spv::OpTypeRuntimeArray:
      if (!is_wgsl()) break;
      [[fallthrough]];
    case spv::OpTypeArray:
      return fmt::format("A{}", id);
    case spv::OpTypeStruct:
      return fmt::format("S{}", id);
    default:
      break;
  }
  return refusal_.note(fmt::format("a type by {}", spv::OpcodeString(type.op)));
}

std::size_t KernelTypes::part_count(const SpirvInstruction& type) const {
  switch (type.op) {
    case spv::OpTypeVector:
    case spv::OpTypeMatrix:
      return type.operands[1];
    case spv::OpTypeArray:
      return module_.definition(type.operands[1]).operands[0];
    case spv::OpTypeStruct:
      return type.operands.size();
    default:
      return 1;
  }
}

SpirvId KernelTypes::part_type(const SpirvInstruction& type, std::size_t part) const {
  return type.operands[type.op == spv::OpTypeStruct ? part : 0];
}

std::string KernelTypes::part(const SpirvInstruction& type, const std::string& index) const {
  switch (type.op) {
    case spv::OpTypeVector:
      if (is_number(index)) return fmt::format(".{}", "xyzw"[index[0] - '0']);
      return is_wgsl() ? fmt::format("[{}]", index) : refusal_.note("a component that is chosen at run time");
    case spv::OpTypeMatrix:
      return is_wgsl() ? fmt::format("[{}]", index) : fmt::format(".column[{}]", index);
    case spv::OpTypeArray:
    case spv::OpTypeRuntimeArray:
      return is_wgsl() ? fmt::format("[{}]", index) : fmt::format(".e[{}]", index);
    default:
      return fmt::format(".m{}", index);
  }
}

/// Buffers are read number by number and need no type.
bool KernelTypes::is_declared(const SpirvInstruction& type) const {
  if (type.op == spv::OpTypeArray) return !module_.decoration(type.result, spv::DecorationArrayStride);
  return type.op == spv::OpTypeStruct && !module_.decoration(type.result, spv::DecorationBlock);
}

bool KernelTypes::is_padded(const SpirvInstruction& array) const {
  constexpr std::uint32_t four_words = 16;
  return module_.decoration(array.result, spv::DecorationArrayStride) == four_words &&
         part_count(module_.definition(array.operands[0])) == 1;
}

/// Each member occupies the space between its offset and the next one's.
std::string KernelTypes::wgsl_structure(const SpirvInstruction& type) const {
  std::string members;
  const auto offset = [&](std::size_t member) {
    const auto found = module_.offsets.find({type.result, static_cast<std::uint32_t>(member)});
    return found == module_.offsets.end() ? std::nullopt : std::optional(found->second);
  };
  for (std::size_t i = 0; i < part_count(type); ++i) {
    const auto here = offset(i), next = offset(i + 1);
    members += fmt::format("  {}m{}: {},\n", here && next ? fmt::format("@size({}) ", *next - *here) : "", i,
                           name(part_type(type, i)));
  }
  return fmt::format("struct {} {{\n{}}}\n", name(type.result), members);
}

std::string KernelTypes::wgsl_declarations() const {
  std::string text;
  for (const SpirvInstruction& type : module_.globals) {
    const std::string own = fmt::format("A{}", type.result);
    const std::string element = is_padded(type) ? "vec4f" : "";
    if (type.op == spv::OpTypeStruct)
      text += wgsl_structure(type);
    else if (type.op == spv::OpTypeArray)
      text += fmt::format("alias {} = array<{}, {}>;\n", own,
                          element.empty() ? name(type.operands[0]) : element, part_count(type));
    else if (type.op == spv::OpTypeRuntimeArray)
      text += fmt::format("alias {} = array<{}>;\n", own, element.empty() ? name(type.operands[0]) : element);
  }
  return text;
}

std::set<SpirvId> KernelTypes::made_types() const {
  std::set<SpirvId> made;
  const auto note = [&](const SpirvInstruction& instruction) {
    if (instruction.op == spv::OpCompositeConstruct || instruction.op == spv::OpConstantComposite)
      made.insert(instruction.type);
  };
  for (const SpirvInstruction& constant : module_.globals)
    note(constant);
  for (const SpirvFunction& function : module_.functions)
    for (const SpirvInstruction& instruction : function.body)
      note(instruction);
  return made;
}

std::string KernelTypes::declarations() const {
  if (is_wgsl()) return wgsl_declarations();
  std::string text;
  const std::set<SpirvId> made = made_types();
  for (const SpirvInstruction& type : module_.globals) {
    if (!is_declared(type)) continue;
    const bool array = type.op == spv::OpTypeArray;
    std::string members, parameters, assignments;
    for (std::size_t i = 0; i < part_count(type); ++i) {
      const std::string of = name(part_type(type, i));
      if (!array) members += fmt::format(" {} m{};", of, i);
      parameters += fmt::format("{}{} p{}", i == 0 ? "" : ", ", of, i);
      assignments += fmt::format(" made{} = p{};", part(type, std::to_string(i)), i);
    }
    if (array) members = fmt::format(" {} e[{}];", name(type.operands[0]), part_count(type));
    const std::string own = name(type.result);
    text += fmt::format("typedef struct {{{1} }} {0};\n", own, members);
    if (made.contains(type.result))
      text +=
          fmt::format("{0} make_{0}({1}) {{ {0} made;{2} return made; }}\n", own, parameters, assignments);
  }
  return text;
}

std::string KernelTypes::made(SpirvId type, const std::vector<std::string>& parts) const {
  return fmt::format("{}{}({})", is_wgsl() ? "" : "make_", name(type), fmt::join(parts, ", "));
}

std::string KernelTypes::scalar_constant(const SpirvInstruction& constant) const {
  const std::uint32_t bits = constant.operands[0];
  const std::string type = name(constant.type);
  const float real = std::bit_cast<float>(bits);
  if (type == "i32") return fmt::format("i32({})", static_cast<std::int32_t>(bits));
  // Infinities and NaN have no literal; zero_word is a word that is read.
  if (type == "f32" && !std::isfinite(real)) return fmt::format("bitcast<f32>({}u | zero_word)", bits);
  if (type == "uint" || type == "u32") return fmt::format("{}u", bits);
  if (type == "int") return bits >> 31U == 0 ? fmt::format("{}", bits) : fmt::format("as_int({}u)", bits);
  return std::isfinite(real) ? fmt::format("({:a}f)", real) : fmt::format("as_float({}u)", bits);
}

std::string KernelTypes::value(SpirvId id) const {
  const SpirvInstruction& definition = module_.definition(id);
  if (definition.op == spv::OpConstant) return scalar_constant(definition);
  if (definition.op == spv::OpConstantTrue) return "true";
  if (definition.op == spv::OpConstantFalse) return "false";
  if (definition.op != spv::OpConstantComposite) return fmt::format("v{}", id);
  std::vector<std::string> parts;
  for (const SpirvId part : definition.operands)
    parts.push_back(value(part));
  return made(definition.type, parts);
}

}  // namespace bindpose::gpu
