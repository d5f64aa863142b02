// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/spirv/kernel.h"

#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glslang/SPIRV/doc.h>

#include "gpu/spirv/kernel_operations.h"
#include "gpu/spirv/kernel_places.h"
#include "gpu/spirv/kernel_types.h"
#include "gpu/spirv/module.h"
#include "gpu/spirv/prelude.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

class Writer {
 public:
  Writer(const SpirvModule& module, Contraction contraction)
      : module_(module), contracts_(contraction == Contraction::on) {}

  Expected<Kernel> kernel();

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  std::string head(const SpirvFunction& function) const;
  void write_function(const SpirvFunction& function);
  void write_variables(const SpirvFunction& function);
  void write_statement(const SpirvInstruction& instruction);
  void write_jump(SpirvId to);
  void write_entry();

  std::string expression(const SpirvInstruction& instruction);
  std::string call(const SpirvInstruction& instruction);
  std::string composite(const SpirvInstruction& instruction);
  std::string extracted(const SpirvInstruction& instruction);
  std::string shuffled(const SpirvInstruction& instruction);
  std::string operation(const SpirvInstruction& instruction, const KernelOperation& how,
                        std::size_t first_operand);
  std::string contracted(const SpirvInstruction& sum);
  std::string product_of(SpirvId id, bool negative);
  bool is_vector(SpirvId type) const { return module_.definition(type).op == spv::OpTypeVector; }
  bool stays_apart(SpirvId id) const {
    return module_.decoration(id, spv::DecorationNoContraction).has_value();
  }

  const SpirvModule& module_;
  const bool contracts_;
  Refusal refusal_;
  KernelTypes types_{module_, refusal_};
  KernelPlaces places_{module_, types_, refusal_};
  const SpirvFunction* function_ = nullptr;  ///< in hand
  SpirvId block_ = 0;                        ///< likewise
  std::string text_;
};

/// "(a * b", both ends open, where it is made by a multiplication that may be contracted; empty where not.
std::string Writer::product_of(SpirvId id, bool negative) {
  const SpirvInstruction& made = module_.definition(id);
  if ((made.op != spv::OpFMul && made.op != spv::OpVectorTimesScalar) || stays_apart(id)) return "";
  const std::string a = types_.value(made.operands[0]), b = types_.value(made.operands[1]);
  return made.op == spv::OpFMul
             ? fmt::format("{}{}, {}", negative ? "-" : "", a, b)
             : fmt::format("{}{}, ({})({})", negative ? "-" : "", a, types_.name(made.type), b);
}

/// A sum or difference as fma(), where one side is a product; empty where neither is or the shader forbids it.
std::string Writer::contracted(const SpirvInstruction& sum) {
  const bool difference = sum.op == spv::OpFSub;
  if (!contracts_ || (sum.op != spv::OpFAdd && !difference) || stays_apart(sum.result)) return "";
  const SpirvId a = sum.operands[0], b = sum.operands[1];
  if (const std::string product = product_of(a, false); !product.empty())
    return fmt::format("fma({}, {}{})", product, difference ? "-" : "", types_.value(b));
  const std::string product = product_of(b, difference);
  return product.empty() ? "" : fmt::format("fma({}, {})", product, types_.value(a));
}

std::string Writer::operation(const SpirvInstruction& instruction, const KernelOperation& how,
                              std::size_t first_operand) {
  const SpirvInstruction& type = module_.definition(instruction.type);
  const bool by_prelude = std::string_view(how.text).find("{4}") != std::string_view::npos;
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
    return fmt::format(fmt::runtime(how.text), x[0], x[1], x[2], types_.name(result), of[0], of[1]);
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

std::string Writer::call(const SpirvInstruction& instruction) {
  std::string arguments = "program";
  for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
    const SpirvId argument = instruction.operands[i];
    const bool pointer = module_.definition(module_.definition(argument).type).op == spv::OpTypePointer;
    arguments += pointer ? fmt::format(", &{}", places_.access(places_.place(argument)))
                         : fmt::format(", {}", types_.value(argument));
  }
  return fmt::format("f{}({})", instruction.operands[0], arguments);
}

/// A vector is made of numbers, whatever vectors they come in.
std::string Writer::composite(const SpirvInstruction& instruction) {
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

std::string Writer::extracted(const SpirvInstruction& instruction) {
  std::string text = types_.value(instruction.operands[0]);
  SpirvId type = module_.definition(instruction.operands[0]).type;
  for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
    const SpirvInstruction& whole = module_.definition(type);
    text += types_.part(whole, std::to_string(instruction.operands[i]));
    type = types_.part_type(whole, instruction.operands[i]);
  }
  return text;
}

std::string Writer::shuffled(const SpirvInstruction& instruction) {
  const SpirvId a = instruction.operands[0], b = instruction.operands[1];
  const std::size_t of_a = types_.part_count(module_.definition(module_.definition(a).type));
  std::vector<std::string> parts;
  for (std::size_t i = 2; i < instruction.operands.size(); ++i) {
    const std::size_t c = instruction.operands[i];
    parts.push_back(c < of_a ? types_.value(a) + "." + "xyzw"[c] : types_.value(b) + "." + "xyzw"[c - of_a]);
  }
  return types_.made(instruction.type, parts);
}

