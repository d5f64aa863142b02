// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/spirv/wgsl.h"

#include <cstddef>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gpu/program/shader_source.h"
#include "gpu/spirv/blocks.h"
#include "gpu/spirv/kernel.h"
#include "gpu/spirv/kernel_expressions.h"
#include "gpu/spirv/kernel_places.h"
#include "gpu/spirv/kernel_types.h"
#include "gpu/spirv/module.h"
#include "gpu/spirv/prelude.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

/// The blocks at which a pair of braces ends or is left.
struct Ends {
  SpirvId next = no_id;        ///< the block after the braces
  SpirvId merge = no_id;       ///< after the innermost loop: `break`
  SpirvId continuing = no_id;  ///< end of an iteration of that loop: `continue`
};

class Writer {
 public:
  explicit Writer(const SpirvModule& module) : module_(module) {}

  Expected<WgslShader> shader();

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_.append(2 * depth_, ' ');
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  std::string head(const SpirvFunction& function) const;
  void write_function(const SpirvFunction& function);
  void write_variables(const SpirvFunction& function);
  void write_entry();

  void write_blocks(SpirvId first, const Ends& ends);
  SpirvId write_block(SpirvId label, const Ends& ends);
  void write_statement(const SpirvInstruction& instruction);
  SpirvId write_loop(SpirvId header, const SpirvInstruction& merge);
  SpirvId write_jump(SpirvId to, const Ends& ends);
  SpirvId write_choice(const SpirvInstruction& branch, SpirvId merge, const Ends& ends);
  SpirvId write_exit(const SpirvInstruction& branch, const Ends& ends);
  void write_arm(SpirvId from, SpirvId to, const Ends& ends);

  const SpirvModule& module_;
  Refusal refusal_;
  KernelTypes types_{module_, KernelLanguage::wgsl, refusal_};
  KernelPlaces places_{module_, types_, refusal_};
  KernelExpressions expressions_{module_, types_, places_, Contraction::off, refusal_};
  const SpirvFunction* function_ = nullptr;  ///< current
  SpirvBlocks blocks_;                       ///< blocks of the function
  SpirvId block_ = no_id;                    ///< current
  SpirvId loop_ = no_id;                     ///< the loop whose first block is next
  std::size_t depth_ = 0;
  std::string text_;
};

/// From a block to the end of the braces.
void Writer::write_blocks(SpirvId first, const Ends& ends) {
  ++depth_;
  for (SpirvId block = first; block != no_id;)
    block = write_block(block, ends);
  --depth_;
}

/// The block that follows within the same braces, or no_id.
SpirvId Writer::write_block(SpirvId label, const Ends& ends) {
  const Instructions block = blocks_.instructions.at(label);
  const SpirvInstruction* const turns = find_in(block, spv::OpLoopMerge);
  if (turns != nullptr && loop_ != label) return write_loop(label, *turns);
  loop_ = no_id;
  block_ = label;
  const SpirvInstruction* const selection = find_in(block, spv::OpSelectionMerge);
  for (const SpirvInstruction& instruction : block) {
    switch (instruction.op) {
      case spv::OpBranch:
        return write_jump(instruction.operands[0], ends);
      case spv::OpBranchConditional:
        return selection != nullptr ? write_choice(instruction, selection->operands[0], ends)
                                    : write_exit(instruction, ends);
      case spv::OpReturn:
        line("return;");
        return no_id;
      case spv::OpReturnValue:
        line("return {};", types_.value(instruction.operands[0]));
        return no_id;
      case spv::OpUnreachable:
        return no_id;
      default:
        write_statement(instruction);
    }
  }
  return no_id;
}

SpirvId Writer::write_loop(SpirvId header, const SpirvInstruction& merge) {
  const SpirvId behind = merge.operands[0], continuing = merge.operands[1];
  line("loop {{");
  loop_ = header;
  write_blocks(header, {no_id, behind, continuing});
  ++depth_;
  line("continuing {{");
  write_blocks(continuing, {header, behind, no_id});
  line("}}");
  --depth_;
  line("}}");
  return behind;
}

/// The block that continues within the same braces, or no_id.
SpirvId Writer::write_jump(SpirvId to, const Ends& ends) {
  if (const std::string taken = expressions_.taken(*function_, block_, to); !taken.empty()) line("{}", taken);
  if (to == ends.next) return no_id;
  if (to != ends.merge && to != ends.continuing) return to;
  line("{};", to == ends.merge ? "break" : "continue");
  return no_id;
}

/// The statements of an arm that begins with the jump from one block to another.
void Writer::write_arm(SpirvId from, SpirvId to, const Ends& ends) {
  block_ = from;
  ++depth_;
  const SpirvId first = write_jump(to, ends);
  --depth_;
  write_blocks(first, ends);
}

SpirvId Writer::write_choice(const SpirvInstruction& branch, SpirvId merge, const Ends& ends) {
  const SpirvId from = block_;
  const Ends within = {merge, ends.merge, ends.continuing};
  line("if ({}) {{", types_.value(branch.operands[0]));
  write_arm(from, branch.operands[1], within);
  const std::size_t end_of_first = text_.size();
  line("}} else {{");
  const std::size_t begin_of_second = text_.size();
  write_arm(from, branch.operands[2], within);
  if (text_.size() == begin_of_second) text_.resize(end_of_first);
  line("}}");
  return merge;
}

