// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: plans run on one OpenCL device, each kernel compiled once. Internal.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "gpu/capture/plan.h"
#include "gpu/opencl/device.h"
#include "gpu/opencl/objects.h"
#include "gpu/spirv/kernel.h"

namespace bindpose::gpu {

class KernelRunner {
 public:
  explicit KernelRunner(OpenClDevice& device) : device_(device) {}  ///< the device must outlive it

  /// The captured records of the plan's vertices; its shader is Vulkan's (ShaderSpec::api). Errors SHADER_COMPILE, NOT_SUPPORTED for
  /// what a kernel cannot express, OPENCL_ERROR, DEVICE_LOST, INVALID_OUTPUT.
  Expected<std::vector<float>> run(Plan plan, const TestHooks& hooks, Contraction contraction);

  std::size_t program_count() const { return programs_.size(); }

 private:
  struct Program {
    OpenClHandle<cl_program> program = none<cl_program>();
    OpenClHandle<cl_kernel> kernel = none<cl_kernel>();
    std::vector<unsigned> bindings;
  };
  using Buffer = OpenClHandle<cl_mem>;

  Expected<const Program*> program(const TestHooks& hooks, const Plan& plan, Contraction contraction);
  Expected<Program> compile(const std::string& glsl, Contraction contraction);
  Expected<Buffer> buffer(std::span<const std::byte> bytes);
  Expected<std::map<unsigned, Buffer>> inputs_of(const Plan& plan);
  Expected<void> run_part(const Plan& plan, const TestHooks& hooks, const Program& program,
                          std::map<unsigned, Buffer>& buffers, std::size_t first, std::size_t count,
                          std::vector<float>& captured);
  Expected<void> dispatch(const Program& program, const std::map<unsigned, Buffer>& buffers,
                          std::size_t vertices);

  OpenClDevice& device_;
  std::map<std::pair<std::string, Contraction>, Program> programs_;  ///< by their GLSL
};

}  // namespace bindpose::gpu