std::string Writer::expression(const SpirvInstruction& instruction) {
  switch (instruction.op) {
    case spv::OpLoad:
      return places_.access(places_.place(instruction.operands[0]));
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

/// To a block of this function, with what its OpPhi take from the block in hand.
void Writer::write_jump(SpirvId to) {
  bool in_block = false;
  std::string taken;
  for (const SpirvInstruction& instruction : function_->body) {
    if (instruction.op == spv::OpLabel) in_block = instruction.result == to;
    if (!in_block || instruction.op != spv::OpPhi) continue;
    if (!taken.empty()) refusal_.note("two OpPhi in a block");
    for (std::size_t i = 0; i + 1 < instruction.operands.size(); i += 2)
      if (instruction.operands[i + 1] == block_)
        taken = fmt::format("v{} = {}; ", instruction.result, types_.value(instruction.operands[i]));
  }
  line("  {{ {}goto L{}; }}", taken, to);
}

void Writer::write_statement(const SpirvInstruction& instruction) {
  const std::vector<std::uint32_t>& operands = instruction.operands;
  switch (instruction.op) {
    case spv::OpVariable:
    case spv::OpAccessChain:
    case spv::OpSelectionMerge:
    case spv::OpLoopMerge:
    case spv::OpPhi:
    case spv::OpLine:
    case spv::OpNoLine:
      return;
    case spv::OpLabel:
      block_ = instruction.result;
      return line("L{}:;", block_);
    case spv::OpBranch:
      return write_jump(operands[0]);
    case spv::OpBranchConditional:
      line("  if ({})", types_.value(operands[0]));
      write_jump(operands[1]);
      line("  else");
      return write_jump(operands[2]);
    case spv::OpStore:
      return line("  {} = {};", places_.access(places_.place(operands[0])), types_.value(operands[1]));
    case spv::OpReturn:
      return line("  return;");
    case spv::OpReturnValue:
      return line("  return {};", types_.value(operands[0]));
    default:
      break;
  }
  const bool nothing = instruction.type == 0 || module_.definition(instruction.type).op == spv::OpTypeVoid;
  const std::string value = expression(instruction);
  if (nothing)
    line("  {};", value);
  else
    line("  v{} = {};", instruction.result, value);
}

// All of them at the beginning, where no jump passes them by.
void Writer::write_variables(const SpirvFunction& function) {
  for (const SpirvInstruction& instruction : function.body) {
    if (instruction.type == 0 || instruction.op == spv::OpAccessChain) continue;
    const SpirvInstruction& type = module_.definition(instruction.type);
    if (type.op == spv::OpTypeVoid) continue;
    const bool variable = instruction.op == spv::OpVariable;
    line("  {} v{};", types_.name(variable ? type.operands[1] : instruction.type), instruction.result);
    if (variable && instruction.operands.size() > 1)
      refusal_.note("a variable with a value where it is declared");
  }
}

std::string Writer::head(const SpirvFunction& function) const {
  std::string parameters = "Program* program";
  for (const SpirvInstruction& parameter : function.parameters) {
    const bool pointer = module_.definition(parameter.type).op == spv::OpTypePointer;
    parameters += fmt::format(
        ", {}{} v{}", types_.name(pointer ? module_.type_of(parameter.result).result : parameter.type),
        pointer ? "*" : "", parameter.result);
  }
  return fmt::format("{} f{}({})", types_.name(function.head.type), function.head.result, parameters);
}

void Writer::write_function(const SpirvFunction& function) {
  function_ = &function;
  line("{} {{", head(function));
  write_variables(function);
  for (const SpirvInstruction& instruction : function.body)
    write_statement(instruction);
  line("}}");
}

void Writer::write_entry() {
  std::string arguments, assignments;
  for (const auto& [binding, id] : places_.buffers()) {
    arguments +=
        fmt::format("{}{} uchar* b{}", arguments.empty() ? "" : ", ", places_.place(id).space, binding);
    assignments += fmt::format("  program.v{} = b{};\n", id, binding);
  }
  for (const SpirvInstruction& variable : module_.globals) {
    if (variable.op != spv::OpVariable) continue;
    const auto built_in = module_.decoration(variable.result, spv::DecorationBuiltIn);
    if (built_in == spv::BuiltInGlobalInvocationId)
      assignments +=
          fmt::format("  program.v{} = make_uvec3((uint)get_global_id(0), 0u, 0u);\n", variable.result);
    else if (variable.operands[0] == spv::StorageClassInput)
      refusal_.note("an input that is not gl_GlobalInvocationID");
    if (variable.operands.size() > 1)
      assignments +=
          fmt::format("  program.v{} = {};\n", variable.result, types_.value(variable.operands[1]));
  }
  line("__kernel void {}({}) {{\n  Program program;\n{}  f{}(&program);\n}}", kernel_name, arguments,
       assignments, module_.entry);
}

Expected<Kernel> Writer::kernel() {
  line("#pragma OPENCL FP_CONTRACT OFF");
  line("#define CONTRACT(a, b, c) {}", contracts_ ? "fma(a, b, c)" : "((a) * (b) + (c))");
  text_ += kernel_prelude();
  text_ += types_.declarations();
  text_ += places_.program();
  for (const SpirvFunction& function : module_.functions)
    line("{};", head(function));
  for (const SpirvFunction& function : module_.functions)
    write_function(function);
  write_entry();
  if (refusal_.what)
    return fail("NOT_SUPPORTED", "OpenCL C", fmt::format("the shader has {}", *refusal_.what));
  Kernel kernel{std::move(text_), {}};
  for (const auto& [binding, id] : places_.buffers())
    kernel.bindings.push_back(binding);
  return kernel;
}

}  // namespace

Expected<Kernel> write_kernel(std::span<const std::uint32_t> spirv, Contraction contraction) {
  BINDPOSE_TRY(const auto module, read_spirv(spirv));
  return Writer(module, contraction).kernel();
}

}  // namespace bindpose::gpu
