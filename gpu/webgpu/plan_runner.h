// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a plan run by a browser's WebGPU. Internal to the library.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "gpu/capture/plan.h"
#include "gpu/web/scripted_page.h"

namespace bindpose::gpu {

class WebGpuRunner {
 public:
  explicit WebGpuRunner(PageCalls& device) : device_(device) {}  ///< which must outlive it

  /// The captured records of the plan's vertices; its shader is Vulkan's (ShaderSpec::api). Errors SHADER_COMPILE, NOT_SUPPORTED for
  /// what WGSL cannot express, INVALID_OUTPUT and those of PageCalls::ask().
  Expected<std::vector<float>> run(Plan plan, const TestHooks& hooks);

  std::size_t program_count() const { return programs_.size(); }

 private:
  Expected<int> program(const TestHooks& hooks, const Plan& plan);
  Expected<int> compile(const std::string& glsl);
  Expected<void> send(unsigned binding, std::span<const std::byte> bytes);
  Expected<void> send_inputs(const Plan& plan);
  Expected<void> run_part(const Plan& plan, const TestHooks& hooks, int program, std::size_t first,
                          std::size_t count, std::vector<float>& captured);

  PageCalls& device_;
  std::map<std::string, int> programs_;  ///< by their GLSL: the page's number
};

}  // namespace bindpose::gpu
