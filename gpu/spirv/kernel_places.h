// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the targets of a SPIR-V module's pointers, in OpenCL C and in WGSL. Internal.
//
// A function's variable is v12, the target of a pointer parameter (*v12). OpenCL C has no private variables
// outside functions. These variables, and pointers to buffers and shared memory, are members of a structure
// Program, to which every function has a pointer; buffers are read by offset. WGSL has private variables and typed
// buffers.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "gpu/spirv/kernel_types.h"

namespace bindpose::gpu {

/// A variable or a part of it, or bytes of a buffer.
struct KernelPlace {
  SpirvId type = 0;
  std::string text = {};    ///< an expression that can be assigned to; for a buffer, the offset in bytes
  std::string buffer = {};  ///< a member of Program; empty: not a buffer
  const char* space = "";   ///< for a buffer: __global or __constant
};

class KernelPlaces {
 public:
  KernelPlaces(const SpirvModule& module, const KernelTypes& types, Refusal& refusal)
      : module_(module), types_(types), refusal_(refusal) {}

  /// For a variable, a parameter or OpAccessChain.
  KernelPlace place(SpirvId pointer) const;
  /// The expression that reads or assigns to it.
  std::string access(const KernelPlace& place) const;

  /// The module's buffer variables, by binding.
  const std::map<unsigned, SpirvId>& buffers() const { return buffers_; }
  /// "struct Program" with a member for every variable; in WGSL, the variables.
  std::string program();
  /// In OpenCL C: the kernel's statements that declare variables shared by a group, to which members of `program`
  /// point.
  std::string shared_variables() const;
  /// Statements that initialise variables outside functions. owner:
  /// prefix of their names; invocation: gl_GlobalInvocationID.
  std::string beginnings(const std::string& owner, const std::string& invocation) const;
  /// Buffers that a function writes to.
  std::set<SpirvId> written_buffers() const;

 private:
  std::string wgsl_buffer(const SpirvInstruction& variable, bool is_written) const;
  unsigned binding_of(const SpirvInstruction& variable) const;
  KernelPlace variable_place(const SpirvInstruction& variable) const;
  void step(KernelPlace& place, SpirvId index) const;
  void step_in_buffer(KernelPlace& place, SpirvId index) const;

  const SpirvModule& module_;
  const KernelTypes& types_;
  Refusal& refusal_;
  std::map<unsigned, SpirvId> buffers_;
  std::map<SpirvId, std::string> shared_;  ///< the types of shared variables
};

/// True if a variable of this storage class is a buffer.
bool is_buffer(std::uint32_t storage);

}  // namespace bindpose::gpu
