// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/spirv/spirv.h"

#include <fmt/format.h>
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <glslang/build_info.h>

#include "gpu/device/named_line.h"

namespace bindpose::gpu {
namespace {

/// glslang's tables, made once a process.
struct Glslang {
  Glslang() { glslang::InitializeProcess(); }
  ~Glslang() { glslang::FinalizeProcess(); }
};

tl::unexpected<Error> refused(const char* where, const std::string& log, const std::string& glsl) {
  return fail("SHADER_COMPILE", where, fmt::format("{}\n{}", log, named_line(log, glsl)));
}

}  // namespace

Expected<std::vector<std::uint32_t>> compile_spirv(ShaderStage stage, const std::string& glsl) {
  static const Glslang tables;
  const bool compute = stage == ShaderStage::compute;
  const EShLanguage language = compute ? EShLangCompute : EShLangVertex;
  constexpr auto messages = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules);
  constexpr int version = 450;
  glslang::TShader shader(language);
  const char* text = glsl.c_str();
  shader.setStrings(&text, 1);
  shader.setEnvInput(glslang::EShSourceGlsl, language, glslang::EShClientVulkan, 100);
  shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_1);
  shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_3);
  if (!shader.parse(GetDefaultResources(), version, false, messages))
    return refused(compute ? "compute shader" : "vertex shader", shader.getInfoLog(), glsl);
  glslang::TProgram program;
  program.addShader(&shader);
  if (!program.link(messages)) return refused("linking", program.getInfoLog(), glsl);
  glslang::SpvOptions options;
  options.disableOptimizer = true;
  std::vector<unsigned> words;
  glslang::GlslangToSpv(*program.getIntermediate(language), words, &options);
  return std::vector<std::uint32_t>(words.begin(), words.end());
}

std::string spirv_compiler() {
  return fmt::format("glslang {}.{}.{}", GLSLANG_VERSION_MAJOR, GLSLANG_VERSION_MINOR, GLSLANG_VERSION_PATCH);
}

}  // namespace bindpose::gpu
