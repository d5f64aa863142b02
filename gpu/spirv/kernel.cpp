// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/spirv/kernel.h"

#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "gpu/spirv/kernel_expressions.h"
#include "gpu/spirv/kernel_places.h"
#include "gpu/spirv/kernel_types.h"
#include "gpu/spirv/module.h"
#include "gpu/spirv/prelude.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

class Writer {
 public:
  Writer(const SpirvModule& module, Contraction contraction) : module_(module), contraction_(contraction) {}

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

  const SpirvModule& module_;
  const Contraction contraction_;
  Refusal refusal_;
  KernelTypes types_{module_, KernelLanguage::opencl_c, refusal_};
  KernelPlaces places_{module_, types_, refusal_};
  KernelExpressions expressions_{module_, types_, places_, contraction_, refusal_};
  const SpirvFunction* function_ = nullptr;  ///< current
  SpirvId block_ = 0;                        ///< current
  std::string text_;
};

/// A jump to a block of this function, with the values of its OpPhi from the current block.
void Writer::write_jump(SpirvId to) {
  line("  {{ {} goto L{}; }}", expressions_.taken(*function_, block_, to), to);
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
  const std::string value = expressions_.of(instruction);
  if (nothing)
    line("  {};", value);
  else
    line("  v{} = {};", instruction.result, value);
}

// Declares all of them at the beginning, if no jump skips them.
void Writer::write_variables(const SpirvFunction& function) {
  for (const SpirvInstruction& instruction : function.body) {
    if (instruction.type == 0 || instruction.op == spv::OpAccessChain) continue;
    const SpirvInstruction& type = module_.definition(instruction.type);
    if (type.op == spv::OpTypeVoid) continue;
    const bool variable = instruction.op == spv::OpVariable;
    line("  {} v{};", types_.name(variable ? type.operands[1] : instruction.type), instruction.result);
    if (variable && instruction.operands.size() > 1) refusal_.note("a variable with an initial value");
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
  return fmt::format("{} function{}({})", types_.name(function.head.type), function.head.result, parameters);
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
  assignments += places_.shared_variables();
  assignments += places_.beginnings("program.", "make_uvec3((uint)get_global_id(0), 0u, 0u)");
  line("__kernel void {}({}) {{\n  Program program;\n{}  function{}(&program);\n}}", kernel_name, arguments,
       assignments, module_.entry);
}

Expected<Kernel> Writer::kernel() {
  line("#pragma OPENCL FP_CONTRACT OFF");
  line("#define CONTRACT(a, b, c) {}",
       contraction_ == Contraction::on ? "fma(a, b, c)" : "((a) * (b) + (c))");
  text_ += cl_prelude;
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