/// A branch out of a loop; the other side continues. In `continuing` it is the last statement.
SpirvId Writer::write_exit(const SpirvInstruction& branch, const Ends& ends) {
  const SpirvId from = block_, yes = branch.operands[1], no = branch.operands[2];
  const std::string condition = types_.value(branch.operands[0]);
  const bool leaves_if_so = yes == ends.merge;
  if (yes == ends.next || no == ends.next) {
    line("break if {}{};", leaves_if_so ? "" : "!", condition);
    return no_id;
  }
  const SpirvId out = leaves_if_so || yes == ends.continuing ? yes : no;
  if (out != ends.merge && out != ends.continuing)
    refusal_.note("a branch that neither merges nor leaves a loop");
  line("if ({}{}) {{", out == yes ? "" : "!", condition);
  write_arm(from, out, ends);
  line("}}");
  block_ = from;
  return write_jump(out == yes ? no : yes, ends);
}

void Writer::write_statement(const SpirvInstruction& instruction) {
  switch (instruction.op) {
    case spv::OpVariable:
    case spv::OpAccessChain:
    case spv::OpSelectionMerge:
    case spv::OpLoopMerge:
    case spv::OpPhi:
    case spv::OpLine:
    case spv::OpNoLine:
      return;
    case spv::OpStore:
      return line("{} = {};", places_.access(places_.place(instruction.operands[0])),
                  types_.value(instruction.operands[1]));
    default:
      break;
  }
  const bool nothing =
      instruction.type == no_id || module_.definition(instruction.type).op == spv::OpTypeVoid;
  const std::string value = expressions_.of(instruction);
  if (nothing)
    line("{};", value);
  else
    line("{}v{} = {};", blocks_.shared.contains(instruction.result) ? "" : "let ", instruction.result, value);
}

void Writer::write_variables(const SpirvFunction& function) {
  ++depth_;
  for (const SpirvInstruction& instruction : function.body) {
    const bool variable = instruction.op == spv::OpVariable;
    if (instruction.op == spv::OpAccessChain || (!variable && !blocks_.shared.contains(instruction.result)))
      continue;
    const SpirvId type = variable ? module_.type_of(instruction.result).result : instruction.type;
    line("var v{}: {};", instruction.result, types_.name(type));
    if (variable && instruction.operands.size() > 1) refusal_.note("a variable with an initial value");
  }
  --depth_;
}

std::string Writer::head(const SpirvFunction& function) const {
  std::vector<std::string> parameters;
  for (const SpirvInstruction& parameter : function.parameters) {
    const bool pointer = module_.definition(parameter.type).op == spv::OpTypePointer;
    parameters.push_back(pointer ? fmt::format("v{}: ptr<function, {}>", parameter.result,
                                               types_.name(module_.type_of(parameter.result).result))
                                 : fmt::format("v{}: {}", parameter.result, types_.name(parameter.type)));
  }
  const bool nothing = module_.definition(function.head.type).op == spv::OpTypeVoid;
  return fmt::format("fn function{}({}){}", function.head.result, fmt::join(parameters, ", "),
                     nothing ? "" : fmt::format(" -> {}", types_.name(function.head.type)));
}

void Writer::write_function(const SpirvFunction& function) {
  function_ = &function;
  blocks_ = read_blocks(module_, function);
  line("{} {{", head(function));
  write_variables(function);
  write_blocks(function.body.front().result, {});
  line("}}");
}

void Writer::write_entry() {
  line(
      "@compute @workgroup_size({})\nfn {}(@builtin(global_invocation_id) invocation: vec3u) {{\n{}  "
      "function{}();\n}}",
      compute_group_size, kernel_name, places_.beginnings("", "invocation"), module_.entry);
}

Expected<WgslShader> Writer::shader() {
  text_ += wgsl_prelude;
  text_ += types_.declarations();
  text_ += places_.program();
  for (const SpirvFunction& function : module_.functions)
    write_function(function);
  write_entry();
  if (refusal_.what) return fail("NOT_SUPPORTED", "WGSL", fmt::format("the shader has {}", *refusal_.what));
  WgslShader shader{std::move(text_), {}};
  const std::set<SpirvId> written = places_.written_buffers();
  for (const auto& [binding, id] : places_.buffers()) {
    const bool storage = module_.definition(id).operands[0] == spv::StorageClassStorageBuffer;
    shader.buffers[binding] = !storage               ? BufferUse::uniform
                              : written.contains(id) ? BufferUse::written
                                                     : BufferUse::read;
  }
  return shader;
}

}  // namespace

Expected<WgslShader> write_wgsl(std::span<const std::uint32_t> spirv) {
  BINDPOSE_TRY(const auto module, read_spirv(spirv));
  return Writer(module).shader();
}

}  // namespace bindpose::gpu
