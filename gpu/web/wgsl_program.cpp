// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/web/wgsl_program.h"

#include <cstddef>

#include "gpu/spirv/kernel.h"
#include "gpu/spirv/spirv.h"
#include "gpu/spirv/wgsl.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

Expected<nlohmann::json> wgsl_program(const std::string& glsl) {
  static constexpr const char* uses[] = {"uniform", "read", "written"};
  BINDPOSE_TRY(const auto spirv, compile_spirv(ShaderStage::compute, glsl));
  BINDPOSE_TRY(const auto shader, write_wgsl(spirv));
  nlohmann::json buffers = nlohmann::json::array();
  for (const auto& [binding, use] : shader.buffers)
    buffers.push_back({binding, uses[static_cast<std::size_t>(use)]});
  return nlohmann::json::array({shader.text, kernel_name, buffers});
}

}  // namespace bindpose::gpu
