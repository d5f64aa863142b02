// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/spirv/kernel_expressions.h"

#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glslang/SPIRV/doc.h>

namespace bindpose::gpu {

/// "(a * b", without the closing parenthesis, for a product that may be contracted; otherwise empty.
std::string KernelExpressions::product_of(SpirvId id, bool negative) const {
  const SpirvInstruction& made = module_.definition(id);
  if ((made.op != spv::OpFMul && made.op != spv::OpVectorTimesScalar) || stays_apart(id)) return "";
  const std::string a = types_.value(made.operands[0]), b = types_.value(made.operands[1]);
  return made.op == spv::OpFMul
             ? fmt::format("{}{}, {}", negative ? "-" : "", a, b)
             : fmt::format("{}{}, ({})({})", negative ? "-" : "", a, types_.name(made.type), b);
}

/// A sum or difference as fma(), if one side is a product; empty if neither is or the shader forbids it.
std::string KernelExpressions::contracted(const SpirvInstruction& sum) const {
  const bool difference = sum.op == spv::OpFSub;
  if (!contracts_ || (sum.op != spv::OpFAdd && !difference) || stays_apart(sum.result)) return "";
  const SpirvId a = sum.operands[0], b = sum.operands[1];
  if (const std::string product = product_of(a, false); !product.empty())
    return fmt::format("fma({}, {}{})", product, difference ? "-" : "", types_.value(b));
  const std::string product = product_of(b, difference);
  return product.empty() ? "" : fmt::format("fma({}, {})", product, types_.value(a));
}

std::string KernelExpressions::operation(const SpirvInstruction& instruction, const KernelOperation& how,
                                         std::size_t first_operand) const {
  const SpirvInstruction& type = module_.definition(instruction.type);
  const char* const text = how.in(types_.is_wgsl() ? KernelLanguage::wgsl : KernelLanguage::opencl_c);
  const bool by_prelude = std::string_view(text).find("{4}") != std::string_view::npos;
  if (contracts_ && by_prelude && stays_apart(instruction.result))
    refusal_.note("`precise` for a product of vectors or matrices");
  std::vector<std::string> values, of;
  std::vector<bool> vectors;
  for (std::size_t i = first_operand; i < instruction.operands.size(); ++i) {
    const SpirvId operand = instruction.operands[i];
    values.push_back(types_.value(operand));
    of.push_back(types_.name(module_.definition(operand).type));
    vectors.push_back(is_vector(module_.definition(operand).type));
  }
  values.resize(3);
  of.resize(2);
  vectors.resize(3);
  const auto written = [&](const std::array<std::string, 3>& x, SpirvId result) {
    return fmt::format(fmt::runtime(text), x[0], x[1], x[2], types_.name(result), of[0], of[1]);
  };
  if (!how.each || type.op != spv::OpTypeVector)
    return written({values[0], values[1], values[2]}, instruction.type);
  std::vector<std::string> parts;
  for (std::size_t c = 0; c < types_.part_count(type); ++c) {
    std::array<std::string, 3> x;
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = vectors[i] ? values[i] + "." + "xyzw"[c] : values[i];
    parts.push_back(written(x, type.operands[0]));
  }
  return types_.made(instruction.type, parts);
}

std::string KernelExpressions::call(const SpirvInstruction& instruction) const {
  std::vector<std::string> arguments;
  if (!types_.is_wgsl()) arguments.emplace_back("program");
  for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
    const SpirvId argument = instruction.operands[i];
    const bool pointer = module_.definition(module_.definition(argument).type).op == spv::OpTypePointer;
    arguments.push_back(pointer ? "&" + places_.access(places_.place(argument)) : types_.value(argument));
  }
  return fmt::format("function{}({})", instruction.operands[0], fmt::join(arguments, ", "));
}

/// Builds a vector from numbers; arguments may be vectors.
std::string KernelExpressions::composite(const SpirvInstruction& instruction) const {
  std::vector<std::string> parts;
  for (const SpirvId part : instruction.operands) {
    const std::string value = types_.value(part);
    const SpirvInstruction& type = module_.definition(module_.definition(part).type);
    const bool taken_apart = is_vector(instruction.type) && type.op == spv::OpTypeVector;
    for (std::size_t c = 0; taken_apart && c < types_.part_count(type); ++c)
      parts.push_back(value + "." + "xyzw"[c]);
    if (!taken_apart) parts.push_back(value);
  }
  return types_.made(instruction.type, parts);
}

std::string KernelExpressions::extracted(const SpirvInstruction& instruction) const {
  std::string text = types_.value(instruction.operands[0]);
  SpirvId type = module_.definition(instruction.operands[0]).type;
  for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
    const SpirvInstruction& whole = module_.definition(type);
    text += types_.part(whole, std::to_string(instruction.operands[i]));
    type = types_.part_type(whole, instruction.operands[i]);
  }
  return text;
}

std::string KernelExpressions::shuffled(const SpirvInstruction& instruction) const {
  const SpirvId a = instruction.operands[0], b = instruction.operands[1];
  const std::size_t of_a = types_.part_count(module_.definition(module_.definition(a).type));
  std::vector<std::string> parts;
  for (std::size_t i = 2; i < instruction.operands.size(); ++i) {
    const std::size_t c = instruction.operands[i];
    parts.push_back(c < of_a ? types_.value(a) + "." + "xyzw"[c] : types_.value(b) + "." + "xyzw"[c - of_a]);
  }
  return types_.made(instruction.type, parts);
}

std::string KernelExpressions::of(const SpirvInstruction& instruction) const {
  switch (instruction.op) {
    case spv::OpLoad:
      return places_.access(places_.place(instruction.operands[0]));
    case spv::OpControlBarrier:
      return types_.is_wgsl() ? "workgroupBarrier()" : "barrier(CLK_LOCAL_MEM_FENCE)";
    case spv::OpCompositeConstruct:
      return composite(instruction);
    case spv::OpCompositeExtract:
      return extracted(instruction);
    case spv::OpVectorShuffle:
      return shuffled(instruction);
    case spv::OpFunctionCall:
      return call(instruction);
    case spv::OpExtInst:
      if (const KernelOperation* how = find_function(instruction.operands[1]))
        return operation(instruction, *how, 2);
      return refusal_.note(fmt::format("function {} of GLSL.std.450", instruction.operands[1]));
    default:
      break;
  }
  if (std::string fused = contracted(instruction); !fused.empty()) return fused;
  if (const KernelOperation* how = find_operation(instruction.op)) return operation(instruction, *how, 0);
  return refusal_.note(spv::OpcodeString(instruction.op));
}

std::string KernelExpressions::taken(const SpirvFunction& function, SpirvId from, SpirvId to) const {
  bool in_block = false;
  std::string assignment;
  for (const SpirvInstruction& instruction : function.body) {
    if (instruction.op == spv::OpLabel) in_block = instruction.result == to;
    if (!in_block || instruction.op != spv::OpPhi) continue;
    if (!assignment.empty()) refusal_.note("two OpPhi in a block");
    for (std::size_t i = 0; i + 1 < instruction.operands.size(); i += 2)
      if (instruction.operands[i + 1] == from)
        assignment = fmt::format("v{} = {};", instruction.result, types_.value(instruction.operands[i]));
  }
  return assignment;
}

}  // namespace bindpose::gpu
