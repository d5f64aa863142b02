// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the compiler from GLSL to WGSL as a program of its own, which the page loads for WebGPU.
#include <string>

#include <nlohmann/json.hpp>

#include "gpu/spirv/spirv.h"
#include "gpu/web/wgsl_program.h"

namespace {

const char* as_text(const nlohmann::json& value) {
  static std::string text;
  text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return text.c_str();
}

}  // namespace

extern "C" {

/// Returns {"program": [...]}, the result of wgsl_program(), or its error: {"code", "where", "message"}.
const char* bindpose_translate(const char* glsl) {
  const auto program = bindpose::gpu::wgsl_program(glsl);
  if (program) return as_text({{"program", *program}});
  const bindpose::Error& error = program.error();
  return as_text({{"code", error.code}, {"where", error.where}, {"message", error.message}});
}

const char* bindpose_compiler() {
  return as_text(bindpose::gpu::spirv_compiler());
}
}
