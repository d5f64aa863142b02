// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the value of a SPIR-V instruction as an expression in OpenCL C or in WGSL. Internal.
#pragma once

#include <cstddef>
#include <string>

#include "gpu/spirv/kernel.h"
#include "gpu/spirv/kernel_operations.h"
#include "gpu/spirv/kernel_places.h"
#include "gpu/spirv/kernel_types.h"
#include "gpu/spirv/module.h"

namespace bindpose::gpu {

class KernelExpressions {
 public:
  /// contraction: only for OpenCL C.
  KernelExpressions(const SpirvModule& module, const KernelTypes& types, const KernelPlaces& places,
                    Contraction contraction, Refusal& refusal)
      : module_(module),
        types_(types),
        places_(places),
        contracts_(contraction == Contraction::on),
        refusal_(refusal) {}

  std::string of(const SpirvInstruction& instruction) const;
  /// The assignment of a block's OpPhi values for a jump from this other block; empty without OpPhi.
  std::string taken(const SpirvFunction& function, SpirvId from, SpirvId to) const;

 private:
  std::string call(const SpirvInstruction& instruction) const;
  std::string composite(const SpirvInstruction& instruction) const;
  std::string extracted(const SpirvInstruction& instruction) const;
  std::string shuffled(const SpirvInstruction& instruction) const;
  std::string operation(const SpirvInstruction& instruction, const KernelOperation& how,
                        std::size_t first_operand) const;
  std::string contracted(const SpirvInstruction& sum) const;
  std::string product_of(SpirvId id, bool negative) const;
  bool is_vector(SpirvId type) const { return module_.definition(type).op == spv::OpTypeVector; }
  bool stays_apart(SpirvId id) const {
    return module_.decoration(id, spv::DecorationNoContraction).has_value();
  }

  const SpirvModule& module_;
  const KernelTypes& types_;
  const KernelPlaces& places_;
  const bool contracts_;
  Refusal& refusal_;
};

}  // namespace bindpose::gpu
